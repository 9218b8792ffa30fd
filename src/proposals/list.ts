import type { Repo } from '../repo/index.ts';
import type { Proposal } from './proposal.ts';

export interface ListOptions {
  readonly state?: 'pending' | 'ended' | 'all';
  readonly doc?: string;
  readonly session?: string;
}

export function listProposals(_repo: Repo, _options: ListOptions = {}): Promise<Proposal[]> {
  throw new Error('not built');
}
