// What to do with an open doc once its proposal or its file moved: decided from texts alone.
import type { Clash } from '../merge/index.ts';
import { type MergedTexts, mergeTexts } from './texts.ts';

/** All that the decision needs. Texts are in clean form; null: no such doc there. */
export interface SettleFacts {
  readonly path: string;
  readonly working: string | null;
  /** The file now. */
  readonly file: string | null;
  /** What the working copy last equalled disk at. */
  readonly base: string | null;
  /** The working copy stands at another path than the file: they are never equal. */
  readonly renamed?: boolean;
  readonly proposal: SettleProposal | null;
}

export type SettleProposal =
  | {
      readonly state: 'pending';
      /** The working copy as it was saved. */
      readonly text: string | null;
      /** The doc as the proposal's commit found it. */
      readonly under: string | null;
      /** What somebody else made of the proposal's text; null while the tip is as we left it. */
      readonly moved: Moved | null;
    }
  | {
      readonly state: 'ended';
      readonly text: string | null;
      readonly outcome: 'applied' | 'rejected' | 'withdrawn' | 'superseded';
      /** The branch it landed on, when the work tree does not hold it. */
      readonly elsewhere: string | null;
    };

/** A tip that somebody else moved: the proposal's text at the tip this session last saw, and now. */
export interface Moved {
  readonly before: string | null;
  readonly now: string | null;
  /** It was told already, or taken over and undone: saving merges it. */
  readonly told: boolean;
}

export type Verdict =
  | { readonly do: 'nothing' }
  /** Working copy and file are equal: the file is the base. */
  | { readonly do: 'clean'; readonly forget: boolean }
  /** The file becomes the working copy. */
  | { readonly do: 'load'; readonly forget: boolean }
  /** The file is gone and nothing is lost: the doc is closed. */
  | { readonly do: 'close' }
  /** The text holds what waits, on top of the file. */
  | { readonly do: 'carry'; readonly text: string | null }
  /** The text holds the later edits alone, on top of the file. */
  | { readonly do: 'rebase'; readonly text: string | null }
  | {
      readonly do: 'keep';
      /** `proposed`: what landed becomes the base, so that the file's change is merged against it. */
      readonly base: 'as-is' | 'proposed';
      readonly elsewhere: string | null;
      readonly deleted: boolean;
      readonly hunks: readonly Clash[];
    }
  /** Somebody's change of the proposal is taken over. */
  | { readonly do: 'amend'; readonly text: string | null; readonly proposed: string | null }
  /** Somebody's change of the proposal clashes with later edits, which stay. */
  | { readonly do: 'tell-amended'; readonly hunks: readonly Clash[] };

const NOTHING: Verdict = { do: 'nothing' };

/** The settle table: pure, one verdict for each state of an open doc. */
export function settle(facts: SettleFacts): Verdict {
  if (!facts.proposal) return withoutProposal(facts);
  return facts.proposal.state === 'pending' ? pending(facts, facts.proposal) : ended(facts, facts.proposal);
}

function withoutProposal(facts: SettleFacts): Verdict {
  if (facts.file === facts.base) return NOTHING;
  if (isEqual(facts)) return facts.file === null ? { do: 'close' } : { do: 'clean', forget: false };
  if (isDirty(facts)) return NOTHING;
  return facts.file === null ? { do: 'close' } : { do: 'load', forget: false };
}

function pending(facts: SettleFacts, proposal: SettleProposal & { state: 'pending' }): Verdict {
  if (proposal.moved) return amended(facts, proposal.text, proposal.moved);
  if (isEqual(facts)) return facts.file === facts.base ? NOTHING : { do: 'clean', forget: false };
  if (isDirty(facts) || facts.file === facts.base || facts.file === null) return NOTHING;
  return facts.working === proposal.text ? waitingOn(facts, proposal) : { do: 'load', forget: false };
}

// What waits was on disk too (its branch was checked out, say), and the file changed. Where the file lost it, the
// working copy does not: it is what the next revision is made of.
function waitingOn(
  { path, file }: SettleFacts,
  { under, text }: { under: string | null; text: string | null },
): Verdict {
  const merged = mergeTexts(path, under, file, text);
  if (!merged.clean) return NOTHING;
  return merged.text === file ? { do: 'load', forget: false } : { do: 'carry', text: merged.text };
}

function amended(facts: SettleFacts, proposed: string | null, { before, now, told }: Moved): Verdict {
  if (told) return NOTHING;
  const merged = mergeTexts(facts.path, before, facts.working, now);
  if (!merged.clean) return { do: 'tell-amended', hunks: merged.hunks };
  if (facts.working === proposed) return { do: 'amend', text: merged.text, proposed: merged.text };
  const without = mergeTexts(facts.path, before, proposed, now);
  return { do: 'amend', text: merged.text, proposed: without.clean ? without.text : now };
}

function ended(facts: SettleFacts, proposal: SettleProposal & { state: 'ended' }): Verdict {
  if (isEqual(facts)) return facts.file === null ? { do: 'close' } : { do: 'clean', forget: true };
  if (proposal.outcome === 'applied' && proposal.elsewhere !== null)
    return keep({ elsewhere: proposal.elsewhere });
  if (facts.working === proposal.text)
    return facts.file === null ? { do: 'close' } : { do: 'load', forget: true };
  if (proposal.outcome !== 'applied') return keep({});
  if (facts.file === null) return keep({ deleted: true });
  return rebased(mergeTexts(facts.path, proposal.text, facts.working, facts.file));
}

function rebased(merged: MergedTexts): Verdict {
  return merged.clean ? { do: 'rebase', text: merged.text } : keep({ base: 'proposed', hunks: merged.hunks });
}

function keep(parts: Partial<Omit<Verdict & { do: 'keep' }, 'do'>>): Verdict {
  return { do: 'keep', base: 'as-is', elsewhere: null, deleted: false, hunks: [], ...parts };
}

function isEqual({ working, file, renamed }: SettleFacts): boolean {
  return !renamed && working === file;
}

function isDirty({ working, base, renamed }: SettleFacts): boolean {
  return renamed === true || working !== base;
}
