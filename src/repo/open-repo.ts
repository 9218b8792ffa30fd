import type { Repo } from './repo.ts';

/** Finds the repository around the folder `start`. Refuses `no_repo`, `unsupported_repo`. Writes nothing. */
export async function openRepo(_start: string): Promise<Repo> {
  throw new Error('not built yet');
}
