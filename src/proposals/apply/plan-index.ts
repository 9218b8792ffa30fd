import type { Clash } from '../../merge/index.ts';
import type { IndexEntry } from '../../repo/index.ts';
import type { IndexFact, Place } from './facts.ts';
import { type ClashShape, mergeSides, type Side, sameContent } from './side.ts';

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
  | { readonly verdict: 'clash'; readonly shape: ClashShape; readonly hunks: readonly Clash[] };

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
export function planIndex(step: TargetStep, now: Place, next: Place | null): IndexPlan {
  if (next && next.index.at !== 'absent') return clash('add/add');
  if (now.index.at === 'other') return clash(now.index.what);
  const staged = now.index.at === 'entry' && !now.index.entry.intentToAdd ? now.index : null;
  if (step.from === null) return planNew(now, staged, step.to);
  if (staged === null) return clash('delete/modify');
  return planChange(step, now, next, staged);
}

type Staged = Extract<IndexFact, { at: 'entry' }>;

function planNew(now: Place, staged: Staged | null, to: Side | null): IndexPlan {
  if (staged === null) {
    const changes = to ? [{ path: now.path, before: null, after: to }] : [];
    return { verdict: 'clean', touching: 0, changes };
  }
  const same = sameContent(staged.side, to) && staged.side.mode === to?.mode;
  return same ? { verdict: 'same', touching: 0, changes: [] } : clash('add/add');
}

function planChange({ from, to }: TargetStep, now: Place, next: Place | null, staged: Staged): IndexPlan {
  // A staged mode is an edit too: it must not vanish with the file.
  if (to === null && staged.side.mode !== from?.mode) return clash('delete/modify');
  const merged = mergeSides(now.path, from, staged.side, to);
  if (merged.take === 'clash') return { verdict: 'clash', shape: merged.shape, hunks: merged.hunks };
  const stays = merged.take === 'ours' && !next;
  const changes = stays ? [] : changesOf(now, next, staged.entry, merged.side);
  return {
    verdict: verdictOf(merged.take, sameContent(staged.side, from)),
    touching: merged.touching,
    changes,
  };
}

function verdictOf(take: 'ours' | 'theirs' | 'merged', unstaged: boolean): 'clean' | 'merged' | 'same' {
  if (take === 'theirs' || unstaged) return 'clean';
  return take === 'ours' ? 'same' : 'merged';
}

function changesOf(now: Place, next: Place | null, before: IndexEntry, after: Side | null): IndexChange[] {
  if (!next) return [{ path: now.path, before, after }];
  return [
    { path: now.path, before, after: null },
    { path: next.path, before, after },
  ];
}

function clash(shape: ClashShape): IndexPlan {
  return { verdict: 'clash', shape, hunks: [] };
}
