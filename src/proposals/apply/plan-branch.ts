import { type Ask, type FoundClash, NOBODY, wholeClash } from './clash.ts';
import type { Facts, Unit } from './facts.ts';
import {
  answered,
  mergedMode,
  mergeSides,
  type Side,
  type SideMerge,
  sameContent,
  sameSide,
} from './side.ts';

export type BranchPlan =
  | {
      readonly verdict: 'unchanged' | 'theirs' | 'merged' | 'same';
      /** Its name on the target afterwards; null when it is gone. */
      readonly path: string | null;
      readonly side: Side | null;
      readonly touching: number;
    }
  | { readonly verdict: 'clash'; readonly clashes: readonly FoundClash[] };

/**
 * What the target branch holds of a doc afterwards: the three-way merge of merge base, target and tip. A rename
 * on one side is followed; renamed differently on both, or renamed here and deleted there, clashes.
 */
export function planBranch(facts: Facts, ask: Ask = NOBODY): BranchPlan {
  const { unit, base, target, tip, inTheWay } = facts;
  const names = namesAfter(facts, ask);
  if ('verdict' in names) return names;
  const { path } = names;
  if (inTheWay && path !== unit.targetPath && path === nameAfter(unit)) return taken(path!);
  const merged = mergeSides(path ?? unit.basePath ?? '', base, target, tip, ask);
  if (merged.take === 'clash') return { verdict: 'clash', clashes: merged.clashes };
  return landedAs(facts, path, merged);
}

/** The name that the target will have the doc under; null when the proposal deletes it. */
export function nameAfter({ basePath, targetPath, tipPath }: Unit): string | null {
  return tipPath === basePath ? targetPath : tipPath;
}

function landedAs(
  { unit, base, target, tip }: Facts,
  path: string | null,
  merged: Exclude<SideMerge, { take: 'clash' }>,
): BranchPlan {
  const name = path ?? unit.targetPath ?? unit.tipPath ?? unit.basePath;
  const moved = name !== unit.targetPath && unit.targetPath !== null && merged.side !== null;
  const side = merged.side && { ...merged.side, mode: mergedMode(base, target, tip) ?? merged.side.mode };
  const newMode = side !== null && target !== null && side.mode !== target.mode;
  const verdict = verdictOf(merged, moved || newMode, sameContent(base, target), sameSide(base, tip));
  return { verdict, path: side && name, side, touching: merged.touching };
}

/** The doc's name, or the plan where names decide it all. */
function namesAfter(facts: Facts, ask: Ask): { readonly path: string | null } | BranchPlan {
  const { unit, target, tip } = facts;
  const { basePath, targetPath, tipPath } = unit;
  const both = basePath !== null && targetPath !== basePath && tipPath !== basePath;
  if (!both || targetPath === tipPath) return { path: nameAfter(unit) };
  if (targetPath !== null && tipPath !== null) return renamedTwice(unit, ask);
  const merged = answered('delete/modify', { path: basePath, ours: target, theirs: tip }, ask);
  if (merged.take === 'clash') return { verdict: 'clash', clashes: merged.clashes };
  return landedAs(facts, targetPath ?? tipPath, merged);
}

function renamedTwice({ targetPath, tipPath, basePath }: Unit, ask: Ask): { path: string } | BranchPlan {
  const found = wholeClash('rename/rename', ['ours', 'theirs'], [basePath, targetPath, tipPath]);
  const answer = ask(found);
  if (!answer) return { verdict: 'clash', clashes: [found] };
  return { path: answer.take === 'theirs' ? tipPath! : targetPath! };
}

/** The target has another doc under the new name. */
function taken(path: string): BranchPlan {
  return { verdict: 'clash', clashes: [wholeClash('add/add', [], [path])] };
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
