import type { Givens, Repo } from '../../repo/index.ts';
import type { Applied, ApplyRequest } from './answers.ts';

export function applyProposal(_repo: Repo, _request: ApplyRequest, _givens: Givens): Promise<Applied> {
  throw new Error('not built');
}
