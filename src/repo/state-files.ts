import type { Repo } from './repo.ts';

/** A machine-local file by name (`drafts/x.json`); null when absent. */
export async function readStateFile<T>(_repo: Repo, _name: string): Promise<T | null> {
  throw new Error('not built yet');
}
export async function writeStateFile(
  _repo: Repo,
  _name: string,
  _value: { readonly version: number },
): Promise<void> {
  throw new Error('not built yet');
}
export async function removeStateFile(_repo: Repo, _name: string): Promise<void> {
  throw new Error('not built yet');
}
/** Names (with the folder) of the files in a folder of the state. */
export async function listStateFiles(_repo: Repo, _folder: string): Promise<string[]> {
  throw new Error('not built yet');
}
