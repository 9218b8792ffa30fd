import type { Oid, Repo } from '../repo/index.ts';
import type { Outcome } from './proposal.ts';

export interface OutcomeQuestion {
  readonly id: string;
  readonly tip: Oid;
  /** Short branch name. */
  readonly target: string | null;
  /** Recorded parent, where it is known. */
  readonly base?: Oid | null;
  readonly docs?: readonly string[];
}

export function outcomeOf(_repo: Repo, _question: OutcomeQuestion): Promise<Outcome> {
  throw new Error('not built');
}

export function outcomesStamp(_repo: Repo): string {
  throw new Error('not built');
}
