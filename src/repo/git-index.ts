import type { Repo } from './repo.ts';
import type { Entry } from './tree-codec.ts';

export interface IndexEntry extends Entry {
  readonly stage: number;
  readonly skipWorktree: boolean;
  readonly assumeUnchanged: boolean;
  readonly intentToAdd: boolean;
}

/** The index's entries by path (several where unmerged). */
export async function readIndex(
  _repo: Repo,
  _paths?: readonly string[],
): Promise<ReadonlyMap<string, readonly IndexEntry[]>> {
  throw new Error('not built yet');
}
/** Equal stamps: the index was not written in between. */
export function indexStamp(_repo: Repo): string {
  throw new Error('not built yet');
}
