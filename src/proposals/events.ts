// The durable log of what happened. An event of a proposal has the same id whoever saw it, and is kept once.

import { Refusal } from '../refusal.ts';
import { appendEvent, type Givens, hashBlob, type Repo, readEvents } from '../repo/index.ts';
import type { ReviewEvent } from './reviews.ts';

export type EventKind =
  | 'proposal.created'
  | 'proposal.revised'
  | 'proposal.applied'
  | 'proposal.rejected'
  | 'proposal.withdrawn'
  | 'proposal.reopened'
  | 'doc.changed'
  | 'doc.stale'
  | 'session.came'
  | 'session.left';

export interface DocketEvent {
  readonly id: string;
  readonly kind: EventKind;
  /** ISO time of the recording. */
  readonly at: string;
  readonly proposal?: string;
  readonly doc?: string;
  readonly tip?: string;
  readonly oid?: string;
  readonly by?: { readonly name: string; readonly role: string };
  readonly reason?: string;
  readonly [more: string]: unknown;
}

/** What the caller says of a new event. */
export interface NewEvent {
  readonly kind: EventKind;
  readonly proposal?: string;
  readonly doc?: string;
  readonly tip?: string;
  readonly oid?: string;
  readonly by?: { readonly name: string; readonly role: string };
  readonly reason?: string;
  /** The review event that it tells of. */
  readonly review?: string;
  readonly [more: string]: unknown;
}

const ENDS: readonly EventKind[] = ['proposal.applied', 'proposal.rejected', 'proposal.withdrawn'];

/** All that this process read of the log so far. */
interface Seen {
  cursor: string | null;
  readonly ids: Set<string>;
  /** Tips of each proposal that the log names, with the kinds told of them; of ends only those since it reopened. */
  readonly tips: Map<string, Map<string, Set<EventKind>>>;
  /** How often a tip, by proposal and oid, is told to have been reopened. */
  readonly reopened: Map<string, number>;
}

const PAGE = 1_000;
const logs = new WeakMap<Repo, Seen>();

/**
 * Appends an event. One that names a proposal and a tip has the id hash(kind, proposal, tip, oid), for an end after
 * a reopening with the number of reopenings, and is passed over when the log holds it already; any other gets a
 * random id. A reopening is named by its review event.
 */
export async function recordEvent(repo: Repo, event: NewEvent, givens: Givens): Promise<void> {
  const { kind, ...more } = event;
  const seen = event.proposal !== undefined && event.tip !== undefined ? await readSeen(repo) : null;
  const id = seen ? knownId(repo, seen, event) : givens.uuid();
  if (seen?.ids.has(id)) return;
  await appendEvent(repo, { id, kind, at: givens.now().toISOString(), ...more }, givens);
}

/** Records an event after what it tells is done: whatever hinders it, the next observer records it. */
export async function recordAfter(repo: Repo, event: NewEvent, givens: Givens): Promise<void> {
  await recordEvent(repo, event, givens).catch(() => {});
}

/** What the log tells of a proposal that is pending again. */
export function reopeningEvent({ id, proposal, tip, by, reopened }: ReviewEvent): NewEvent {
  const { name, role } = by;
  const next = reopened?.next;
  return {
    kind: 'proposal.reopened',
    proposal,
    tip,
    by: { name, role },
    review: id,
    ...(next === undefined ? {} : { next }),
  };
}

/** Events after a cursor (null: from the beginning), oldest first. Refuses `cursor_expired`. */
export async function listEvents(
  repo: Repo,
  since: string | null,
  limit: number,
): Promise<{ events: DocketEvent[]; cursor: string; complete: boolean }> {
  const { events, cursor, complete } = await readEvents(repo, since, limit);
  const ids = new Set<string>();
  const once = (events as DocketEvent[]).filter(({ id }) => !ids.has(id) && ids.add(id));
  return { events: once, cursor, complete };
}

/** The kinds of event that the log holds of each tip of a proposal. */
export async function toldOf(
  repo: Repo,
  proposal: string,
): Promise<ReadonlyMap<string, ReadonlySet<EventKind>>> {
  return (await readSeen(repo)).tips.get(proposal) ?? new Map();
}

/** Every proposal that the log names. */
export async function toldProposals(repo: Repo): Promise<string[]> {
  return [...(await readSeen(repo)).tips.keys()];
}

function knownId(
  repo: Repo,
  { reopened }: Seen,
  { kind, proposal, tip, oid, review = '' }: NewEvent,
): string {
  const round = ENDS.includes(kind) ? (reopened.get(`${proposal} ${tip}`) ?? 0) : 0;
  const parts = [kind, proposal, tip, oid ?? review, ...(round === 0 ? [] : [round])];
  return hashBlob(repo, Buffer.from(JSON.stringify(parts), 'utf8'));
}

async function readSeen(repo: Repo): Promise<Seen> {
  const seen = logs.get(repo) ?? emptyLog();
  logs.set(repo, seen);
  for (let complete = false; !complete; ) {
    const page = await nextPage(repo, seen);
    for (const event of page.events as DocketEvent[]) note(seen, event);
    seen.cursor = page.cursor;
    complete = page.complete;
  }
  return seen;
}

function emptyLog(): Seen {
  return { cursor: null, ids: new Set(), tips: new Map(), reopened: new Map() };
}

async function nextPage(repo: Repo, seen: Seen) {
  try {
    return await readEvents(repo, seen.cursor, PAGE);
  } catch (problem) {
    if (!(problem instanceof Refusal) || problem.code !== 'cursor_expired') throw problem;
    return readEvents(repo, null, PAGE);
  }
}

function note({ ids, tips, reopened }: Seen, { id, kind, proposal, tip }: DocketEvent): void {
  if (ids.has(id) || proposal === undefined || tip === undefined) return void ids.add(id);
  ids.add(id);
  const told = tips.get(proposal) ?? new Map<string, Set<EventKind>>();
  tips.set(proposal, told);
  const kinds = (told.get(tip) ?? new Set<EventKind>()).add(kind);
  told.set(tip, kinds);
  if (kind !== 'proposal.reopened') return;
  for (const end of ENDS) kinds.delete(end);
  const key = `${proposal} ${tip}`;
  reopened.set(key, (reopened.get(key) ?? 0) + 1);
}
