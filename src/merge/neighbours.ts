import type { Hunk } from './hunk.ts';
import { type Lined, linesIn, sameLine } from './lines.ts';

/** A base and its two sides. */
export interface Three {
  readonly base: Lined;
  readonly ours: Lined;
  readonly theirs: Lined;
}

/**
 * Whether two changes that touch are likelier one change, or two of the same lines, than two that go well together:
 * both add an equal line that is not blank (applying both would double it), or one of them could as well stand on
 * the other's lines (among equal lines nobody can tell which one was added or deleted).
 */
export function areOne(three: Three, ours: Hunk, theirs: Hunk): boolean {
  return (
    addSameLine(three, ours, theirs) ||
    canSlideOnto(three.base, three.ours, ours, theirs) ||
    canSlideOnto(three.base, three.theirs, theirs, ours)
  );
}

function addSameLine({ ours, theirs }: Three, a: Hunk, b: Hunk): boolean {
  if (a.side[0] === a.side[1] || b.side[0] === b.side[1]) return false;
  const added = new Set(linesIn(ours, ...a.side));
  return linesIn(theirs, ...b.side).some((line) => added.has(line) && line.trim() !== '');
}

/** Whether a mere insertion or deletion could stand a line nearer to the neighbour. */
function canSlideOnto(base: Lined, side: Lined, hunk: Hunk, neighbour: Hunk): boolean {
  const [inserts, removes] = [hunk.side[0] < hunk.side[1], hunk.base[0] < hunk.base[1]];
  if (inserts && removes) return false;
  const [run, [from, to]] = inserts ? [side, hunk.side] : [base, hunk.base];
  const [top, bottom] = hunk.base;
  if (top === neighbour.base[1] && top > 0 && sameLine(base, top - 1, run, to - 1)) return true;
  return bottom === neighbour.base[0] && bottom < neighbour.base[1] && sameLine(base, bottom, run, from);
}
