// A working copy written to its file: never over bytes that nobody showed, never without a way back.
import { refuse } from '../refusal.ts';
import {
  entryAt,
  fileOnTheWay,
  git,
  head,
  keepRecovery,
  readObject,
  removeDisk,
  writeDisk,
} from '../repo/index.ts';
import { safe } from '../safe.ts';
import { type OnDisk, onDisk, takeBase } from './base.ts';
import { diskBytes } from './disk-form.ts';
import type { OpenDoc } from './doc.ts';
import { NO_HISTORY, withBase, withStep } from './history.ts';
import { remember } from './open.ts';
import type { Session } from './session.ts';
import { differingLines, isStale } from './state.ts';
import { nextSeq, replaceDoc } from './working.ts';

/** What may be replaced: the disk bytes with this sha256 (`absent`: none), and with `create` a deleted file. */
export interface Allowed {
  readonly overwrite?: string;
  readonly create?: boolean;
}

/** Refuses `stale` when the doc's file is not what the working copy began on, unless it was shown and allowed. */
export async function checkWritable(session: Session, doc: OpenDoc, allowed: Allowed): Promise<OnDisk> {
  const disk = await onDisk(session, doc.base.path);
  if (doc.path !== doc.base.path) await refuseOccupied(session, doc);
  refuseBelowFile(session, doc);
  const isShown = allowed.overwrite === disk.sha256 || (allowed.create === true && disk.text === null);
  const equal = doc.text === disk.text && doc.path === disk.path;
  if (isStale(doc, disk) && !equal && !isShown) await refuseStale(session, doc, disk);
  return disk;
}

/**
 * Writes the working copy to its file (a rename moves it, a deletion removes it) and takes the file as the base.
 * Bytes that git does not hold are kept in recovery/ first. Refuses `disk_differs` when the file changed meanwhile.
 */
export async function writeFile(session: Session, doc: OpenDoc, disk: OnDisk): Promise<OpenDoc> {
  if (disk.text !== doc.text || disk.path !== doc.path) await put(session, doc, disk);
  return takenFrom(session, doc);
}

/** The doc with its file as the base; what hooks or filters made of the text is taken over as a step. */
export async function takenFrom(session: Session, was: OpenDoc): Promise<OpenDoc> {
  const { disk, base } = await takeBase(session, was.path);
  const label = `Took over what ${safe(was.path)} became when it was saved`;
  const doc = base.text === was.text ? was : withStep(was, { seq: nextSeq(session), label, lists: [] }, base);
  const now = withBase({ ...doc, raised: null }, { ...base, seq: session.steps.last });
  await replaceDoc(session, session.docs.get(was.path) ?? null, now);
  remember(session, disk);
  return now;
}

/** A doc whose file is gone, so that its deletion can be committed. */
export async function deletedDoc(session: Session, path: string): Promise<OpenDoc> {
  const { base } = await takeBase(session, path);
  return {
    path,
    text: null,
    base,
    history: NO_HISTORY,
    waiting: null,
    synced: null,
    onlyRead: true,
    raised: null,
  };
}

async function put(session: Session, doc: OpenDoc, disk: OnDisk): Promise<void> {
  const { repo } = session;
  const before = disk.file?.bytes ?? null;
  if (before && disk.oid && (await readObject(repo, disk.oid)) === null)
    await keepRecovery(repo, disk.path, before, `a save of ${doc.path}`, session.givens);
  if (doc.text === null) {
    if (before) await removeDisk(repo, disk.path, { expect: before });
    return;
  }
  const bytes = diskBytes(disk, doc.text);
  if (doc.path === disk.path) return writeDisk(repo, doc.path, bytes, { expect: before });
  await writeDisk(repo, doc.path, bytes, { expect: null, executable: disk.file?.executable });
  if (before) await removeDisk(repo, disk.path, { expect: before });
}

async function refuseOccupied(session: Session, doc: OpenDoc): Promise<void> {
  const there = await onDisk(session, doc.path);
  if (there.file === null) return;
  refuse('exists', `${safe(doc.path)} is there already, so ${safe(doc.base.path)} cannot be renamed to it.`, {
    details: { doc: doc.path, exists: doc.path },
    hint: 'Rename the doc to another path, then save.',
  });
}

function refuseBelowFile(session: Session, doc: OpenDoc): void {
  const file = doc.text === null ? null : fileOnTheWay(session.repo, doc.path);
  if (file === null) return;
  refuse('exists', `${safe(doc.path)} cannot be saved: ${safe(file)} is a file, not a folder.`, {
    details: { doc: doc.path, exists: file },
    hint: `Rename it with doc.rename or drop it with doc.revert, or save first that ${safe(file)} is deleted.`,
  });
}

async function refuseStale(session: Session, doc: OpenDoc, disk: OnDisk): Promise<never> {
  const commit = await lastCommit(session, disk);
  const deleted = disk.text === null;
  const lines = deleted ? [] : differingLines(doc.base.text, disk.text);
  const reverts = commit
    ? ` Saving would revert lines of ${commit.oid.slice(0, 10)} (${safe(commit.subject)}).`
    : '';
  const message = `${safe(disk.path)} ${deleted ? 'was deleted' : 'changed'} on disk since your edits began.${reverts}`;
  return refuse('stale', message, {
    details: {
      doc: doc.path,
      file: disk.path,
      sha256: disk.sha256,
      lines,
      ...(deleted && { deleted }),
      ...(commit && { commit, told: reverts.trim() }),
    },
    hint: deleted
      ? 'Save with create to bring it back, or drop the edits with doc.revert.'
      : `Take the change in with doc.merge, drop your edits with doc.revert, or save anyway with overwrite ${disk.sha256}.`,
  });
}

/** The commit that last changed the file, when the file is what HEAD has: a save over it would revert its lines. */
async function lastCommit(session: Session, disk: OnDisk): Promise<{ oid: string; subject: string } | null> {
  const { oid } = await head(session.repo);
  if (!oid || disk.text === null) return null;
  if ((await entryAt(session.repo, oid, disk.path))?.oid !== disk.oid) return null;
  const args = ['log', '-1', '--format=%H%x00%s', oid, '--', disk.path];
  const { stdout } = await git(session.repo, args);
  const [commit = '', subject = ''] = stdout.toString('utf8').trimEnd().split('\0');
  return commit ? { oid: commit, subject } : null;
}
