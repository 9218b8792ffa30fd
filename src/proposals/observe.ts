// What happened to proposals by other tools: found by looking at the refs, and told once.
import { type Givens, listRefs, type Oid, type Repo } from '../repo/index.ts';
import {
  type EventKind,
  type NewEvent,
  recordEvent,
  reopeningEvent,
  toldOf,
  toldProposals,
} from './events.ts';
import { branchOf, PROPOSALS } from './ids.ts';
import { storyOf } from './line.ts';
import { listProposals } from './list.ts';
import { reopeningOf } from './outcome/verdict.ts';
import { outcomeOf, outcomesStamp } from './outcome.ts';
import type { Outcome, OutcomeName, Proposal } from './proposal.ts';
import { readReviews } from './reviews.ts';

const ENDS: Readonly<Record<Exclude<OutcomeName, 'pending'>, EventKind>> = {
  applied: 'proposal.applied',
  rejected: 'proposal.rejected',
  withdrawn: 'proposal.withdrawn',
  superseded: 'proposal.rejected',
  removed: 'proposal.rejected',
};
const looked = new WeakMap<Repo, string>();

/** Records what the log does not tell yet: branches that came, moved or ended. A few stats when nothing moved. */
export async function observeProposals(repo: Repo, givens: Givens): Promise<void> {
  const stamp = outcomesStamp(repo);
  if (stamp !== '' && looked.get(repo) === stamp) return;
  const here = await listProposals(repo, { state: 'all' });
  const branches = await listRefs(repo, PROPOSALS);
  for (const each of here)
    if (branches.has(branchOf(each.id)) && each.state !== 'empty') await observe(repo, each, givens);
  for (const id of await toldProposals(repo))
    if (!branches.has(branchOf(id))) await observeEnd(repo, id, givens);
  looked.set(repo, stamp);
}

async function observe(repo: Repo, proposal: Proposal, givens: Givens): Promise<void> {
  const { id, tip, docs, summary, agent, by, outcome } = proposal;
  const told = await toldOf(repo, id);
  const ended = [...told.values()].some((kinds) => Object.values(ENDS).some((end) => kinds.has(end)));
  if (ended && proposal.state === 'pending') await observeReopening(repo, id, tip, givens);
  const kind =
    told.size === 0 || told.get(tip)?.has('proposal.created') ? 'proposal.created' : 'proposal.revised';
  const who = { name: agent?.name ?? by.name, role: agent === null ? 'unknown' : 'agent' };
  await recordEvent(repo, { kind, proposal: id, tip, by: who, docs, summary }, givens);
  if (outcome && proposal.state === 'ended') await recordEvent(repo, endOf(id, outcome), givens);
}

/** A proposal that the log tells of as ended, and that waits again: at the same tip, or as the revision that came then. */
async function observeReopening(repo: Repo, id: string, tip: Oid, givens: Givens): Promise<void> {
  const events = (await readReviews(repo, id)).filter(
    (event) => event.tip === tip || event.reopened?.next === tip,
  );
  const event = reopeningOf(events);
  if (event !== null) await recordEvent(repo, reopeningEvent(event), givens);
}

/** A proposal that the log tells of and that has no branch any more. */
async function observeEnd(repo: Repo, id: string, givens: Givens): Promise<void> {
  const told = [...(await toldOf(repo, id))];
  const ends = Object.values(ENDS);
  const [tip, kinds] = told.at(-1) ?? [];
  if (tip === undefined || kinds === undefined || ends.some((kind) => kinds.has(kind))) return;
  const { target } = await storyOf(repo, id, tip);
  const outcome = await outcomeOf(repo, { id, tip, target });
  if (outcome.outcome !== 'pending') await recordEvent(repo, endOf(id, outcome), givens);
}

function endOf(proposal: string, { outcome, tip, by, oid, reason }: Outcome): NewEvent {
  return {
    kind: ENDS[outcome as Exclude<OutcomeName, 'pending'>],
    proposal,
    tip,
    ...(oid === undefined ? {} : { oid }),
    ...(by === null ? {} : { by: { name: by.name, role: by.role } }),
    ...(reason === undefined ? {} : { reason }),
    ...(outcome === 'removed' || outcome === 'superseded' ? { outcome } : {}),
  };
}
