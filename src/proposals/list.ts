// All proposals: what waits cheaply, what ended from its records.
import { listRefs, type Oid, type Repo } from '../repo/index.ts';
import { type Described, describe, type Tip, withOutcome } from './describe.ts';
import { pastIds } from './find.ts';
import { firstLook, groundsOf } from './first-look.ts';
import { branchOf, decodeId, ENDED, encodeId, endedRef, PROPOSALS, REVISIONS } from './ids.ts';
import { keepKnown, recall } from './known.ts';
import { lastRevision, type Revisions } from './line.ts';
import { decidingEvent, recordedOutcome } from './outcome/verdict.ts';
import { outcomeOf } from './outcome.ts';
import type { Outcome, Proposal } from './proposal.ts';
import { readReviews } from './reviews.ts';

export interface ListOptions {
  /** `pending` when left out. `all` holds empty ones too. */
  readonly state?: 'pending' | 'ended' | 'all';
  /** Only those that change this path. */
  readonly doc?: string;
  /** Only those of this session. */
  readonly session?: string;
}

/** What all refs say, read once for a list. */
interface Refs {
  readonly branches: ReadonlyMap<string, Oid>;
  readonly ended: ReadonlyMap<string, Oid>;
  readonly revisions: ReadonlyMap<string, Revisions>;
}

/** Proposals, newest first. One that cannot be read is left out, the others are listed. */
export async function listProposals(repo: Repo, options: ListOptions = {}): Promise<Proposal[]> {
  const { state = 'pending', doc, session } = options;
  const [refs] = await Promise.all([readRefs(repo), recall(repo)]);
  const [open, past] = await Promise.all([waiting(repo, refs), state === 'pending' ? [] : gone(repo, refs)]);
  return [...open, ...past]
    .filter((each) => state === 'all' || each.state === state)
    .filter((each) => doc === undefined || each.docs.includes(doc))
    .filter((each) => session === undefined || each.session === session)
    .sort((a, b) => (a.at === b.at ? compare(a.id, b.id) : compare(b.at, a.at)));
}

async function readRefs(repo: Repo): Promise<Refs> {
  const branches = await listRefs(repo, PROPOSALS);
  const [ended, revised] = await Promise.all([listRefs(repo, ENDED), listRefs(repo, REVISIONS)]);
  const revisions = new Map<string, Map<number, Oid>>();
  for (const [ref, oid] of revised) {
    const slash = ref.lastIndexOf('/');
    const id = decodeId(ref.slice(REVISIONS.length, slash));
    revisions.set(id, (revisions.get(id) ?? new Map<number, Oid>()).set(Number(ref.slice(slash + 1)), oid));
  }
  return { branches, ended, revisions };
}

/** Every proposal that has a branch, with what became of its tip. */
async function waiting(repo: Repo, refs: Refs): Promise<Proposal[]> {
  const tips = [...refs.branches].map(([ref, tip]) => ({ id: ref.slice(PROPOSALS.length), tip, ref }));
  const described = await readable(
    tips.map((tip) => describe(repo, tip, refs.revisions.get(tip.id) ?? new Map())),
  );
  const grounds = await groundsOf(repo, described);
  const listed = await readable(
    described.map(async (each) => {
      const ended = refs.ended.get(endedRef(each.id));
      return withOutcome(each, await firstLook(repo, each, grounds.get(each.target)!, ended));
    }),
  );
  await keepKnown(repo);
  return listed;
}

/** Proposals without a branch, of which something was kept. */
async function gone(repo: Repo, refs: Refs): Promise<Proposal[]> {
  const ids = (await pastIds(repo)).filter((id) => !refs.branches.has(branchOf(id)));
  return readable(
    ids.map(async (id) => {
      const revisions = refs.revisions.get(id) ?? new Map<number, Oid>();
      const tip = refs.ended.get(ENDED + encodeId(id)) ?? revisions.get(lastRevision(revisions))!;
      const kept: Tip = { id, tip, ref: refs.ended.has(endedRef(id)) ? endedRef(id) : branchOf(id) };
      const described = await describe(repo, kept, revisions);
      return withOutcome(described, await pastOutcome(repo, described));
    }),
  );
}

async function pastOutcome(repo: Repo, { id, tip, target }: Described): Promise<Outcome> {
  const event = decidingEvent((await readReviews(repo, id)).filter((each) => each.tip === tip));
  return event === null ? outcomeOf(repo, { id, tip, target }) : recordedOutcome(event);
}

/** What could be read; the rest is passed over, so that one broken entry does not hide the others. */
async function readable<T>(readings: readonly Promise<T>[]): Promise<T[]> {
  const done = await Promise.allSettled(readings);
  return done.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
