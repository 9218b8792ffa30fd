// A proposal's own commits: from its tip down to where it began.
import { listRefs, type Oid, type Repo } from '../repo/index.ts';
import { type Facts, factsOf } from './facts.ts';
import { encodeId, REVISIONS } from './ids.ts';

/** How far below other people's commits an own one is looked for. */
const LOOK = 50;

/** Revisions that docket recorded, by number. */
export type Revisions = ReadonlyMap<number, Oid>;

export interface OwnLine {
  /** From the tip down along first parents to the proposal's oldest own commit; empty when none names it. */
  readonly commits: readonly Facts[];
  /** Parent of the oldest own commit; null: none, it is a root. Undefined when no commit names the proposal. */
  readonly base: Oid | null | undefined;
}

/** The recorded revisions of one proposal, oldest first. */
export async function revisionsOf(repo: Repo, id: string): Promise<Revisions> {
  const prefix = `${REVISIONS}${encodeId(id)}/`;
  const refs = [...(await listRefs(repo, prefix))].map(
    ([ref, oid]) => [Number(ref.slice(prefix.length)), oid] as const,
  );
  return new Map(refs.filter(([revision]) => Number.isInteger(revision)).sort(([a], [b]) => a - b));
}

/** The number of the tip: as recorded, else the one after the last recorded (0 when nothing is). */
export function revisionAt(revisions: Revisions, tip: Oid): number {
  const numbers = [...revisions].filter(([, oid]) => oid === tip).map(([revision]) => revision);
  return numbers.at(-1) ?? (revisions.size === 0 ? 0 : lastRevision(revisions) + 1);
}

export function lastRevision(revisions: Revisions): number {
  return Math.max(0, ...revisions.keys());
}

/** The commits of a proposal below a tip, other people's between them included. */
export async function ownLine(repo: Repo, id: string, tip: Oid, revisions: Revisions): Promise<OwnLine> {
  const recorded = new Set(revisions.values());
  const walked: Facts[] = [];
  let own = 0;
  for (let next: Oid | undefined = tip; next !== undefined && walked.length - own < LOOK; ) {
    const facts: Facts = await factsOf(repo, next);
    walked.push(facts);
    if (facts.proposal === id) own = walked.length;
    else if (walked.length > 1 && walked.at(-2)!.proposal === id && !recorded.has(facts.oid)) break;
    next = facts.parents[0];
  }
  const commits = walked.slice(0, own);
  return { commits, base: own === 0 ? undefined : (commits.at(-1)!.parents[0] ?? null) };
}

/** The newest commit that tells the proposal's facts: the tip when it has trailers, else the newest own one below it. */
export async function storyOf(repo: Repo, id: string, tip: Oid): Promise<Facts> {
  const facts = await factsOf(repo, tip);
  if (facts.proposal !== null) return facts;
  let below = facts;
  for (let step = 0; step < LOOK && below.parents[0] !== undefined; step++) {
    below = await factsOf(repo, below.parents[0]);
    if (below.proposal === id) return below;
  }
  return facts;
}
