import type { Session, SessionOptions } from './session.ts';

/** Opens a session: interrupted landings are finished first, and an agent's restarted server takes over what waited. */
export async function openSession(_options: SessionOptions): Promise<Session> {
  throw new Error('not built');
}
