import type { Person } from './commit-codec.ts';
import type { Oid, Repo } from './repo.ts';
import type { Entry, TreeEntry } from './tree-codec.ts';

export interface StoredObject {
  readonly type: 'blob' | 'tree' | 'commit' | 'tag';
  readonly bytes: Buffer;
}

export interface Commit {
  readonly oid: Oid;
  readonly tree: Oid;
  readonly parents: readonly Oid[];
  readonly author: Person;
  readonly committer: Person;
  readonly message: string;
  readonly signed: boolean;
}

/** The object, or null where the repository has none of that name. */
export async function readObject(_repo: Repo, _oid: Oid): Promise<StoredObject | null> {
  throw new Error('not built yet');
}
/** A blob's bytes; throws when it is missing. */
export async function readBlob(_repo: Repo, _oid: Oid): Promise<Buffer> {
  throw new Error('not built yet');
}
/** A commit; throws when it is missing. */
export async function readCommit(_repo: Repo, _oid: Oid): Promise<Commit> {
  throw new Error('not built yet');
}
/** A tree's entries; throws when it is missing. */
export async function readTree(_repo: Repo, _oid: Oid): Promise<readonly TreeEntry[]> {
  throw new Error('not built yet');
}
/** What `path` is in the commit; null commit: the empty tree. */
export async function entryAt(_repo: Repo, _commit: Oid | null, _path: string): Promise<Entry | null> {
  throw new Error('not built yet');
}
/** Every leaf of the commit's tree by path. */
export async function listPaths(_repo: Repo, _commit: Oid | null): Promise<ReadonlyMap<string, Entry>> {
  throw new Error('not built yet');
}
