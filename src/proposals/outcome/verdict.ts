// What became of one tip, decided from facts alone.
import type { Oid } from '../../repo/index.ts';
import { isAgentAddress } from '../author.ts';
import type { By, Outcome, OutcomeName } from '../proposal.ts';
import type { ReviewEvent } from '../reviews.ts';
import { isWhole } from './held.ts';
import type { Landing } from './landing.ts';

export interface VerdictFacts {
  readonly tip: Oid;
  /** The proposal's branch: at the tip (also under another name), at another tip, or not to be found. */
  readonly branch: 'here' | 'moved' | 'gone';
  readonly landing: Landing | null;
  /** Events about this tip. */
  readonly events: readonly ReviewEvent[];
  /** What the landing tells was over when the proposal was reopened. */
  readonly over?: boolean;
  /** The target held the same change when the proposal was ended unlanded: another one brought it. */
  readonly twin?: boolean;
  /** A remote-tracking branch that holds it where the target does not. */
  readonly upstream?: { readonly on: string; readonly landing: Landing } | null;
  /** Index or work tree hold it, no commit does. */
  readonly uncommitted?: boolean;
}

/** Kinds of event that end a proposal; of two, the first here counts. */
const ENDS = ['applied', 'rejected', 'withdrawn', 'superseded'] as const;

/**
 * The outcome. Bytes that are the proposal's own beat events, events beat absence, and what is not known is never
 * told as applied.
 */
export function verdict(given: VerdictFacts): Outcome {
  const event = decidingEvent(given.events);
  const facts = given.over ? { ...given, landing: null } : given;
  const { tip, branch, landing } = facts;
  const outcome = ended(facts, event);
  if (outcome !== null) return branch === 'here' ? { ...outcome, branchLeft: true } : outcome;
  const partial = landing !== null && landing.landed > 0 ? partOf(landing) : {};
  if (branch === 'gone') return gone(facts);
  return {
    outcome: 'pending',
    by: null,
    at: null,
    tip,
    ...partial,
    ...reopenedBy(reopeningOf(facts.events)),
  };
}

/** The event that counts, of those about one tip: none when the proposal was reopened since. */
export function decidingEvent(events: readonly ReviewEvent[]): ReviewEvent | null {
  const rank = ({ kind }: ReviewEvent) => (ENDS as readonly string[]).indexOf(kind);
  const ends = [...standingEnds(events)];
  return ends.sort((a, b) => rank(a) - rank(b) || (a.id < b.id ? -1 : 1))[0] ?? null;
}

/** The ends among the events about one tip that no reopening took back. One that names none takes back one. */
export function standingEnds(events: readonly ReviewEvent[]): readonly ReviewEvent[] {
  const reopened = events.filter(({ kind }) => kind === 'reopened');
  const named = new Set(reopened.flatMap((event) => event.reopened?.undoes ?? []));
  const unnamed = reopened.filter((event) => event.reopened === undefined).length;
  const ends = events.filter(({ id, kind }) => (ENDS as readonly string[]).includes(kind) && !named.has(id));
  return ends.length <= unnamed ? [] : ends;
}

/** The last reopening of a tip that did not end again since; null when there is none. */
export function reopeningOf(events: readonly ReviewEvent[]): ReviewEvent | null {
  if (standingEnds(events).length > 0) return null;
  return events.findLast(({ kind }) => kind === 'reopened') ?? null;
}

function reopenedBy(event: ReviewEvent | null): Pick<Outcome, 'reopened'> {
  return event === null ? {} : { reopened: { by: event.by, at: event.at } };
}

function ended(facts: VerdictFacts, event: ReviewEvent | null): Outcome | null {
  const { tip, landing, twin } = facts;
  if (event?.kind === 'applied') return fromRecord(event, landing);
  const anonymous = landing?.how === 'bytes' && !landing.named;
  const whole = landing !== null && isWhole(landing);
  if (whole && !(event !== null && anonymous && twin === true)) return landed(tip, landing);
  if (event !== null) return fromEvent(event);
  if (landing?.how === 'merged' && landing.landed === 0 && landing.of > 0) {
    return { ...landed(tip, landing), outcome: 'rejected', reason: 'merged without its content' };
  }
  return null;
}

function gone({ tip, landing, upstream, uncommitted }: VerdictFacts): Outcome {
  if (landing !== null && landing.landed > 0) return { ...landed(tip, landing), ...partOf(landing) };
  if (upstream) return { ...landed(tip, upstream.landing), on: upstream.on };
  if (uncommitted) return { outcome: 'applied', by: null, at: null, tip, uncommitted: true };
  return { outcome: 'removed', by: { name: 'unknown', role: 'unknown' }, at: null, tip };
}

function landed(tip: Oid, { by, oid, docs, since }: Landing): Outcome {
  return {
    outcome: 'applied',
    by: by === null ? null : personBy(by),
    at: by?.at ?? null,
    tip,
    docs,
    ...(oid === null ? {} : { oid }),
    ...(since === undefined ? {} : { since }),
  };
}

/** What an event tells, whatever became of the target since. */
export function recordedOutcome(event: ReviewEvent): Outcome {
  const { oid, partial, changed } = event.applied ?? {};
  return {
    ...fromEvent(event),
    ...(oid === undefined ? {} : { oid }),
    ...(partial === undefined ? {} : { partial }),
    ...(changed === true ? { changed } : {}),
  };
}

/** Docket's own record of an apply; what the target has by now is told beside it. */
function fromRecord(event: ReviewEvent, landing: Landing | null): Outcome {
  const { partial, changed, docs = landing?.docs } = event.applied ?? {};
  const since = landing === null ? ('reverted' as const) : landing.since;
  const told = partial === undefined && changed !== true ? since : undefined;
  return {
    ...recordedOutcome(event),
    ...(docs === undefined ? {} : { docs }),
    ...(told === undefined ? {} : { since: told }),
  };
}

function fromEvent({ kind, by, at, reason, tip }: ReviewEvent): Outcome {
  return { outcome: kind as OutcomeName, by, at, tip, ...(reason === undefined ? {} : { reason }) };
}

function partOf({ landed: some, of, docs }: Landing): Pick<Outcome, 'partial' | 'docs'> {
  return { partial: { landed: some, of }, docs };
}

function personBy({ name, email }: { name: string; email: string }): By {
  return { name, email, role: isAgentAddress(email) ? 'agent' : 'unknown' };
}
