import type { Person } from './commit-codec.ts';
import type { Oid, Repo } from './repo.ts';
import type { Entry } from './tree-codec.ts';

export interface NewCommit {
  readonly tree: Oid;
  readonly parents: readonly Oid[];
  readonly author: Person;
  readonly committer: Person;
  readonly message: string;
}

/** The name that git gives to these bytes as a blob. */
export function hashBlob(_repo: Repo, _bytes: Uint8Array): Oid {
  throw new Error('not built yet');
}
/** Stores a blob. */
export async function writeBlob(_repo: Repo, _bytes: Uint8Array): Promise<Oid> {
  throw new Error('not built yet');
}
/** Stores the tree `base` (null: empty) with the changes (null: removed); every other entry passes unchanged. */
export async function writeTree(
  _repo: Repo,
  _base: Oid | null,
  _changes: ReadonlyMap<string, Entry | null>,
): Promise<Oid> {
  throw new Error('not built yet');
}
/** Stores a commit. */
export async function writeCommit(_repo: Repo, _commit: NewCommit): Promise<Oid> {
  throw new Error('not built yet');
}
