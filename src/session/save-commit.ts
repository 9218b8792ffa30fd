// An owner's save: the files are written, and a commit is made of exactly these paths.
import { lineCounts } from '../merge/index.ts';
import { textAt } from '../proposals/index.ts';
import { Refusal, refuse } from '../refusal.ts';
import {
  commitPaths,
  diskStamp,
  entryAt,
  head,
  identity,
  isTracked,
  type Oid,
  readIndex,
} from '../repo/index.ts';
import { safe } from '../safe.ts';
import type { Saved, SavedDoc } from './answers.ts';
import type { OnDisk } from './base.ts';
import { onDisk } from './base.ts';
import type { OpenDoc } from './doc.ts';
import { editsSince } from './history.ts';
import { pathNamed } from './named-path.ts';
import { opened, openedAlready } from './open.ts';
import type { SaveRequest } from './save-request.ts';
import { checkWritable, deletedDoc, takenFrom, writeFile } from './save-write.ts';
import type { Session } from './session.ts';
import { isUncommitted } from './state.ts';
import { isDirty, replaceDoc } from './working.ts';

interface Planned {
  readonly doc: OpenDoc;
  readonly disk: OnDisk;
  readonly edits: readonly string[];
}

/**
 * Writes the docs' files and commits these paths alone, whatever else is staged. Refuses before anything is written:
 * `stale`, `exists`, `review_needed` (staged content would be lost), `no_identity`; and after it, with
 * `details.written`: `hook_refused`, `signing_failed`, `locked`, the docs then being uncommitted.
 */
export async function saveAsCommit(session: Session, ask: SaveRequest): Promise<Saved> {
  const planned: Planned[] = [];
  for (const doc of await docsToSave(session, ask)) {
    const disk = await checkWritable(session, doc, ask);
    if (isDirty(doc) || (await isUncommitted(session, disk)))
      planned.push({ doc, disk, edits: editsSince(doc) });
  }
  if (planned.length === 0) return { unchanged: true, warnings: ['Nothing is unsaved.'] };
  if (!ask.replaceStaged) for (const each of planned) await refuseStaged(session, each);
  await identity(session.repo, 'author');
  const before = (await head(session.repo)).oid;
  const written: OpenDoc[] = [];
  for (const { doc, disk } of planned) written.push(await writeFile(session, doc, disk));
  return commit(session, { planned, written, before, summary: ask.summary ?? summaryOf(planned) });
}

interface Written {
  readonly planned: readonly Planned[];
  readonly written: readonly OpenDoc[];
  readonly before: Oid | null;
  readonly summary: string;
}

async function commit(session: Session, { planned, written, before, summary }: Written): Promise<Saved> {
  const paths = await pathsOf(session, planned, before);
  const made = paths.length > 0 ? await committed(session, paths, summary) : null;
  const docs: SavedDoc[] = [];
  for (const doc of written) docs.push(await finished(session, doc, before));
  const names = docs.map(({ doc }) => safe(doc)).join(', ');
  return {
    ...(made ? { commit: made.oid, summary } : {}),
    docs,
    ...(made?.hooksRewrote && { hooksRewrote: true as const }),
    warnings: made
      ? []
      : [`HEAD holds this text of ${names} already: the file is written, there is nothing to commit.`],
  };
}

async function docsToSave(session: Session, { docs }: SaveRequest): Promise<OpenDoc[]> {
  if (!docs && session.door === 'cli') refuseUnnamed();
  if (!docs) return [...session.docs.values()].filter(isDirty);
  const found: OpenDoc[] = [];
  for (const ref of docs) found.push(await docToSave(session, ref));
  return [...new Set(found)];
}

/** A one-shot commits what disk holds, also that a file is gone. */
async function docToSave(session: Session, ref: string): Promise<OpenDoc> {
  if (session.door !== 'cli') return openedAlready(session, ref);
  const path = pathNamed(session, ref);
  const isGone = !session.docs.has(path) && diskStamp(session.repo, path) === '';
  return isGone && (await isTracked(session.repo, path)) ? deletedDoc(session, path) : opened(session, ref);
}

/** Paths of the docs, old and new, that differ from HEAD now. */
async function pathsOf(session: Session, planned: readonly Planned[], before: Oid | null): Promise<string[]> {
  const all = new Set(planned.flatMap(({ doc, disk }) => [disk.path, doc.path]));
  const paths: string[] = [];
  for (const path of all) {
    const entry = await entryAt(session.repo, before, path);
    if ((entry?.oid ?? null) !== (await onDisk(session, path)).oid) paths.push(path);
  }
  return paths;
}

async function committed(session: Session, paths: readonly string[], message: string) {
  try {
    return await commitPaths(session.repo, paths, { message });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const details = { ...(error.details as object | undefined), written: true, paths };
    return refuse(error.code, `${error.message} The file is written, and not committed.`, {
      details,
      hint: error.hint,
    });
  }
}

async function finished(session: Session, doc: OpenDoc, before: Oid | null): Promise<SavedDoc> {
  const now = { ...(await takenFrom(session, doc)), synced: null };
  await replaceDoc(session, session.docs.get(doc.path) ?? null, now.text === null ? null : now);
  const old = await textAt(session.repo, before, doc.path);
  return { doc: doc.path, ...lineCounts(old ?? '', now.text ?? ''), sha256: now.base.sha256 };
}

/** What is staged of the path and stands neither in HEAD nor on disk would be lost. */
async function refuseStaged(session: Session, { doc, disk }: Planned): Promise<void> {
  const entry = (await readIndex(session.repo, [disk.path])).get(disk.path)?.[0];
  if (!entry || entry.intentToAdd || entry.oid === disk.oid) return;
  const { oid } = await head(session.repo);
  if ((await entryAt(session.repo, oid, disk.path))?.oid === entry.oid) return;
  refuse(
    'review_needed',
    `What is staged of ${safe(disk.path)} differs from HEAD and from disk; saving replaces it.`,
    {
      details: { doc: doc.path, staged: entry.oid },
      hint: 'Commit or unstage it first (git restore --staged), or save with replaceStaged.',
    },
  );
}

/** The single label, or which docs were edited. */
function summaryOf(planned: readonly Planned[]): string {
  const edits = planned.flatMap((each) => each.edits);
  if (edits.length === 1) return edits[0]!;
  return planned.length === 1 ? `Edit ${safe(planned[0]!.doc.path)}` : `Edit ${planned.length} docs`;
}

function refuseUnnamed(): never {
  refuse('invalid_input', 'No doc is named.', {
    details: [{ path: 'docs', wanted: 'at least one doc', got: 'nothing' }],
    hint: 'Name the docs to save: docket save guide/intro.md',
  });
}
