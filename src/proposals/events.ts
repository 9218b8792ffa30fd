import type { Givens, Repo } from '../repo/index.ts';

export type EventKind =
  | 'proposal.created'
  | 'proposal.revised'
  | 'proposal.applied'
  | 'proposal.rejected'
  | 'proposal.withdrawn'
  | 'doc.changed'
  | 'doc.stale'
  | 'session.came'
  | 'session.left';

export interface DocketEvent {
  readonly id: string;
  readonly kind: EventKind;
  readonly at: string;
  readonly proposal?: string;
  readonly doc?: string;
  readonly tip?: string;
  readonly oid?: string;
  readonly by?: { readonly name: string; readonly role: string };
  readonly reason?: string;
  readonly [more: string]: unknown;
}

export function recordEvent(
  _repo: Repo,
  _event: Omit<DocketEvent, 'id' | 'at'> & { id?: string; at?: string },
  _givens: Givens,
): Promise<void> {
  throw new Error('not built');
}

export function listEvents(
  _repo: Repo,
  _since: string | null,
  _limit: number,
): Promise<{ events: DocketEvent[]; cursor: string; complete: boolean }> {
  throw new Error('not built');
}
