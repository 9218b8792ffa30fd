import type { Repo } from './repo.ts';

/** Whether git ignores the path (tracked paths are never ignored). */
export async function isIgnored(_repo: Repo, _path: string): Promise<boolean> {
  throw new Error('not built yet');
}
/** Whether the index has the path. */
export async function isTracked(_repo: Repo, _path: string): Promise<boolean> {
  throw new Error('not built yet');
}
