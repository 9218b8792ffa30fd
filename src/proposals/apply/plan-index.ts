import type { IndexEntry } from '../../repo/index.ts';
import { type Ask, type ClashShape, type FoundClash, NOBODY, wholeClash } from './clash.ts';
import type { IndexFact, Place } from './facts.ts';
import { answered, mergedMode, mergeSides, type Side, type SideMerge, sameContent } from './side.ts';

/** One change to the index; `before` is the entry whose flags the new one keeps. */
export interface IndexChange {
  readonly path: string;
  readonly before: IndexEntry | null;
  readonly after: Side | null;
}

export type IndexPlan =
  | {
      readonly verdict: 'clean' | 'merged' | 'same';
      readonly changes: readonly IndexChange[];
      readonly touching: number;
    }
  | { readonly verdict: 'clash'; readonly clashes: readonly FoundClash[] };

/** The target's content of a doc before and after. */
export interface TargetStep {
  readonly from: Side | null;
  readonly to: Side | null;
}

/**
 * What becomes of a doc's index entry when the target moves: the owner's staged content is merged up to the new
 * target, so that the next commit holds the staged edits and reverts nothing. Staged deletes and renames of the
 * doc, and unmerged entries, clash.
 */
export function planIndex(step: TargetStep, now: Place, next: Place | null, ask: Ask = NOBODY): IndexPlan {
  if (next && next.index.at !== 'absent') return clash('add/add', next.path);
  if (now.index.at === 'other') return clash(now.index.what, now.path);
  const staged = now.index.at === 'entry' && !now.index.entry.intentToAdd ? now.index : null;
  if (step.from === null) return planNew(now, staged, step.to, ask);
  return planChange(step, now, next, staged, ask);
}

type Staged = Extract<IndexFact, { at: 'entry' }>;

function planNew(now: Place, staged: Staged | null, to: Side | null, ask: Ask): IndexPlan {
  if (staged === null) {
    const changes = to ? [{ path: now.path, before: null, after: to }] : [];
    return { verdict: 'clean', touching: 0, changes };
  }
  const same = sameContent(staged.side, to) && staged.side.mode === to?.mode;
  if (same) return { verdict: 'same', touching: 0, changes: [] };
  const merged = answered('add/add', { path: now.path, ours: staged.side, theirs: to }, ask);
  return afterMerge(merged, now, null, staged, false);
}

function planChange(
  { from, to }: TargetStep,
  now: Place,
  next: Place | null,
  staged: Staged | null,
  ask: Ask,
): IndexPlan {
  const side = staged?.side ?? null;
  if (side === null && to === null) return { verdict: 'same', touching: 0, changes: [] };
  // A staged mode is an edit too, and a staged deletion: neither must vanish with the file.
  const clashes = staged === null || (to === null && staged.side.mode !== from?.mode);
  const merged = clashes
    ? answered('delete/modify', { path: now.path, ours: side, theirs: to }, ask)
    : withMode(mergeSides(now.path, from, side, to, ask), from, side, to);
  return afterMerge(merged, now, next, staged, sameContent(side, from));
}

/** A mode that only the target changed is one that the entry gets, whatever becomes of the content. */
function withMode(merged: SideMerge, from: Side | null, staged: Side | null, to: Side | null): SideMerge {
  if (merged.take === 'clash' || !merged.side) return merged;
  const mode = mergedMode(from, staged, to) ?? merged.side.mode;
  const take = merged.take === 'ours' && mode !== staged?.mode ? 'merged' : merged.take;
  return { ...merged, take, side: { ...merged.side, mode } };
}

function afterMerge(
  merged: SideMerge,
  now: Place,
  next: Place | null,
  staged: Staged | null,
  unstaged: boolean,
): IndexPlan {
  if (merged.take === 'clash') return { verdict: 'clash', clashes: merged.clashes };
  const stays = merged.take === 'ours' && (!next || staged === null);
  const changes = stays ? [] : changesOf(now, next, staged?.entry ?? null, merged.side);
  return { verdict: verdictOf(merged.take, unstaged), touching: merged.touching, changes };
}

function verdictOf(take: 'ours' | 'theirs' | 'merged', unstaged: boolean): 'clean' | 'merged' | 'same' {
  if (take === 'theirs' || unstaged) return 'clean';
  return take === 'ours' ? 'same' : 'merged';
}

function changesOf(
  now: Place,
  next: Place | null,
  before: IndexEntry | null,
  after: Side | null,
): IndexChange[] {
  if (!next) return [{ path: now.path, before, after }];
  return [...(before ? [{ path: now.path, before, after: null }] : []), { path: next.path, before, after }];
}

function clash(shape: ClashShape, path: string): IndexPlan {
  return { verdict: 'clash', clashes: [wholeClash(shape, [], [path])] };
}
