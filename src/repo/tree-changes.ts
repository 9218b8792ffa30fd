import type { Oid, Repo } from './repo.ts';
import type { Entry } from './tree-codec.ts';

export interface PathChange {
  readonly path: string;
  readonly before: Entry | null;
  readonly after: Entry | null;
}

/** The leaves that differ between two commits (null: the empty tree), by path order. */
export async function treeChanges(
  _repo: Repo,
  _before: Oid | null,
  _after: Oid | null,
): Promise<PathChange[]> {
  throw new Error('not built yet');
}
