import type { Oid, Repo } from './repo.ts';

export interface Worktree {
  readonly path: string;
  readonly branch: string | null;
  readonly head: Oid | null;
}
export type Operation = 'merge' | 'rebase' | 'cherry-pick' | 'revert' | 'bisect';

/** Every worktree of the repository, the main one first. */
export async function worktrees(_repo: Repo): Promise<Worktree[]> {
  throw new Error('not built yet');
}
/** The git operation that waits for its end in this worktree. */
export async function operationInProgress(_repo: Repo): Promise<Operation | null> {
  throw new Error('not built yet');
}
