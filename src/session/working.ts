// The one place where an open doc is replaced: its draft and the session's presence follow before the answer.
import type { OpenDoc } from './doc.ts';
import { keepDraft } from './drafts.ts';
import { showPresence } from './presence.ts';
import type { Session } from './session.ts';

/** Puts `now` where `was` stood (null: opened, closed). */
export async function replaceDoc(session: Session, was: OpenDoc | null, now: OpenDoc | null): Promise<void> {
  if (was && was.path !== now?.path) session.docs.delete(was.path);
  if (now) session.docs.set(now.path, now);
  if (was && was.path !== now?.path) session.memory.files.delete(was.path);
  await keepDraft(session, was, now);
  await showPresence(session);
  session.tell({ kind: 'docs.changed' });
}

/** The working copy differs from what it last equalled disk at. */
export function isDirty(doc: OpenDoc): boolean {
  return doc.text !== doc.base.text || doc.path !== doc.base.path;
}

/** The number of the session's next step. */
export function nextSeq(session: Session): number {
  session.steps.last += 1;
  return session.steps.last;
}
