import type { Repo } from './repo.ts';

export interface DiskFile {
  readonly bytes: Buffer;
  readonly executable: boolean;
  readonly mtimeMs: number;
  readonly size: number;
}

/** The file, or null when absent. */
export async function readDisk(_repo: Repo, _path: string): Promise<DiskFile | null> {
  throw new Error('not built yet');
}
/** Replaces the file at once. `expect` (null: absent) must be what it holds. */
export async function writeDisk(
  _repo: Repo,
  _path: string,
  _bytes: Uint8Array,
  _options: { readonly executable?: boolean; readonly expect?: Uint8Array | null } = {},
): Promise<void> {
  throw new Error('not built yet');
}
/** Removes the file and the folders it leaves empty. */
export async function removeDisk(
  _repo: Repo,
  _path: string,
  _options: { readonly expect?: Uint8Array } = {},
): Promise<void> {
  throw new Error('not built yet');
}
