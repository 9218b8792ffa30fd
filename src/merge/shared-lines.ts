// How far two texts are equal, found by comparing blocks: the engine compares those faster than any loop.
import { type Lined, lineCount } from './lines.ts';

const LEAST_BLOCK = 32;
const LARGEST_BLOCK = 16_384;

/** How many whole lines are equal from base line `line` on and from the text's offset `at` on. */
export function linesSharedAfter(base: Lined, line: number, text: string, at: number): number {
  const from = base.starts[line]!;
  const shared = sharedLength(base.text, from, text, at);
  if (shared === 0) return 0;
  const until = lastStartWithin(base.starts, line, from + shared);
  const ended = base.starts[until]! - from;
  // The base's last line may have no line feed, and go on in the other text.
  const cut = until === lineCount(base) && at + ended < text.length && !base.text.endsWith('\n');
  return (cut ? until - 1 : until) - line;
}

/** How many whole lines are equal before line `aTo` of one text and line `bTo` of another. */
export function linesSharedBefore(a: Lined, aTo: number, b: Lined, bTo: number): number {
  const shared = sharedLengthBefore(a.text, a.starts[aTo]!, b.text, b.starts[bTo]!);
  if (shared === 0) return 0;
  const from = firstStartFrom(a.starts, aTo, a.starts[aTo]! - shared);
  // Where the equal part ends at the start of a line of one text, it may be within a line of the other.
  const lines = aTo - from;
  const whole = lines <= bTo && b.starts[bTo]! - b.starts[bTo - lines]! === a.starts[aTo]! - a.starts[from]!;
  return whole ? lines : lines - 1;
}

/** How many characters are equal from the two offsets on: by growing blocks, then within the first that differs. */
function sharedLength(a: string, aFrom: number, b: string, bFrom: number): number {
  const most = Math.min(a.length - aFrom, b.length - bFrom);
  if (most === 0 || a.charCodeAt(aFrom) !== b.charCodeAt(bFrom)) return 0;
  const same = (at: number, size: number) =>
    a.slice(aFrom + at, aFrom + at + size) === b.slice(bFrom + at, bFrom + at + size);
  let shared = blocksShared(most, same);
  while (shared < most && a.charCodeAt(aFrom + shared) === b.charCodeAt(bFrom + shared)) shared++;
  return shared;
}

/** How many characters are equal before the two offsets. */
function sharedLengthBefore(a: string, aTo: number, b: string, bTo: number): number {
  const most = Math.min(aTo, bTo);
  const same = (at: number, size: number) =>
    a.slice(aTo - at - size, aTo - at) === b.slice(bTo - at - size, bTo - at);
  let shared = blocksShared(most, same);
  while (shared < most && a.charCodeAt(aTo - shared - 1) === b.charCodeAt(bTo - shared - 1)) shared++;
  return shared;
}

/** How far blocks are the same, but for less than the least block. */
function blocksShared(most: number, same: (at: number, size: number) => boolean): number {
  let shared = 0;
  let block = LEAST_BLOCK;
  while (shared + block <= most && same(shared, block)) {
    shared += block;
    if (block < LARGEST_BLOCK) block *= 2;
  }
  while (block > LEAST_BLOCK) {
    block /= 2;
    if (shared + block <= most && same(shared, block)) shared += block;
  }
  return shared;
}

/** The last index from `low` on whose start is at or before the offset. */
function lastStartWithin(starts: Int32Array, low: number, offset: number): number {
  let from = low;
  let to = starts.length - 1;
  while (from < to) {
    const middle = (from + to + 1) >> 1;
    if (starts[middle]! <= offset) from = middle;
    else to = middle - 1;
  }
  return from;
}

/** The first index up to `high` whose start is at or behind the offset. */
function firstStartFrom(starts: Int32Array, high: number, offset: number): number {
  let from = 0;
  let to = high;
  while (from < to) {
    const middle = (from + to) >> 1;
    if (starts[middle]! >= offset) to = middle;
    else from = middle + 1;
  }
  return from;
}
