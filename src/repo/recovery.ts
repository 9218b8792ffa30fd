import type { Givens, Repo } from './repo.ts';

/** Keeps bytes that are about to be overwritten; returns where. */
export async function keepRecovery(
  _repo: Repo,
  _path: string,
  _bytes: Uint8Array,
  _why: string,
  _givens: Givens,
): Promise<string> {
  throw new Error('not built yet');
}
