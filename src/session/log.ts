// What a session saw happen to docs, in the durable log of events.
import { recordEvent } from '../proposals/index.ts';
import { Refusal } from '../refusal.ts';
import type { Session, SessionEvent } from './session.ts';

/** Records a doc that changed or went stale. The log serves readers: that it is busy stops no one. */
export async function logged(session: Session, event: SessionEvent): Promise<void> {
  if (event.kind !== 'doc.changed' && event.kind !== 'doc.stale') return;
  await recorded(session, { ...event, session: session.id });
}

/** Records that a session came or left; one-shots pass unseen. */
export async function loggedLife(session: Session, kind: 'session.came' | 'session.left'): Promise<void> {
  if (session.door === 'cli') return;
  const agent = session.agent?.name;
  await recorded(session, { kind, session: session.id, door: session.door, ...(agent && { agent }) });
}

async function recorded(session: Session, event: Parameters<typeof recordEvent>[1]): Promise<void> {
  try {
    await recordEvent(session.repo, event, session.givens);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
}
