import type { Hunk } from './diff.ts';
import { linesIn } from './lines.ts';
import type { Numbered } from './numbered.ts';

/** A base and its two sides, numbered together. */
export interface Three {
  readonly base: Numbered;
  readonly ours: Numbered;
  readonly theirs: Numbered;
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
function canSlideOnto(base: Numbered, side: Numbered, hunk: Hunk, neighbour: Hunk): boolean {
  const [ids, from, to] = hunk.base[0] === hunk.base[1] ? [side.ids, ...hunk.side] : [base.ids, ...hunk.base];
  if (hunk.base[0] !== hunk.base[1] && hunk.side[0] !== hunk.side[1]) return false;
  const up = hunk.base[0] === neighbour.base[1] && base.ids[hunk.base[0] - 1] === ids[to - 1];
  const down = hunk.base[1] === neighbour.base[0] && base.ids[hunk.base[1]] === ids[from];
  return up || down;
}
