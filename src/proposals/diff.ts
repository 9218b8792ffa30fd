import type { Oid, Repo } from '../repo/index.ts';

export interface ProposalDiff {
  readonly proposal: string;
  readonly tip: Oid;
  readonly base: Oid | null;
  readonly text: string;
}

export function diffProposal(
  _repo: Repo,
  _id: string,
  _options: { doc?: string; since?: number; context?: number } = {},
): Promise<ProposalDiff> {
  throw new Error('not built');
}
