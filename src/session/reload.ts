// Loading a doc from its file: when nothing is lost (reload), or dropping what would be (revert).
import { safe } from '../safe.ts';
import type { DocState } from './answers.ts';
import { takeBase } from './base.ts';
import type { OpenDoc } from './doc.ts';
import { editsSince, withStep } from './history.ts';
import { loaded } from './loaded.ts';
import { openNamed } from './names.ts';
import { openedAlready, refuseDirty, refuseWaiting, remember } from './open.ts';
import type { Session } from './session.ts';
import { stateOf } from './state.ts';
import { settleNow } from './sync.ts';
import { isDirty, nextSeq, replaceDoc } from './working.ts';

export type Reloaded = Partial<DocState> & {
  readonly doc: string;
  /** False when the working copy was the file already. */
  readonly reloaded: boolean;
  /** The file was deleted: the doc is closed. */
  readonly closed?: true;
};

/**
 * Loads the doc from disk when no edit is lost: it is clean, equals the file, or its proposal was applied. Clears
 * its history. Refuses `proposed` while its proposal waits and `dirty` with the edits that would be lost.
 */
export async function reloadDoc(session: Session, ask: { doc: string }): Promise<Reloaded> {
  await settleNow(session);
  const settled = [...session.memory.reported, ...session.memory.inherited];
  const gone = openNamed(session, ask.doc) ? null : closedJust(settled, ask.doc);
  if (gone) return gone;
  const doc = await openedAlready(session, ask.doc);
  if (isDirty(doc)) return doc.waiting ? refuseWaiting(doc) : refuseDirty(doc, editsSince(doc));
  const { disk, base } = await takeBase(session, doc.base.path);
  remember(session, disk);
  if (base.text === null) return close(session, doc);
  const now = loaded(doc, base);
  await replaceDoc(session, doc, now);
  const bySync = settled.some((each) => each.doc === doc.path && each.action === 'reloaded');
  return { ...(await stateOf(session, now, disk)), reloaded: bySync || base.text !== doc.text };
}

/** Takes the file (not HEAD) as one undo step, dropping the edits that it lacks; answers their labels. */
export async function revertDoc(
  session: Session,
  ask: { doc: string },
): Promise<DocState & { dropped: readonly string[] }> {
  const doc = await openedAlready(session, ask.doc);
  const dropped = editsSince(doc);
  const { disk, base } = await takeBase(session, doc.base.path);
  remember(session, disk);
  const now = reverted(session, doc, base);
  if (now !== doc) await replaceDoc(session, doc, now);
  return { ...(await stateOf(session, now, disk)), dropped };
}

function reverted(session: Session, doc: OpenDoc, base: OpenDoc['base']): OpenDoc {
  const same = doc.text === base.text && doc.path === base.path;
  if (same) return { ...doc, base, raised: null };
  const anchor = { base: doc.base, waiting: doc.waiting };
  const label = `Reverted ${safe(doc.path)} to the file`;
  const stepped = withStep(doc, { seq: nextSeq(session), label, lists: [], anchor }, base);
  return { ...stepped, base: { ...base, seq: session.steps.last }, raised: null };
}

async function close(session: Session, doc: OpenDoc): Promise<Reloaded> {
  await replaceDoc(session, doc, null);
  return { doc: doc.path, reloaded: false, closed: true };
}

function closedJust(settled: readonly { doc: string; action: string }[], ref: string): Reloaded | null {
  const found = settled.find(({ doc, action }) => action === 'closed' && doc === ref);
  return found ? { doc: found.doc, reloaded: false, closed: true } : null;
}
