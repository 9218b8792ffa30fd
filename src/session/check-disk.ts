import { Refusal, refuse } from '../refusal.ts';
import { formOf, git, readDisk } from '../repo/index.ts';
import { safe } from '../safe.ts';
import type { Candidate, Candidates, CheckAsk, Found, Skipped } from './check-found.ts';
import type { OpenDoc } from './doc.ts';
import { docNames, resolveDoc } from './names.ts';
import type { Session } from './session.ts';
import { sha256 } from './texts.ts';
import { isDirty } from './working.ts';

const UNCHANGED = { why: 'unchanged', message: 'It is as HEAD has it.' } as const;

/** Docs of the work tree, each with this session's unsaved edits: named, changed since HEAD, or all. */
export async function diskCandidates(session: Session, ask: CheckAsk): Promise<Candidates> {
  const named = ask.docs && (await resolved(session, ask.docs));
  const changed = ask.changed ? await changedSinceHead(session) : null;
  const names = named ?? (await docNames(session));
  const wanted = changed ? names.filter((name) => changed.has(name)) : names;
  const left = named && changed ? named.filter((name) => !changed.has(name)) : [];
  const forms = await formOf(session.repo, wanted);
  return {
    candidates: wanted.map((doc) => candidate(session, doc, named !== undefined, forms.get(doc)?.refused)),
    skipped: left.map((doc) => ({ doc, ...UNCHANGED })),
  };
}

async function resolved(session: Session, refs: readonly string[]): Promise<string[]> {
  const paths = await Promise.all(refs.map((ref) => resolveDoc(session, ref)));
  return [...new Set(paths)];
}

/** Paths that differ from HEAD, in the index or on disk, and docs with edits that disk lacks. */
async function changedSinceHead(session: Session): Promise<Set<string>> {
  const args = [
    'status',
    '--porcelain=v1',
    '-z',
    '--untracked-files=all',
    '--no-renames',
    '--ignore-submodules=all',
  ];
  const { stdout } = await git(session.repo, args);
  const entries = stdout.toString('utf8').split('\0').filter(Boolean);
  const dirty = [...session.docs.values()].filter(isDirty).map((doc) => doc.path);
  return new Set([...entries.map((entry) => entry.slice(3)), ...dirty]);
}

function candidate(session: Session, doc: string, named: boolean, filter: string | undefined): Candidate {
  const open = session.docs.get(doc);
  const read = open && isDirty(open) ? () => workingCopy(session, open) : () => onDisk(session, doc, filter);
  return { doc, named, read: () => (named ? read() : orSkipped(doc, read)) };
}

async function workingCopy(session: Session, { path, base, text }: OpenDoc): Promise<Found | Skipped> {
  if (text === null) return { doc: path, why: 'deleted', message: 'The working copy deletes it.' };
  const file = await readDisk(session.repo, base.path);
  return { file: base.path, text, sha256: file ? sha256(file.bytes) : 'absent', dirty: true };
}

async function onDisk(session: Session, doc: string, filter: string | undefined): Promise<Found> {
  if (filter) refuseFiltered(doc, filter);
  const file = await readDisk(session.repo, doc);
  if (!file) return refuseGone(doc);
  return { file: doc, bytes: file.bytes, sha256: sha256(file.bytes) };
}

async function orSkipped(doc: string, read: () => Promise<Found | Skipped>): Promise<Found | Skipped> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { doc, why: error.code, message: error.message };
  }
}

function refuseFiltered(doc: string, attribute: string): never {
  refuse(
    'not_a_doc',
    `${safe(doc)} goes through the git attribute ${attribute}, which docket does not run.`,
    {
      details: { doc, attribute },
      hint: 'Check it with its own tools.',
    },
  );
}

function refuseGone(doc: string): never {
  refuse('no_such_doc', `${safe(doc)} is not there any more.`, {
    details: { ref: doc, near: [] },
    hint: 'List the docs with doc.list.',
  });
}
