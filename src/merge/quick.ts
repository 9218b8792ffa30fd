// The quick way for long texts with few changes. It must find what the thorough way finds: so it looks from both
// ends, and gives up where the two disagree.
import type { Hunk } from './hunk.ts';
import { type Lined, lineCount } from './lines.ts';
import { type Edit, fewEdits } from './search/few-edits.ts';
import { linesSharedAfter, linesSharedBefore } from './shared-lines.ts';
import { slidInPlace } from './slide-in-place.ts';

const MOST_EDITS = 48;
const LEAST_APART = 8;

/** The changes between a base and a side, or null where there are many or it takes a closer look to tell. */
export function quickHunks(base: Lined, side: Lined): Hunk[] | null {
  const [width, height] = [lineCount(base), lineCount(side)];
  const most = Math.min(MOST_EDITS, Math.sqrt(width + height) / 2);
  const after = (x: number, y: number) => linesSharedAfter(base, x, side.text, side.starts[y]!);
  const before = (x: number, y: number) => linesSharedBefore(base, width - x, side, height - y);
  const down = fewEdits(width, height, after, Math.floor(most));
  if (!down || !areApart(hunksOf(down), down.length)) return null;
  const up = fewEdits(width, height, before, down.length);
  const hunks = slidInPlace(base, side, hunksOf(down));
  const others =
    up && slidInPlace(base, side, hunksOf(up.map((edit) => mirrored(edit, width, height)).reverse()));
  if (!hunks || !others || JSON.stringify(hunks) !== JSON.stringify(others)) return null;
  return areApart(hunks, down.length) ? hunks : null;
}

/** An edit found from the ends of the texts, as one found from their beginnings. */
function mirrored({ x, y, removes }: Edit, width: number, height: number): Edit {
  return { x: width - x - (removes ? 1 : 0), y: height - y - (removes ? 0 : 1), removes };
}

function hunksOf(edits: readonly Edit[]): Hunk[] {
  const hunks: { base: [number, number]; side: [number, number] }[] = [];
  for (const { x, y, removes } of edits) {
    const last = hunks.at(-1);
    const hunk = last?.base[1] === x && last.side[1] === y ? last : null;
    if (!hunk) hunks.push({ base: [x, removes ? x + 1 : x], side: [y, removes ? y : y + 1] });
    else if (removes) hunk.base[1]++;
    else hunk.side[1]++;
  }
  return hunks;
}

/**
 * Whether more lines stand between any two changes than there are edits. Otherwise it may be as short to keep other
 * lines instead of those, as when two blocks change places.
 */
function areApart(hunks: readonly Hunk[], edits: number): boolean {
  const lines = Math.max(LEAST_APART, edits);
  return hunks.every(({ base }, at) => at === 0 || base[0] - hunks[at - 1]!.base[1] > lines);
}
