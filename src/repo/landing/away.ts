// Landing on a branch that no work tree has checked out, so that no file changes. A checkout of it that is under way
// would end with the files of the branch as it was before: it is kept away, or waited for, by git's own lock.
import { setTimeout as pause } from 'node:timers/promises';
import type { RefMove } from '../move-refs.ts';
import { head, readRef } from '../refs.ts';
import type { Repo } from '../repo.ts';
import { worktrees } from '../worktrees.ts';
import { releaseIndexLock, takeIndexLock } from './index-lock.ts';
import type { PreparedRefs } from './ref-transaction.ts';

/** The branch that moves, if a work tree has it checked out: that tree would be left behind. */
export async function takenUp(repo: Repo, refs: readonly RefMove[]): Promise<string | null> {
  const ref = movingBranch(refs);
  return ref && (await worktrees(repo)).some(({ branch }) => branch === ref) ? ref : null;
}

/** Holds index.lock while HEAD is not on the branch that moves; or says what is in the way, and holds nothing. */
export async function keepAway(
  repo: Repo,
  folder: string,
  refs: readonly RefMove[],
): Promise<[why: 'locked' | 'head', what: string] | null> {
  const ref = movingBranch(refs);
  if (!ref) return null;
  if (!takeIndexLock(repo, folder)) return ['locked', 'index.lock'];
  let held = false;
  try {
    held = (await head(repo)).branch !== ref;
    return held ? null : ['head', ref];
  } finally {
    if (!held) releaseIndexLock(repo, folder);
  }
}

/**
 * Commits and lets go of the lock as soon as the first ref is there: a hook that hears of the move may take its
 * time. Returns what git said when nothing moved.
 */
export async function commitHeld(
  repo: Repo,
  folder: string,
  refs: readonly RefMove[],
  prepared: PreparedRefs,
): Promise<string | null> {
  let over = false;
  const committed = prepared.commit().finally(() => {
    over = true;
  });
  try {
    const [key] = refs;
    while (key && !over && (await readRef(repo, key.ref)) !== key.to)
      await Promise.race([committed, pause(2)]);
  } finally {
    releaseIndexLock(repo, folder);
  }
  return committed;
}

function movingBranch(refs: readonly RefMove[]): string | null {
  const moves = refs.filter(({ from, to }) => to !== null && to !== from);
  return moves.find(({ ref }) => ref.startsWith('refs/heads/'))?.ref ?? null;
}
