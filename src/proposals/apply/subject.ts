import { refuse } from '../../refusal.ts';
import { type Head, head, type Oid, operationInProgress, type Repo, worktrees } from '../../repo/index.ts';
import type { Facts as Story } from '../facts.ts';
import { findProposal } from '../find.ts';
import { headRef } from '../ids.ts';
import { storyOf } from '../line.ts';
import { outcomeOf } from '../outcome.ts';
import { targetOf, targetTip } from '../target.ts';
import { type Blocked, blocked } from './blocked.ts';

/** A proposal that may be applied, and the branch it would land on. */
export interface Subject {
  readonly id: string;
  readonly tip: Oid;
  readonly story: Story;
  /** Short name; empty when none can be told. */
  readonly target: string;
  readonly targetAssumed: boolean;
  /** Null: no commit yet, or no such branch. */
  readonly targetOid: Oid | null;
  readonly head: Head;
  /** The target is checked out in this work tree. */
  readonly here: boolean;
  /** What stands in the way whatever the proposal holds. */
  readonly blocked: Blocked | null;
}

/** Finds a pending proposal and its target. Refuses `no_such_proposal`, `ambiguous`, `already_ended`. */
export async function subjectOf(repo: Repo, name: string): Promise<Subject> {
  const { id, tip, branch } = await findProposal(repo, name);
  const story = await storyOf(repo, id, tip);
  const target = await targetOf(repo, story, tip);
  const outcome = await outcomeOf(repo, { id, tip, target: target.name });
  if (outcome.outcome !== 'pending' || !branch) refuseEnded(id, outcome.outcome, outcome.reason);
  const [targetOid, now] = await Promise.all([targetTip(repo, target.name), head(repo)]);
  const here = target.name !== null && now.branch === headRef(target.name);
  return {
    id,
    tip,
    story,
    target: target.name ?? '',
    targetAssumed: target.assumed,
    targetOid,
    head: now,
    here,
    blocked: outcome.empty ? EMPTY : await inTheWay(repo, target.name, targetOid, here),
  };
}

const EMPTY = blocked('empty', 'Its branch has no commit of its own.', {
  hint: 'Wait for its first commit, or remove the branch.',
});

/** What stands in the way of changing the target here, whatever the change is. */
export async function inTheWay(
  repo: Repo,
  target: string | null,
  targetOid: Oid | null,
  here: boolean,
): Promise<Blocked | null> {
  if (target === null) {
    return blocked('no_target', 'It names no branch to land on, and HEAD is on none.', {
      hint: 'Check the branch out that it is for, then approve it.',
    });
  }
  if (targetOid === null && !here) {
    return blocked('target_gone', `The branch ${target} that it aims at does not exist.`, {
      hint: `Make the branch again (git branch ${target} <commit>), or reject the proposal.`,
    });
  }
  const operation = await operationInProgress(repo);
  if (operation !== null) {
    return blocked('operation', `A ${operation} is in progress.`, {
      hint: 'End it first (git status says how), then try again.',
    });
  }
  return here ? null : elsewhere(repo, target);
}

async function elsewhere(repo: Repo, target: string): Promise<Blocked | null> {
  const tree = (await worktrees(repo)).find(({ branch }) => branch === headRef(target));
  if (!tree) return null;
  return blocked('checked_out_elsewhere', `The branch ${target} is checked out in ${tree.path}.`, {
    hint: tree.gone
      ? 'That folder is gone. If it will not come back: git worktree prune. Then try again.'
      : 'Do it there.',
  });
}

function refuseEnded(id: string, outcome: string, reason: string | undefined): never {
  refuse('already_ended', `${id} is ${outcome === 'pending' ? 'without a branch' : `${outcome} already`}.`, {
    details: { proposal: id, outcome, ...(reason === undefined ? {} : { reason }) },
    hint: 'Read it with proposal.show; its agent can propose the change again.',
  });
}
