import type { Repo } from './repo.ts';

/** Runs the work while no other docket process does. Refuses `locked`. */
export async function withLock<T>(
  _repo: Repo,
  _work: () => Promise<T>,
  _options: { readonly waitMs?: number } = {},
): Promise<T> {
  throw new Error('not built yet');
}
