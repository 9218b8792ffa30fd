// What a proposal has become, as far as taking it back goes.
import { refuse } from '../../refusal.ts';
import { isAncestor, type Oid, type Repo, readRef } from '../../repo/index.ts';
import type { Facts } from '../facts.ts';
import { findProposal } from '../find.ts';
import { branchOf, endedRef } from '../ids.ts';
import { storyOf } from '../line.ts';
import { standingEnds } from '../outcome/verdict.ts';
import { eventsFor, outcomeOf } from '../outcome.ts';
import type { Outcome, OutcomeName } from '../proposal.ts';
import type { ReviewEvent } from '../reviews.ts';
import { targetOf, targetTip } from '../target.ts';

export type EndName = Exclude<OutcomeName, 'pending'>;

/** A proposal that has ended. */
export interface End {
  readonly id: string;
  /** The tip that ended. */
  readonly tip: Oid;
  readonly was: EndName;
  readonly outcome: Outcome;
  /** The recorded ends of that tip that still count. */
  readonly events: readonly ReviewEvent[];
  readonly story: Facts;
  /** Where its branch is, when that was left behind. */
  readonly branchAt: Oid | null;
  readonly endedAt: Oid | null;
  /** Short name of the branch that it was for; null when none can be told. */
  readonly target: string | null;
  readonly targetAssumed: boolean;
  readonly targetOid: Oid | null;
}

/** Reads how a proposal ended. Refuses `no_such_proposal`, `ambiguous`, and `blocked` (cause `pending`) for one that waits. */
export async function endOf(repo: Repo, name: string): Promise<End> {
  const { id, tip: found, branch } = await findProposal(repo, name);
  const [branchAt, endedAt] = await Promise.all([readRef(repo, branchOf(id)), readRef(repo, endedRef(id))]);
  const behind = branch && endedAt !== null && (await isAncestor(repo, found, endedAt));
  const tip = behind ? endedAt : found;
  const story = await storyOf(repo, id, tip);
  const target = await targetOf(repo, story, tip);
  const outcome = await outcomeOf(repo, { id, tip, target: target.name });
  if (outcome.outcome === 'pending') refusePending(id, outcome);
  const events = standingEnds(await eventsFor(repo, id, tip));
  const landedOn = events.find(({ kind }) => kind === 'applied')?.applied?.target ?? target.name;
  return {
    ...{ id, tip, was: outcome.outcome, outcome, events, story, branchAt, endedAt },
    target: landedOn,
    targetAssumed: target.assumed,
    targetOid: await targetTip(repo, landedOn),
  };
}

function refusePending(id: string, { renamedTo }: Outcome): never {
  const where = renamedTo === undefined ? 'pending' : `pending as ${renamedTo}`;
  refuse('blocked', `${id} is ${where}: there is no apply and no reject of it to undo.`, {
    details: { proposal: id, cause: 'pending' },
    hint: 'See what ended with docket list --state ended.',
  });
}
