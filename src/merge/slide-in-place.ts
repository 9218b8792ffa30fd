import type { Hunk } from './hunk.ts';
import { hunksOf } from './hunks-of.ts';
import { type Lined, lineCount, textOf } from './lines.ts';
import { slideRuns } from './slide.ts';

/** So many lines around a change are looked at. */
const AROUND = 32;

/** Slides each change to its canonical place, looking only at the lines around; null where one goes further. */
export function slidInPlace(base: Lined, side: Lined, hunks: readonly Hunk[]): Hunk[] | null {
  const slid: Hunk[] = [];
  for (const group of neighbours(hunks)) {
    const found = slidIn(windowOf(base, group), base, side, group);
    if (!found) return null;
    slid.push(...found);
  }
  return slid;
}

/** Changes whose surroundings meet, together. */
function neighbours(hunks: readonly Hunk[]): Hunk[][] {
  const groups: Hunk[][] = [];
  for (const hunk of hunks) {
    const last = groups.at(-1);
    if (last && hunk.base[0] - last.at(-1)!.base[1] <= 2 * AROUND) last.push(hunk);
    else groups.push([hunk]);
  }
  return groups;
}

/** The lines from somewhat above the first change to somewhat below the last, in both texts. */
function windowOf(base: Lined, hunks: readonly Hunk[]): Hunk {
  const [first, last] = [hunks[0]!, hunks.at(-1)!];
  const above = Math.min(AROUND, first.base[0]);
  const below = Math.min(AROUND, lineCount(base) - last.base[1]);
  return {
    base: [first.base[0] - above, last.base[1] + below],
    side: [first.side[0] - above, last.side[1] + below],
  };
}

function slidIn(window: Hunk, base: Lined, side: Lined, hunks: readonly Hunk[]): Hunk[] | null {
  const numbers = new Map<string, number>();
  const inBase = { ids: idsIn(base, window.base, numbers), changed: marked(hunks, 'base', window) };
  const inSide = { ids: idsIn(side, window.side, numbers), changed: marked(hunks, 'side', window) };
  slideRuns(inBase, inSide);
  slideRuns(inSide, inBase);
  const found = hunksOf(inBase.changed, inSide.changed);
  const [top, bottom] = [found[0]!, found.at(-1)!];
  const atTop = top.base[0] === 0 && window.base[0] > 0;
  const atBottom = bottom.base[1] === inBase.ids.length && window.base[1] < lineCount(base);
  return atTop || atBottom ? null : found.map((hunk) => shifted(hunk, window.base[0], window.side[0]));
}

function idsIn(text: Lined, [from, to]: Hunk['base'], numbers: Map<string, number>): Int32Array {
  const ids = new Int32Array(to - from);
  for (let line = from; line < to; line++) {
    const key = textOf(text, line, line + 1);
    if (!numbers.has(key)) numbers.set(key, numbers.size);
    ids[line - from] = numbers.get(key)!;
  }
  return ids;
}

function marked(hunks: readonly Hunk[], text: 'base' | 'side', window: Hunk): Uint8Array {
  const [from, to] = window[text];
  const marks = new Uint8Array(to - from + 1);
  for (const hunk of hunks) marks.fill(1, hunk[text][0] - from, hunk[text][1] - from);
  return marks;
}

function shifted({ base, side }: Hunk, inBase: number, inSide: number): Hunk {
  return { base: [base[0] + inBase, base[1] + inBase], side: [side[0] + inSide, side[1] + inSide] };
}
