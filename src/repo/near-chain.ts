import { existsSync } from 'node:fs';
import { findCommit } from './objects.ts';
import type { Oid, Repo } from './repo.ts';

const NEAR = 16;

/**
 * The commit and its ancestors as long as each has one parent, newest first, a few at most. It ends at a merge, so
 * whatever follows the last one is not told. Empty in a shallow clone, where git cuts histories in its own way.
 */
export async function nearChain(repo: Repo, from: Oid): Promise<Oid[]> {
  if (existsSync(`${repo.commonDir}/shallow`)) return [];
  const chain: Oid[] = [];
  for (let next: Oid | undefined = from; next && chain.length < NEAR; ) {
    const commit = await findCommit(repo, next);
    if (!commit) break;
    chain.push(next);
    next = commit.parents.length === 1 ? commit.parents[0] : undefined;
  }
  return chain;
}
