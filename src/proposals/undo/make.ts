import { refuse } from '../../refusal.ts';
import type { MadeCommit, Oid, Repo } from '../../repo/index.ts';
import { type Signatures, type TreePlan, verifyChanges, writeContents } from '../apply/commit.ts';
import { nextRevision, revertCommit, treeAgain, treeWith } from './commits.ts';
import type { UndoPlan } from './plan.ts';

/** The commits that a plan leads to. */
export interface Made {
  /** Where the target goes; undefined: it stays. Null: it has no commit again. */
  readonly targetTo: Oid | null | undefined;
  /** The revision that waits afterwards; null: the tip that ended. */
  readonly next: Oid | null;
}

interface Reverted {
  readonly purpose: string;
  readonly commit: MadeCommit;
}

/**
 * Makes the commits of plans, the same thing once. Nobody is asked twice: hooks and keys have spoken for another
 * state. Refuses `target_moved` then, and what `revertCommit` refuses.
 */
export function makerOf(repo: Repo, who: Signatures): (plan: UndoPlan) => Promise<Made> {
  let last: Reverted | null = null;
  return async (plan) => {
    const tree = await writeContents(repo, plan);
    if (plan.way !== 'revert') return madeFor(repo, plan, tree, who);
    last = await revertOnce(repo, plan, { tree, who, last });
    return madeOn(repo, plan, last.commit.oid, who);
  };
}

async function madeFor(
  repo: Repo,
  { end, way, landed, docs }: UndoPlan,
  tree: TreePlan,
  { committer }: Signatures,
): Promise<Made> {
  if (way === 'reopen') return { targetTo: undefined, next: null };
  if (way === 'back') {
    const { before } = landed!;
    await verifyChanges(repo, end.targetOid, before, tree);
    return { targetTo: before, next: null };
  }
  const parent = end.targetOid!;
  const again = { parent, tree: await treeWith(repo, parent, { docs }), committer };
  return { targetTo: undefined, next: await nextRevision(repo, end, again) };
}

async function madeOn(repo: Repo, plan: UndoPlan, parent: Oid, { committer }: Signatures): Promise<Made> {
  const again = { parent, tree: await treeAgain(repo, plan, parent), committer };
  return { targetTo: parent, next: await nextRevision(repo, plan.end, again) };
}

async function revertOnce(
  repo: Repo,
  plan: UndoPlan,
  { tree, who, last }: { tree: TreePlan; who: Signatures; last: Reverted | null },
): Promise<Reverted> {
  const purpose = JSON.stringify([plan.end.targetOid, plan.end.tip, [...tree]]);
  if (last?.purpose === purpose) return last;
  if (last?.commit.asked) refuseTargetMoved(plan);
  return { purpose, commit: await revertCommit(repo, plan, tree, who) };
}

function refuseTargetMoved({ end: { id, target } }: UndoPlan): never {
  refuse('target_moved', `${target} moved while the undo of ${id} was being signed or checked.`, {
    details: { proposal: id, target },
    hint: 'Nothing was changed. Try again.',
  });
}
