/** A line that is only in the base (at x) or only in the side (at y), where x and y lines stand before it. */
export interface Edit {
  readonly x: number;
  readonly y: number;
  readonly removes: boolean;
}

/**
 * The shortest way to make a side of `height` lines from a base of `width` lines, if it has no more edits than
 * `most`: the greedy search of Myers 1986, figure 2. `shared(x, y)`: how many lines are equal from there on.
 */
export function fewEdits(
  width: number,
  height: number,
  shared: (x: number, y: number) => number,
  most: number,
): Edit[] | null {
  if (Math.abs(width - height) > most) return null;
  const zero = most + 1;
  const furthest = new Int32Array(2 * most + 3).fill(-1);
  furthest[zero] = shared(0, 0);
  const rounds: Int32Array[] = [furthest.slice()];
  for (let edits = 0; edits <= most; edits++) {
    if (edits > 0) rounds.push(widen(furthest, zero, edits, { width, height, shared }));
    if (furthest[zero + width - height]! >= width) return editsOf(rounds, zero, width, height);
  }
  return null;
}

interface Grid {
  readonly width: number;
  readonly height: number;
  readonly shared: (x: number, y: number) => number;
}

/** One more edit on every diagonal k = x - y in reach; returns how far all have come. */
function widen(
  furthest: Int32Array,
  zero: number,
  edits: number,
  { width, height, shared }: Grid,
): Int32Array {
  for (let k = -edits; k <= edits; k += 2) {
    const x = Math.max(furthest[zero + k + 1]!, removed(furthest[zero + k - 1]!));
    const y = x - k;
    const inside = x >= 0 && y >= 0 && x <= width && y <= height;
    furthest[zero + k] = inside ? x + (x < width && y < height ? shared(x, y) : 0) : -1;
  }
  return furthest.slice();
}

function removed(x: number): number {
  return x < 0 ? x : x + 1;
}

/** Walks back from the end, round by round. */
function editsOf(rounds: readonly Int32Array[], zero: number, width: number, height: number): Edit[] {
  const edits: Edit[] = [];
  let k = width - height;
  for (let round = rounds.length - 1; round > 0; round--) {
    const before = rounds[round - 1]!;
    const removes = removed(before[zero + k - 1]!) > before[zero + k + 1]!;
    k += removes ? -1 : 1;
    const x = before[zero + k]!;
    edits.push({ x, y: x - k, removes });
  }
  return edits.reverse();
}
