import type { Applied, By, Ended, Preflight } from '../proposals/index.ts';
import type { Session } from './session.ts';

/** An apply, and what it did to each open copy of this session. */
export type AppliedHere = Applied & {
  /** The proposal was merged into at least one dirty open copy here. */
  readonly merged?: true;
  /** At least one open copy here clashed and shows the banner. */
  readonly conflict?: true;
  readonly open: readonly {
    readonly doc: string;
    readonly how: 'reloaded' | 'merged' | 'conflict' | 'closed';
    readonly where: string;
  }[];
};

export async function preflightInSession(_session: Session, _ask: { proposal: string }): Promise<Preflight> {
  throw new Error('not built');
}
export async function applyInSession(
  _session: Session,
  _ask: { proposal: string; tip?: string; token?: string; summary?: string },
): Promise<AppliedHere> {
  throw new Error('not built');
}
export async function rejectInSession(
  _session: Session,
  _ask: { proposal: string; tip: string; reason?: string; by?: By },
): Promise<Ended> {
  throw new Error('not built');
}
export async function withdrawInSession(
  _session: Session,
  _ask: { proposal: string; tip?: string; reason?: string },
): Promise<Ended> {
  throw new Error('not built');
}
