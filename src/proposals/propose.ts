import type { Givens, Repo } from '../repo/index.ts';
import type { Proposed, ProposeRequest } from './request.ts';

export function propose(_repo: Repo, _request: ProposeRequest, _givens: Givens): Promise<Proposed> {
  throw new Error('not built');
}
