// One proposal with its commits and paths.
import { commitsBetween, type Oid, type Repo } from '../repo/index.ts';
import { soundly } from './damage.ts';
import { describe, withOutcome } from './describe.ts';
import { factsOf } from './facts.ts';
import { type Found, findProposal } from './find.ts';
import { revisionsOf } from './line.ts';
import { baseOf, outcomeOf } from './outcome.ts';
import type { Proposal } from './proposal.ts';
import { type PathStat, pathStats } from './stats.ts';
import { forkOf, targetTip } from './target.ts';

export interface ProposalCommit {
  readonly oid: Oid;
  readonly subject: string;
  readonly by: string;
}

export interface ProposalDetail extends Proposal {
  /** Newest first, only the proposal's own. */
  readonly commits: readonly ProposalCommit[];
  readonly paths: readonly PathStat[];
  /** Commits of the target that the proposal lacks. */
  readonly behind: number;
  /** Merge base of target and tip; null for a root proposal. */
  readonly base: Oid | null;
}

/** A proposal by id or unique beginning. Refuses `no_such_proposal`, `ambiguous`, and `blocked` for a damaged one. */
export async function showProposal(repo: Repo, id: string): Promise<ProposalDetail> {
  return soundly(repo, id, () => shown(repo, id));
}

async function shown(repo: Repo, id: string): Promise<ProposalDetail> {
  const found = await findProposal(repo, id);
  const described = await describe(repo, found, await revisionsOf(repo, found.id));
  const targetOid = await targetTip(repo, described.target);
  const base = await reviewBase(repo, found, targetOid);
  const [outcome, commits, paths, behind] = await Promise.all([
    outcomeOf(repo, { id: found.id, tip: found.tip, target: described.target }),
    commitsOf(repo, base, found.tip),
    pathStats(repo, base, found.tip),
    targetOid === null ? [] : commitsBetween(repo, { from: found.tip, to: targetOid }),
  ]);
  const docs = paths.map(({ doc }) => doc);
  return { ...withOutcome({ ...described, docs }, outcome), commits, paths, behind: behind.length, base };
}

/** What a proposal is read against: where it parts from its target, or what it stood on once the target has it. */
export async function reviewBase(
  repo: Repo,
  { id, tip }: Pick<Found, 'id' | 'tip'>,
  targetOid: Oid | null,
): Promise<Oid | null> {
  const fork = await forkOf(repo, targetOid, tip);
  if (fork !== null && fork !== tip) return fork;
  const base = await baseOf(repo, { id, tip }, targetOid);
  return base === tip ? ((await factsOf(repo, tip)).parents[0] ?? null) : base;
}

async function commitsOf(repo: Repo, base: Oid | null, tip: Oid): Promise<ProposalCommit[]> {
  const oids = base === tip ? [] : await commitsBetween(repo, { from: base, to: tip });
  const commits = await Promise.all(oids.map((oid) => factsOf(repo, oid)));
  return commits.map(({ oid, summary, author }) => ({ oid, subject: summary, by: author.name }));
}
