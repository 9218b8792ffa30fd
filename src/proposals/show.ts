import type { Oid, Repo } from '../repo/index.ts';
import type { Proposal } from './proposal.ts';
import type { PathStat } from './stats.ts';

export interface ProposalCommit {
  readonly oid: Oid;
  readonly subject: string;
  readonly by: string;
}

export interface ProposalDetail extends Proposal {
  /** Newest first, only those that the target lacks. */
  readonly commits: readonly ProposalCommit[];
  readonly paths: readonly PathStat[];
  /** Commits of the target that the proposal lacks. */
  readonly behind: number;
  /** Merge base of target and tip; null for a root proposal. */
  readonly base: Oid | null;
}

export function showProposal(_repo: Repo, _id: string): Promise<ProposalDetail> {
  throw new Error('not built');
}
