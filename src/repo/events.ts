import type { Givens, Repo } from './repo.ts';

export async function appendEvent(_repo: Repo, _event: object, _givens: Givens): Promise<void> {
  throw new Error('not built yet');
}
/** Events after the cursor (null: from the beginning), oldest first. Refuses `cursor_expired`. */
export async function readEvents(
  _repo: Repo,
  _since: string | null,
  _limit: number,
): Promise<{ events: object[]; cursor: string; complete: boolean }> {
  throw new Error('not built yet');
}
