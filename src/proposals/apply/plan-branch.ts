import type { Clash } from '../../merge/index.ts';
import type { Facts, Unit } from './facts.ts';
import { type ClashShape, mergeSides, type Side, type SideMerge, sameContent } from './side.ts';

export type BranchPlan =
  | {
      readonly verdict: 'unchanged' | 'theirs' | 'merged' | 'same';
      /** Its name on the target afterwards; null when it is gone. */
      readonly path: string | null;
      readonly side: Side | null;
      readonly touching: number;
    }
  | { readonly verdict: 'clash'; readonly shape: ClashShape; readonly hunks: readonly Clash[] };

/**
 * What the target branch holds of a doc afterwards: the three-way merge of merge base, target and tip. A rename
 * on one side is followed; renamed differently on both, or renamed here and deleted there, clashes.
 */
export function planBranch({ unit, base, target, tip, inTheWay }: Facts): BranchPlan {
  const shape = clashOfNames(unit);
  if (shape) return { verdict: 'clash', shape, hunks: [] };
  const path = nameAfter(unit);
  if (inTheWay && path !== unit.targetPath) return { verdict: 'clash', shape: 'add/add', hunks: [] };
  const merged = mergeSides(path ?? unit.basePath ?? '', base, target, tip);
  if (merged.take === 'clash') return { verdict: 'clash', shape: merged.shape, hunks: merged.hunks };
  const moved = path !== unit.targetPath && unit.targetPath !== null;
  const verdict = verdictOf(merged, moved, sameContent(base, target), sameContent(base, tip));
  return { verdict, path: merged.side && path, side: merged.side, touching: merged.touching };
}

/** The name that the target will have the doc under; null when the proposal deletes it. */
export function nameAfter({ basePath, targetPath, tipPath }: Unit): string | null {
  return tipPath === basePath ? targetPath : tipPath;
}

function clashOfNames({ basePath, targetPath, tipPath }: Unit): ClashShape | null {
  if (basePath === null) return null;
  const here = targetPath !== basePath;
  const there = tipPath !== basePath;
  if (!here || !there || targetPath === tipPath) return null;
  return targetPath === null || tipPath === null ? 'delete/modify' : 'rename/rename';
}

function verdictOf(
  merged: Exclude<SideMerge, { take: 'clash' }>,
  moved: boolean,
  targetAsBase: boolean,
  tipAsBase: boolean,
): 'unchanged' | 'theirs' | 'merged' | 'same' {
  if (merged.take !== 'ours') return merged.take;
  if (moved) return targetAsBase ? 'theirs' : 'merged';
  return tipAsBase ? 'unchanged' : 'same';
}
