import type { Session } from './session.ts';

export interface DocDiff {
  readonly doc: string;
  readonly against: 'disk' | 'head' | 'proposal';
  readonly proposal?: string;
  readonly added: number;
  readonly removed: number;
  /** Unified diff; empty when equal. */
  readonly text: string;
}
export async function diffDoc(
  _session: Session,
  _ask: { doc: string; against?: 'disk' | 'head' | 'proposal'; context?: number },
): Promise<DocDiff> {
  throw new Error('not built');
}
