import type { Hunk } from './hunk.ts';
import { type Lined, lineCount, lined } from './lines.ts';
import { type Addresses, numbered } from './numbered.ts';
import { quickHunks } from './quick.ts';
import { thoroughHunks } from './thorough.ts';

/** With fewer lines the thorough way is as quick. */
const QUICK_FROM = 1000;

/** A base, its sides, and the changes that make each side of it. */
export interface Compared {
  readonly base: Lined;
  readonly sides: readonly Lined[];
  readonly changes: readonly Hunk[][];
}

/**
 * The changes that make `side` of `base`, in order, at least one unchanged line between any two. Where a change
 * could stand at several places it stands at the canonical one. Never throws; the time is near-linear in the lines
 * but for texts that are made of few different ones.
 */
export function diffLines(base: string, side: string, addresses?: Addresses): Hunk[] {
  return base === side ? [] : compared(base, [side], addresses).changes[0]!;
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

/** Compares a base with its sides, the quick way where that will do. */
export function compared(baseText: string, sideTexts: readonly string[], addresses?: Addresses): Compared {
  const base = lined(baseText);
  const sides = sideTexts.map(lined);
  const mayBeQuick = !addresses && lineCount(base) >= QUICK_FROM;
  const quick = sides.map((side) => (mayBeQuick ? quickHunks(base, side) : null));
  if (quick.every((hunks) => hunks !== null)) return { base, sides, changes: quick };
  const texts = numbered(base, sides, addresses);
  const changes = texts.sides.map((side, at) => quick[at] ?? thoroughHunks(texts.base, side, texts.idCount));
  return { base: texts.base, sides: texts.sides, changes };
}
