// What became of a proposal: read from refs and bytes, whatever tool moved them.
import { isAncestor, type Oid, type Repo, readObject, readRef, refsStamp } from '../repo/index.ts';
import { factsOf } from './facts.ts';
import { branchOf, endedRef } from './ids.ts';
import { ownLine, revisionAt, revisionsOf } from './line.ts';
import { hadCommits, isUncommitted, lookAgain, onUpstream } from './outcome/gone.ts';
import { isWhole } from './outcome/held.ts';
import { type Landing, landingOn } from './outcome/landing.ts';
import { decidingEvent, reopeningOf, type VerdictFacts, verdict } from './outcome/verdict.ts';
import type { Outcome } from './proposal.ts';
import { type ReviewEvent, readReviews } from './reviews.ts';
import { forkOf, targetOf, targetTip } from './target.ts';

export interface OutcomeQuestion {
  readonly id: string;
  readonly tip: Oid;
  /** Short branch name; null asks the proposal itself. */
  readonly target: string | null;
  /** The commit that the proposal stands on, where it is known. */
  readonly base?: Oid | null;
  readonly docs?: readonly string[];
}

/**
 * What became of a tip. Bytes decide; events of docket come next; a branch that is there is pending, and one that is
 * nowhere to be found is `removed`. What is unknown is never told as applied. When the proposal has moved on from
 * that tip, the answer is about the tip it has now, and says so in `tip`.
 */
export async function outcomeOf(repo: Repo, question: OutcomeQuestion): Promise<Outcome> {
  const { id, tip } = question;
  const first = await readRef(repo, branchOf(id));
  const events = await eventsFor(repo, id, tip);
  const again = await reopenedAs(repo, id, tip, events);
  if (again !== null) return outcomeOf(repo, { id, tip: again, target: question.target });
  const known = first !== null || decidingEvent(events) !== null;
  const branch = known ? { tip: first } : await lookAgain(repo, id, tip);
  const target = question.target ?? (await targetOf(repo, await factsOf(repo, tip), tip)).name;
  const targetOid = await targetTip(repo, target);
  const ask = { id, tip, base: await baseOf(repo, question, targetOid) };
  const landing =
    targetOid === null ? null : await landingOn(repo, { ...ask, target: targetOid, deep: true });
  const over = await isOver(repo, landing, events);
  const facts = { tip, branch: stateOf(branch.tip, tip), landing, events, over };
  if (branch.tip === tip && (await isEmpty(repo, facts, id))) return { ...pendingAt(tip), empty: true };
  const outcome = verdict({ ...facts, twin: await isTwin(repo, ask, landing, events) });
  const open = outcome.outcome === 'pending' || outcome.outcome === 'removed';
  const next = open ? await movedTo(repo, id, tip, branch.tip) : null;
  if (next !== null) return outcomeOf(repo, { id, tip: next, target: question.target });
  if (outcome.outcome === 'removed' && target !== null) return elsewhere(repo, facts, target, ask);
  return branch.renamedTo === undefined ? outcome : { ...outcome, renamedTo: branch.renamedTo };
}

/** Changes when an outcome may have; empty when that cannot be told cheaply. */
export function outcomesStamp(repo: Repo): string {
  return refsStamp(repo);
}

function stateOf(now: Oid | null, tip: Oid): VerdictFacts['branch'] {
  return now === null ? 'gone' : now === tip ? 'here' : 'moved';
}

function pendingAt(tip: Oid): Outcome {
  return { outcome: 'pending', by: null, at: null, tip };
}

/** Whether the tip is a commit of the target's own line that was never the proposal's. */
async function isEmpty(repo: Repo, { tip, landing, events }: VerdictFacts, id: string): Promise<boolean> {
  if (landing?.how !== 'merged' || landing.oid !== tip || events.length > 0) return false;
  const revisions = await revisionsOf(repo, id);
  const own =
    [...revisions.values()].includes(tip) || (await ownLine(repo, id, tip, revisions)).base !== undefined;
  return !own && (revisions.size > 0 || !(await hadCommits(repo, branchOf(id))));
}

/** The commit that a proposal stands on: as given, as its own commits tell, else where it parts from the target. */
export async function baseOf(
  repo: Repo,
  { id, tip, base }: Pick<OutcomeQuestion, 'id' | 'tip' | 'base'>,
  targetOid: Oid | null,
): Promise<Oid | null> {
  if (base !== undefined) return base;
  const line = await ownLine(repo, id, tip, await revisionsOf(repo, id));
  return line.base === undefined ? forkOf(repo, targetOid, tip) : line.base;
}

/** The later revision that waits in place of a tip since it was reopened. */
async function reopenedAs(
  repo: Repo,
  id: string,
  tip: Oid,
  events: readonly ReviewEvent[],
): Promise<Oid | null> {
  const next = reopeningOf(events)?.reopened?.next;
  if (next === undefined) return null;
  const revisions = await revisionsOf(repo, id);
  return revisionAt(revisions, next) > revisionAt(revisions, tip) && [...revisions.values()].includes(next)
    ? next
    : null;
}

/** Whether the target had the change, or only the commits of it, before the proposal was reopened, and not since. */
async function isOver(repo: Repo, landing: Landing | null, events: readonly ReviewEvent[]): Promise<boolean> {
  const reopening = reopeningOf(events);
  if (reopening === null || landing === null) return false;
  if (landing.since === undefined && landing.landed > 0) return false;
  const then = reopening.reopened?.targetOid ?? null;
  if (then === null || landing.oid === null || (await readObject(repo, then)) === null) return true;
  return isAncestor(repo, landing.oid, then);
}

/** Events about a tip; for a tip that the ended one holds, those about that one. */
export async function eventsFor(repo: Repo, id: string, tip: Oid): Promise<ReviewEvent[]> {
  const all = await readReviews(repo, id);
  const own = all.filter((event) => event.tip === tip || event.reopened?.next === tip);
  if (own.length > 0 || all.length === 0) return own;
  const last = await readRef(repo, endedRef(id));
  if (last === null || last === tip || !(await isAncestor(repo, tip, last))) return own;
  return all.filter((event) => event.tip === last);
}

/** Whether the target had the same change already when docket ended the proposal unlanded. */
async function isTwin(
  repo: Repo,
  ask: { id: string; tip: Oid; base: Oid | null },
  landing: Landing | null,
  events: readonly ReviewEvent[],
): Promise<boolean> {
  const then = decidingEvent(events)?.targetOid;
  if (then === undefined || landing?.how !== 'bytes' || landing.named) return false;
  const before = await landingOn(repo, { ...ask, target: then, deep: false });
  return before !== null && isWhole(before);
}

/** The tip that the proposal went on to, when it is not at this one. */
async function movedTo(repo: Repo, id: string, tip: Oid, now: Oid | null): Promise<Oid | null> {
  const next = now ?? (await readRef(repo, endedRef(id)));
  return next === null || next === tip ? null : next;
}

async function elsewhere(
  repo: Repo,
  facts: VerdictFacts,
  target: string,
  ask: { id: string; tip: Oid; base: Oid | null },
): Promise<Outcome> {
  const upstream = await onUpstream(repo, target, ask);
  if (upstream !== null) return verdict({ ...facts, upstream });
  return verdict({ ...facts, uncommitted: await isUncommitted(repo, target, ask) });
}
