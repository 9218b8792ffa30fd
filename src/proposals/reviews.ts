import type { Givens, Oid, RefMove, Repo } from '../repo/index.ts';
import type { By } from './proposal.ts';

/** One event of a proposal's life, as it is stored: unknown kinds and fields pass through. */
export interface ReviewEvent {
  readonly version: number;
  readonly id: string;
  readonly kind: string;
  readonly proposal: string;
  readonly revision: number;
  readonly tip: Oid;
  readonly at: string;
  readonly by: By;
  readonly reason?: string;
  readonly applied?: {
    readonly oid: Oid;
    readonly target: string;
    readonly partial?: { landed: number; of: number };
    readonly changed?: boolean;
  };
  readonly [more: string]: unknown;
}

export type NewReviewEvent = Omit<ReviewEvent, 'version' | 'id' | 'at' | 'proposal'>;

/** All events of a proposal, oldest first. */
export function readReviews(_repo: Repo, _proposal: string): Promise<ReviewEvent[]> {
  throw new Error('not built');
}

/** Writes the commit that adds an event to the chain, without moving the ref: the move joins a transaction. */
export function reviewMove(
  _repo: Repo,
  _proposal: string,
  _event: NewReviewEvent,
  _givens: Givens,
): Promise<{ oid: Oid; move: RefMove; event: ReviewEvent }> {
  throw new Error('not built');
}
