import type { Givens, Oid, RefMove, Repo } from '../repo/index.ts';
import type { By, Outcome } from './proposal.ts';

export interface Ended {
  readonly proposal: string;
  readonly tip: Oid;
  readonly outcome: Outcome['outcome'];
  /** The branch is checked out in a worktree and was left. */
  readonly branchLeft?: true;
  readonly warnings: readonly string[];
}

export function rejectProposal(
  _repo: Repo,
  _request: { proposal: string; tip: Oid; reason?: string; by: By },
  _givens: Givens,
): Promise<Ended> {
  throw new Error('not built');
}

export function withdrawProposal(
  _repo: Repo,
  _request: { proposal: string; tip?: Oid; session: string; agent: string | null; reason?: string },
  _givens: Givens,
): Promise<Ended> {
  throw new Error('not built');
}

/** The ref moves that end a proposal at a tip, to join the caller's transaction. */
export function endMoves(
  _repo: Repo,
  _proposal: string,
  _tip: Oid,
): Promise<{ moves: RefMove[]; branchLeft: string | null }> {
  throw new Error('not built');
}
