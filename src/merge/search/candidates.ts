// Which lines of a text take part in the search for common lines. A line without a partner in the other text
// never does, so a rewrite costs next to nothing. A line with very many partners that stands among such lines
// does not either: it would only be matched by accident. (The rule is that of GNU diff and of git.)

const NONE = 0;
const SOME = 1;
const MANY = 2;
/** No more lines than this are looked at on either side of a line with many partners. */
const WINDOW = 100;
/** How many times more lines without a partner than with many have to stand around. */
const OUTNUMBERED = 4;
const MOST_PARTNERS = 1024;

/** The half-open range of lines between what two texts begin and end with. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** The lines of a span that are searched, by index. `partners`: how often each number occurs in the other text. */
export function candidates(ids: Int32Array, { from, to }: Span, partners: Int32Array): Int32Array {
  const many = Math.min(powerAboveRoot(ids.length), MOST_PARTNERS);
  const ranks = new Uint8Array(to - from);
  for (let at = from; at < to; at++) {
    const count = partners[ids[at]!]!;
    ranks[at - from] = count === 0 ? NONE : count < many ? SOME : MANY;
  }
  const kept = new Int32Array(to - from);
  let size = 0;
  for (let at = 0; at < ranks.length; at++) {
    if (ranks[at] === SOME || (ranks[at] === MANY && !isAccidental(ranks, at))) kept[size++] = at + from;
  }
  return kept.subarray(0, size);
}

/** Whether lines without a partner stand on both sides of a line with many, and outnumber such lines there. */
function isAccidental(ranks: Uint8Array, at: number): boolean {
  const before = around(ranks, at, -1);
  if (before.none === 0) return false;
  const after = around(ranks, at, 1);
  if (after.none === 0) return false;
  const many = before.many + after.many + 2;
  return many * OUTNUMBERED < many + before.none + after.none;
}

function around(ranks: Uint8Array, at: number, step: 1 | -1): { none: number; many: number } {
  const counts = { none: 0, many: 0 };
  for (let offset = step; Math.abs(offset) <= WINDOW; offset += step) {
    const rank = ranks[at + offset];
    if (rank === undefined || rank === SOME) break;
    if (rank === NONE) counts.none++;
    else counts.many++;
  }
  return counts;
}

/** The least power of two, times two at an even count of digits, that is above the square root; cheap to find. */
function powerAboveRoot(count: number): number {
  let power = 1;
  for (let rest = count; rest > 0; rest >>= 2) power *= 2;
  return power;
}
