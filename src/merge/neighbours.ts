import type { Hunk } from './hunk.ts';
import { type Lined, sameLine, textOf } from './lines.ts';

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
  const added = new Set(keysOf(ours, a));
  return keysOf(theirs, b).some((key) => added.has(key));
}

/** What is the same for same lines, of each line that a change adds and that is not blank. */
function keysOf(text: Lined, { side: [from, to] }: Hunk): (number | string)[] {
  const keys: (number | string)[] = [];
  for (let at = from; at < to; at++) {
    const line = textOf(text, at, at + 1);
    if (line.trim() !== '') keys.push(text.ids ? text.ids[at]! : line);
  }
  return keys;
}

/** Whether a mere insertion or deletion could stand a line higher, on the neighbour's. It is as low as it can be. */
function canSlideOnto(base: Lined, side: Lined, hunk: Hunk, neighbour: Hunk): boolean {
  const [inserts, removes] = [hunk.side[0] < hunk.side[1], hunk.base[0] < hunk.base[1]];
  const top = hunk.base[0];
  if ((inserts && removes) || top === 0 || top !== neighbour.base[1]) return false;
  return inserts
    ? sameLine(base, top - 1, side, hunk.side[1] - 1)
    : sameLine(base, top - 1, base, hunk.base[1] - 1);
}
