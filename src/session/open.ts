// Opening and closing docs.
import { refuse } from '../refusal.ts';
import { diskStamp } from '../repo/index.ts';
import { safe } from '../safe.ts';
import type { DocState } from './answers.ts';
import { type OnDisk, takeBase } from './base.ts';
import type { OpenDoc } from './doc.ts';
import { editsSince, NO_HISTORY } from './history.ts';
import { openNamed, resolveDoc } from './names.ts';
import type { Session } from './session.ts';
import { stateOf } from './state.ts';
import { isDirty, replaceDoc } from './working.ts';

/** Opens a doc, or keeps it open, and says how it stands. */
export async function openDoc(session: Session, ask: { doc: string }): Promise<DocState> {
  const doc = await opened(session, ask.doc);
  if (doc.onlyRead) await replaceDoc(session, doc, { ...doc, onlyRead: false });
  return stateOf(session, session.docs.get(doc.path)!);
}

/**
 * Closes an open doc. Refuses `dirty` while it has edits that disk lacks and `proposed` while they wait in a
 * proposal, unless `discard`; then answers the labels of what was dropped.
 */
export async function closeDoc(
  session: Session,
  ask: { doc: string; discard?: boolean },
): Promise<{ doc: string; closed: true; dropped: readonly string[] }> {
  const doc = await openedAlready(session, ask.doc);
  const edits = editsSince(doc);
  if (doc.waiting && !ask.discard) refuseWaiting(doc);
  if (isDirty(doc) && !ask.discard) refuseDirty(doc, edits);
  await replaceDoc(session, doc, null);
  return { doc: doc.path, closed: true, dropped: edits };
}

/** The open doc of a ref, opened when it was not. Refuses `no_such_doc` and what disk refuses. */
export async function opened(session: Session, ref: string, { reading = false } = {}): Promise<OpenDoc> {
  const path = await resolveDoc(session, ref);
  const open = session.docs.get(path);
  if (open) return open;
  const { disk, base } = await takeBase(session, path);
  if (base.text === null) refuseGone(path);
  const doc: OpenDoc = {
    path,
    text: base.text,
    base,
    history: NO_HISTORY,
    waiting: null,
    synced: null,
    onlyRead: reading,
    raised: null,
  };
  await replaceDoc(session, null, doc);
  remember(session, disk);
  return doc;
}

/** The open doc of a ref; refuses `not_open`. */
export async function openedAlready(session: Session, ref: string): Promise<OpenDoc> {
  const open = openNamed(session, ref);
  if (open) return open;
  const path = await resolveDoc(session, ref);
  return refuse('not_open', `${safe(path)} is not open in this session.`, {
    details: { doc: path, open: [...session.docs.keys()] },
    hint: 'Open it with doc.open first; reading or editing opens it too.',
  });
}

/** Remembers the file as it was just read, so that a later sync need not read it again. */
export function remember(session: Session, disk: OnDisk): void {
  const stamp = diskStamp(session.repo, disk.path);
  session.memory.files.set(disk.path, { stamp, sha256: disk.sha256 });
}

/** Refuses to lose edits, naming them. */
export function refuseDirty(doc: OpenDoc, edits: readonly string[]): never {
  const count = edits.length === 1 ? '1 edit' : `${edits.length} edits`;
  refuse('dirty', `${safe(doc.path)} has ${count} the file lacks (${edits.map(safe).join('; ')}).`, {
    details: { doc: doc.path, edits },
    hint: 'Save them with doc.save, take in the file’s changes with doc.merge, or drop them with doc.revert.',
  });
}

/** Refuses to forget edits that wait for the owner. */
export function refuseWaiting(doc: OpenDoc): never {
  const { proposal } = doc.waiting!;
  refuse('proposed', `The edits of ${safe(doc.path)} wait in proposal ${safe(proposal)} for the owner.`, {
    details: { doc: doc.path, proposal, edits: editsSince(doc) },
    hint: 'Wait for the owner; the doc settles by itself at the next call. proposal.withdraw takes it back.',
  });
}

function refuseGone(path: string): never {
  refuse('no_such_doc', `${safe(path)} is not there any more.`, {
    details: { ref: path, near: [] },
    hint: 'List the docs with doc.list, or begin this one with doc.create.',
  });
}
