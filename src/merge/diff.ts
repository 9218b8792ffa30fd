import { type Addresses, type Numbered, numbered } from './numbered.ts';
import { markChanges } from './search/mark-changes.ts';
import { slideRuns } from './slide.ts';

/** Base lines [from, to) became side lines [from, to): 0-based, half-open. */
export interface Hunk {
  readonly base: readonly [number, number];
  readonly side: readonly [number, number];
}

/**
 * The changes that make `side` of `base`, in order, at least one unchanged line between any two. Where a change
 * could stand at several places it stands at the canonical one. Never throws; time is near-linear in the lines
 * unless both texts are made of few different lines.
 */
export function diffLines(base: string, side: string, addresses?: Addresses): Hunk[] {
  if (base === side && !addresses) return [];
  const texts = numbered(base, [side], addresses);
  return hunksBetween(texts.base, texts.sides[0]!, texts.idCount);
}

/** The changes between two numbered texts. */
export function hunksBetween(base: Numbered, side: Numbered, idCount: number): Hunk[] {
  const marks = markChanges(base.ids, side.ids, idCount);
  const inBase = { ids: base.ids, changed: marks.a };
  const inSide = { ids: side.ids, changed: marks.b };
  slideRuns(inBase, inSide);
  slideRuns(inSide, inBase);
  return hunksOf(marks.a, marks.b);
}

/** How many lines a change adds and removes, as `git diff --numstat` counts them. */
export function lineCounts(before: string, after: string): { added: number; removed: number } {
  const counts = { added: 0, removed: 0 };
  for (const { base, side } of diffLines(before, after)) {
    counts.removed += base[1] - base[0];
    counts.added += side[1] - side[0];
  }
  return counts;
}

/** Reads hunks off the marks: between them, line by line, stands what both texts have. */
function hunksOf(inBase: Uint8Array, inSide: Uint8Array): Hunk[] {
  const hunks: Hunk[] = [];
  const [baseCount, sideCount] = [inBase.length - 1, inSide.length - 1];
  let [base, side] = [0, 0];
  while (base < baseCount || side < sideCount) {
    const [baseFrom, sideFrom] = [base, side];
    while (inBase[base]) base++;
    while (inSide[side]) side++;
    if (base > baseFrom || side > sideFrom) hunks.push({ base: [baseFrom, base], side: [sideFrom, side] });
    while (base < baseCount && side < sideCount && !inBase[base] && !inSide[side]) {
      base++;
      side++;
    }
  }
  return hunks;
}
