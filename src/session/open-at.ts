import { openRepo } from '../repo/index.ts';
import { openSession } from './life.ts';
import type { Session, SessionOptions } from './session.ts';

/**
 * Opens the repository at or above a folder and a session in it, for doors that do not see the room of git.
 * Refuses `no_repo` and `unsupported_repo`. Whoever closes the session also closes `session.repo`.
 */
export async function openSessionAt(start: string, options: Omit<SessionOptions, 'repo'>): Promise<Session> {
  const repo = await openRepo(start);
  try {
    return await openSession({ ...options, repo });
  } catch (error) {
    await repo.close();
    throw error;
  }
}
