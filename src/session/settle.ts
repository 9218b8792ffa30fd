// What to do with an open doc once its proposal or its file moved: decided from texts alone.
import type { Synced } from './doc.ts';

/** All that the decision needs. Texts are clean form; null: no such doc there. */
export interface SettleFacts {
  readonly working: string | null;
  readonly file: string | null;
  readonly base: string | null;
  readonly proposal: SettleProposal | null;
}

export type SettleProposal =
  | { readonly state: 'pending'; readonly text: string | null; readonly moved: null | Moved }
  | {
      readonly state: 'ended';
      readonly text: string | null;
      readonly outcome: 'applied' | 'rejected' | 'withdrawn' | 'superseded';
      /** The branch it landed on, when that is not the one checked out. */
      readonly elsewhere: string | null;
    };

/** A tip that somebody else moved: the proposal's text at the tip this session last saw, and now. */
export interface Moved {
  readonly before: string | null;
  readonly now: string | null;
  /** It was told already. */
  readonly told: boolean;
}

export type Verdict =
  | { readonly do: 'nothing' }
  | { readonly do: 'clean'; readonly forget: boolean }
  | { readonly do: 'load'; readonly forget: boolean }
  | { readonly do: 'close' }
  | { readonly do: 'rebase'; readonly text: string | null }
  | {
      readonly do: 'keep';
      readonly base: 'as-is' | 'proposed';
      readonly elsewhere: string | null;
      readonly hunks: Synced['hunks'];
      readonly deleted: boolean;
    }
  | { readonly do: 'amend'; readonly text: string | null; readonly proposed: string | null }
  | { readonly do: 'tell-amended'; readonly hunks: Synced['hunks'] };

/** The settle table. */
export function settle(_facts: SettleFacts): Verdict {
  throw new Error('not built');
}
