import { type Lined, lineCount } from './lines.ts';

const LEAST_BLOCK = 32;
const LARGEST_BLOCK = 16_384;

/** The base line up to which the base from a line on, and a text from an offset on, have the same whole lines. */
export function wholeLinesShared(base: Lined, line: number, text: string, at: number): number {
  const from = base.starts[line]!;
  const shared = sharedLength(base.text, from, text, at);
  if (shared === 0) return line;
  const until = lastStartWithin(base.starts, line, from + shared);
  const ended = base.starts[until]! - from;
  // The base's last line may have no line feed, and go on in the side.
  const cut = until === lineCount(base) && at + ended < text.length && !base.text.endsWith('\n');
  return cut ? until - 1 : until;
}

/** How many characters are equal from the two offsets on: by growing blocks, then within the first that differs. */
function sharedLength(a: string, aFrom: number, b: string, bFrom: number): number {
  const most = Math.min(a.length - aFrom, b.length - bFrom);
  const sameBlock = (at: number, size: number) =>
    at + size <= most && a.slice(aFrom + at, aFrom + at + size) === b.slice(bFrom + at, bFrom + at + size);
  if (most === 0 || a.charCodeAt(aFrom) !== b.charCodeAt(bFrom)) return 0;
  let shared = 0;
  let block = LEAST_BLOCK;
  while (sameBlock(shared, block)) {
    shared += block;
    if (block < LARGEST_BLOCK) block *= 2;
  }
  while (block > LEAST_BLOCK) {
    block /= 2;
    if (sameBlock(shared, block)) shared += block;
  }
  while (shared < most && a.charCodeAt(aFrom + shared) === b.charCodeAt(bFrom + shared)) shared++;
  return shared;
}

/** The last index from `low` on whose start is at or before the offset. */
function lastStartWithin(starts: Int32Array, low: number, offset: number): number {
  let high = starts.length - 1;
  let from = low;
  while (from < high) {
    const middle = (from + high + 1) >> 1;
    if (starts[middle]! <= offset) from = middle;
    else high = middle - 1;
  }
  return from;
}
