import { isRefBroken, listRefs, type Oid, type Repo } from '../repo/index.ts';
import { branchOf, decodeId, ENDED, endedRef, PROPOSALS, REVIEWS, REVISIONS, reviewsRef } from './ids.ts';

/** A proposal of which only revisions are there. */
export interface HalfMade {
  readonly id: string;
  /** Its newest revision. */
  readonly tip: Oid;
}

/**
 * Proposals that have revisions, but neither a branch, nor an end, nor a word about one: their branch was removed
 * with git, or a process was killed while git moved the refs of a save.
 */
export async function halfMade(repo: Repo): Promise<HalfMade[]> {
  const [revisions, branches, ended, reviews] = await Promise.all(
    [REVISIONS, PROPOSALS, ENDED, REVIEWS].map((prefix) => listRefs(repo, prefix)),
  );
  const newest = new Map<string, { revision: number; tip: Oid }>();
  for (const [ref, tip] of revisions!) {
    const slash = ref.lastIndexOf('/');
    const id = decodeId(ref.slice(REVISIONS.length, slash));
    const revision = Number(ref.slice(slash + 1));
    if (revision > (newest.get(id)?.revision ?? 0)) newest.set(id, { revision, tip });
  }
  return [...newest]
    .filter(
      ([id]) =>
        !branches!.has(branchOf(id)) &&
        !ended!.has(endedRef(id)) &&
        !reviews!.has(reviewsRef(id)) &&
        !isRefBroken(repo, branchOf(id)),
    )
    .map(([id, { tip }]) => ({ id, tip }));
}
