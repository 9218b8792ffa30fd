// The one place where an open doc is replaced: its draft is kept first, the session's presence follows.
import { Refusal } from '../refusal.ts';
import type { OpenDoc } from './doc.ts';
import { keepDraft } from './drafts.ts';
import { showPresence } from './presence.ts';
import type { Session } from './session.ts';

/** Puts `now` where `was` stood (null: opened, closed). Where its draft cannot be kept it refuses, and nothing changed. */
export async function replaceDoc(session: Session, was: OpenDoc | null, now: OpenDoc | null): Promise<void> {
  await keepDraft(session, was, now);
  await putDoc(session, was, now);
}

/** As replaceDoc, for what is at rest already: that its draft cannot be kept refuses nothing. Returns whether it is kept. */
export async function followDoc(session: Session, was: OpenDoc, now: OpenDoc): Promise<boolean> {
  const kept = await keepDraft(session, was, now).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Refusal) return false;
      throw error;
    },
  );
  await putDoc(session, was, now);
  return kept;
}

async function putDoc(session: Session, was: OpenDoc | null, now: OpenDoc | null): Promise<void> {
  if (was && was.path !== now?.path) session.docs.delete(was.path);
  if (now) session.docs.set(now.path, now);
  if (was && was.path !== now?.path) session.memory.files.delete(was.path);
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
