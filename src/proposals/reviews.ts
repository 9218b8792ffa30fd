// The events of a proposal's life: a chain of commits whose tree holds one JSON file an event, so that the
// chains of two clones unite without a conflict.
import {
  type Entry,
  type Givens,
  identity,
  type Oid,
  type Person,
  type RefMove,
  type Repo,
  readBlob,
  readCommit,
  readRef,
  readTree,
  writeBlob,
  writeCommit,
  writeTree,
} from '../repo/index.ts';
import { reviewsRef } from './ids.ts';
import type { By, DocOutcome } from './proposal.ts';

/** One event as it is stored: unknown kinds and fields pass through. */
export interface ReviewEvent {
  readonly version: number;
  readonly id: string;
  readonly kind: string;
  readonly proposal: string;
  readonly revision: number;
  /** The tip it is about: an event counts for that tip alone. */
  readonly tip: Oid;
  readonly at: string;
  readonly by: By;
  readonly reason?: string;
  readonly applied?: {
    readonly oid: Oid;
    readonly target: string;
    /** Where the target was; null: without a commit. */
    readonly before?: Oid | null;
    readonly partial?: { readonly landed: number; readonly of: number };
    readonly changed?: boolean;
    /** What became of each doc, where not all landed as it was proposed. */
    readonly docs?: Readonly<Record<string, DocOutcome>>;
  };
  /** Where the target was when a proposal ended unlanded. */
  readonly targetOid?: Oid;
  /** Of a proposal that is pending again: which ends are taken back, and how. */
  readonly reopened?: Reopening;
  readonly [more: string]: unknown;
}

/** What it is to be pending again after an end. */
export interface Reopening {
  /** The ends that count no more, by the ids of their events. */
  readonly undoes: readonly string[];
  /**
   * `back`: the target went back to where it was before the apply. `revert`: a commit on it takes the change out.
   * `reopen`: nothing had landed, or it is gone already. `again`: the target has the tip and not its change.
   */
  readonly how: 'back' | 'revert' | 'reopen' | 'again';
  /** The revision that waits instead of the tip, where that could not land any more. */
  readonly next?: Oid;
  /** Where the target was then; null: it had no commit. */
  readonly targetOid: Oid | null;
}

/** What the caller says of a new event. */
export interface NewReviewEvent {
  readonly kind: string;
  readonly revision: number;
  readonly tip: Oid;
  readonly by: By;
  readonly reason?: string;
  readonly applied?: ReviewEvent['applied'];
  readonly targetOid?: Oid;
  readonly reopened?: Reopening;
}

const MOST = 2_000;
const chains = new WeakMap<Repo, Map<Oid, Promise<ReviewEvent[]>>>();

/** All events of a proposal, by time and id. Files that are no events are passed over. */
export async function readReviews(repo: Repo, proposal: string): Promise<ReviewEvent[]> {
  const tip = await readRef(repo, reviewsRef(proposal));
  return tip === null ? [] : eventsAt(repo, tip);
}

/** Writes the commit that adds an event, without moving the ref: the move joins the caller's transaction. */
export async function reviewMove(
  repo: Repo,
  proposal: string,
  event: NewReviewEvent,
  givens: Givens,
  committer: Promise<Person> | Person = identity(repo, 'committer'),
): Promise<{ oid: Oid; move: RefMove; event: ReviewEvent }> {
  const ref = reviewsRef(proposal);
  const [parent, me] = await Promise.all([readRef(repo, ref), committer]);
  const { kind, revision, tip, by, ...more } = event;
  const at = givens.now().toISOString();
  const whole: ReviewEvent = {
    version: 1,
    id: givens.uuid(),
    kind,
    proposal,
    revision,
    tip,
    at,
    by,
    ...more,
  };
  const entry: Entry = {
    mode: '100644',
    oid: await writeBlob(repo, Buffer.from(`${JSON.stringify(whole, null, 2)}\n`)),
  };
  const before = parent === null ? null : (await readCommit(repo, parent)).tree;
  const oid = await writeCommit(repo, {
    tree: await writeTree(repo, before, new Map([[`${at}-${whole.id}.json`, entry]])),
    parents: parent === null ? [] : [parent],
    author: { ...me, at },
    committer: { ...me, at },
    message: `docket: ${kind} ${proposal}\n`,
  });
  return { oid, move: { ref, from: parent, to: oid }, event: whole };
}

function eventsAt(repo: Repo, tip: Oid): Promise<ReviewEvent[]> {
  const known = chains.get(repo) ?? new Map<Oid, Promise<ReviewEvent[]>>();
  chains.set(repo, known);
  const found = known.get(tip);
  if (found) return found;
  if (known.size >= MOST) known.clear();
  const reading = read(repo, tip);
  known.set(tip, reading);
  reading.catch(() => known.delete(tip));
  return reading;
}

async function read(repo: Repo, tip: Oid): Promise<ReviewEvent[]> {
  const entries = await readTree(repo, (await readCommit(repo, tip)).tree);
  const files = entries.filter(({ mode, name }) => mode === '100644' && name.endsWith('.json'));
  const events = await Promise.all(files.map(async ({ oid }) => eventFrom(await readBlob(repo, oid))));
  return events.filter((event) => event !== null).sort((a, b) => compare(a.at, b.at) || compare(a.id, b.id));
}

function eventFrom(bytes: Buffer): ReviewEvent | null {
  try {
    const value = JSON.parse(bytes.toString('utf8')) as Partial<ReviewEvent> | null;
    if (typeof value !== 'object' || value === null || typeof value.version !== 'number') return null;
    const words = [value.id, value.kind, value.tip, value.at];
    if (!words.every((word) => typeof word === 'string')) return null;
    return { ...value, by: byFrom(value.by) } as ReviewEvent;
  } catch {
    return null;
  }
}

function byFrom(by: unknown): By {
  const { name, email, role } = (by ?? {}) as Partial<By>;
  return {
    name: typeof name === 'string' ? name : 'unknown',
    ...(typeof email === 'string' ? { email } : {}),
    role: role === 'owner' || role === 'agent' ? role : 'unknown',
  };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
