// All proposals: what waits cheaply, what ended from its records.
import { entryAt, isAncestor, listRefs, type Oid, type Repo } from '../repo/index.ts';
import { type Described, describe, type Tip, withOutcome } from './describe.ts';
import { factsOf } from './facts.ts';
import { pastIds } from './find.ts';
import { branchOf, decodeId, ENDED, encodeId, endedRef, PROPOSALS, REVISIONS } from './ids.ts';
import { lastRevision, type Revisions } from './line.ts';
import { isWhole } from './outcome/held.ts';
import { landingOn } from './outcome/landing.ts';
import { mergedTips } from './outcome/merged.ts';
import { decidingEvent, recordedOutcome } from './outcome/verdict.ts';
import { baseOf, outcomeOf } from './outcome.ts';
import type { Outcome, Proposal } from './proposal.ts';
import { readReviews } from './reviews.ts';
import { targetTip } from './target.ts';
import { sameEntry } from './text-at.ts';

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

/** A target's tip and the proposal tips that are in its history. */
interface Ground {
  readonly oid: Oid | null;
  readonly merged: ReadonlySet<Oid>;
}

/** Proposals, newest first. One that cannot be read is left out, the others are listed. */
export async function listProposals(repo: Repo, options: ListOptions = {}): Promise<Proposal[]> {
  const { state = 'pending', doc, session } = options;
  const refs = await readRefs(repo);
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
  return readable(
    described.map(async (each) =>
      withOutcome(each, await outcomeNow(repo, refs, each, grounds.get(each.target)!)),
    ),
  );
}

async function groundsOf(repo: Repo, proposals: readonly Described[]): Promise<Map<string | null, Ground>> {
  const grounds = new Map<string | null, Ground>();
  for (const name of new Set(proposals.map(({ target }) => target))) {
    const oid = await targetTip(repo, name);
    grounds.set(name, { oid, merged: oid === null ? new Set() : await mergedTips(repo, oid, PROPOSALS) });
  }
  return grounds;
}

/** Pending, unless a first look finds that more has to be asked. */
async function outcomeNow(
  repo: Repo,
  refs: Refs,
  each: Described,
  { oid, merged }: Ground,
): Promise<Outcome> {
  const { id, tip, target } = each;
  const pending: Outcome = { outcome: 'pending', by: null, at: null, tip };
  if (merged.has(tip) || (await isBehindEnd(repo, refs, each))) return outcomeOf(repo, { id, tip, target });
  if (oid === null || (await isUntouched(repo, each, oid))) return pending;
  const base = await baseOf(repo, { id, tip }, oid);
  const landing = await landingOn(repo, { id, tip, base, target: oid, deep: false, merged: false });
  if (landing === null) return pending;
  return isWhole(landing) ? outcomeOf(repo, { id, tip, target }) : verdictOf(pending, landing);
}

function verdictOf(
  pending: Outcome,
  { landed, of, docs }: { landed: number; of: number; docs: Outcome['docs'] },
): Outcome {
  return { ...pending, partial: { landed, of }, docs };
}

async function isBehindEnd(repo: Repo, { ended }: Refs, { id, tip }: Described): Promise<boolean> {
  const last = ended.get(endedRef(id));
  return last !== undefined && (last === tip || (await isAncestor(repo, tip, last)));
}

/** Whether the target has every doc as the proposal's parent has it, by the docs that its own commit names. */
async function isUntouched(repo: Repo, { id, tip, docs }: Described, target: Oid): Promise<boolean> {
  const facts = await factsOf(repo, tip);
  if (facts.proposal !== id || facts.docs.length === 0 || facts.parents.length > 1) return false;
  const parent = facts.parents[0] ?? null;
  if (parent === target) return true;
  for (const path of docs) {
    const [before, now] = await Promise.all([entryAt(repo, parent, path), entryAt(repo, target, path)]);
    if (!sameEntry(before, now)) return false;
  }
  return true;
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
