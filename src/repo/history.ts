import type { Oid, Repo } from './repo.ts';

export async function mergeBases(_repo: Repo, _a: Oid, _b: Oid): Promise<Oid[]> {
  throw new Error('not built yet');
}
export async function isAncestor(_repo: Repo, _a: Oid, _b: Oid): Promise<boolean> {
  throw new Error('not built yet');
}
/** Commits in the history of `to` that `from` lacks, newest first. */
export async function commitsBetween(
  _repo: Repo,
  _range: { readonly from: Oid | null; readonly to: Oid },
): Promise<Oid[]> {
  throw new Error('not built yet');
}
/** `from` and its first parents, newest first, at most `limit`. */
export async function firstParents(_repo: Repo, _from: Oid, _limit: number): Promise<Oid[]> {
  throw new Error('not built yet');
}
/** Commits whose parents a shallow clone lacks. */
export async function shallowBoundary(_repo: Repo): Promise<ReadonlySet<Oid>> {
  throw new Error('not built yet');
}
