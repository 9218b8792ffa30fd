// The proposal that a save goes into: there, pending, and this session's to change.
import { refuse } from '../../refusal.ts';
import { head, type Oid, type Repo, readRef, worktrees } from '../../repo/index.ts';
import type { Facts } from '../facts.ts';
import { branchOf, endedRef, shortHead } from '../ids.ts';
import { storyOf } from '../line.ts';
import { checkTwins } from '../pending.ts';
import type { ProposeRequest } from '../request.ts';
import { targetOf } from '../target.ts';
import { isOwn } from './first.ts';

export interface Waiting {
  readonly id: string;
  readonly tip: Oid;
  readonly story: Facts;
  readonly target: string;
  /** Short name of the branch checked out here; null when detached. */
  readonly here: string | null;
}

/**
 * Refuses `no_such_proposal` and `already_ended` when it does not wait, `proposal_moved` when it is not at the pinned
 * tip, `review_needed` when another session wrote it and no tip says that it was read, `checked_out_elsewhere` when
 * a worktree holds its branch.
 */
export async function waitingFor(repo: Repo, request: ProposeRequest): Promise<Waiting> {
  const id = request.into!;
  const tip = await readRef(repo, branchOf(id));
  if (tip === null) return refuseGone(repo, id);
  if (tip === (await readRef(repo, endedRef(id)))) return refuseEnded(id);
  if (request.tip !== undefined && request.tip !== tip) return refuseMoved(id, tip);
  const story = await storyOf(repo, id, tip);
  if (!isOwn(request, story.session) && request.tip === undefined) return refuseForeign(id, tip, story);
  await checkTwins(repo, id);
  await checkFree(repo, id);
  const target = await targetOf(repo, story, tip);
  const here = shortHead((await head(repo)).branch);
  if (target.name === null) {
    return refuse('target_gone', `no branch is the target of ${id}`, { hint: 'Name one with target.' });
  }
  return { id, tip, story, target: target.name, here };
}

async function checkFree(repo: Repo, id: string): Promise<void> {
  const holder = (await worktrees(repo)).find(({ branch }) => branch === branchOf(id));
  if (holder === undefined) return;
  refuse('checked_out_elsewhere', `proposals/${id} is checked out in ${holder.path}`, {
    details: { proposal: id, worktree: holder.path },
    hint: 'Check out another branch there, then save again.',
  });
}

async function refuseGone(repo: Repo, id: string): Promise<never> {
  if ((await readRef(repo, endedRef(id))) !== null) return refuseEnded(id);
  return refuse('no_such_proposal', `there is no proposal ${id}`, {
    details: { proposal: id },
    hint: 'Save without naming a proposal: that makes a new one.',
  });
}

function refuseEnded(id: string): never {
  return refuse('already_ended', `${id} has ended`, {
    details: { proposal: id },
    hint: 'Save without naming a proposal: that makes a new one.',
  });
}

function refuseMoved(id: string, tip: Oid): never {
  return refuse('proposal_moved', `${id} is at ${tip.slice(0, 10)} now`, {
    details: { proposal: id, tip },
    hint: 'Read what changed (proposal.diff), then save with the new tip.',
  });
}

function refuseForeign(id: string, tip: Oid, { session, agent }: Facts): never {
  return refuse('review_needed', `another session wrote ${id}`, {
    details: { proposal: id, tip, session, agent },
    hint: `Read it (proposal.diff), then save with tip: ${tip}.`,
  });
}
