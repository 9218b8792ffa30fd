// The search for a shortest edit script in one box of the edit graph, from both ends at once: Myers 1986,
// "An O(ND) Difference Algorithm and Its Variations", section 4b. Diagonal k holds the points with x - y = k.
// Ties are broken as git breaks them, so that both find the same common lines.

/** Two sequences of numbers, and a box of them: [a0, a1) against [b0, b1). */
export interface Box {
  readonly a0: number;
  readonly a1: number;
  readonly b0: number;
  readonly b1: number;
  /** Whether a shortest script has to be found, whatever it costs. */
  readonly exact: boolean;
}

/** A longer run of equal lines than this is remarkable. */
export const LONG_RUN = 20;

/** How far the two searches in a box have come. Points are counted from the box's corner. */
export interface Fronts {
  readonly a: Int32Array;
  readonly b: Int32Array;
  /** The furthest x on each diagonal: from the beginning, and from the end. */
  readonly forward: Int32Array;
  readonly backward: Int32Array;
  a0: number;
  b0: number;
  width: number;
  height: number;
  /** Where diagonal 0 stands in the two arrays. */
  zero: number;
  forwardLow: number;
  forwardHigh: number;
  backwardLow: number;
  backwardHigh: number;
  /** Whether the last round passed a long run. */
  longRun: boolean;
  /** Where the two met. */
  meetX: number;
  meetY: number;
}

/** Fronts for the boxes of two sequences, one box after another. */
export function frontsFor(a: Int32Array, b: Int32Array): Fronts {
  const size = a.length + b.length + 5;
  const box = { a0: 0, b0: 0, width: 0, height: 0, zero: 0 };
  const diagonals = { forwardLow: 0, forwardHigh: 0, backwardLow: 0, backwardHigh: 0 };
  const found = { longRun: false, meetX: -1, meetY: -1 };
  return {
    a,
    b,
    forward: new Int32Array(size),
    backward: new Int32Array(size),
    ...box,
    ...diagonals,
    ...found,
  };
}

/** Puts both searches at their ends of a box: no edit yet, and no common lines there to walk along. */
export function startAt(fronts: Fronts, box: Box): void {
  const width = box.a1 - box.a0;
  const height = box.b1 - box.b0;
  const last = width - height;
  fronts.a0 = box.a0;
  fronts.b0 = box.b0;
  fronts.width = width;
  fronts.height = height;
  fronts.zero = height + 2;
  fronts.forwardLow = fronts.forwardHigh = 0;
  fronts.backwardLow = fronts.backwardHigh = last;
  fronts.forward[fronts.zero] = 0;
  fronts.backward[fronts.zero + last] = width;
}

/** One more edit from the beginning on every diagonal in reach. True when that meets the other search. */
export function stepForward(fronts: Fronts): boolean {
  widenForward(fronts);
  const { a, b, a0, b0, width, height, zero, forward, backward, backwardLow, backwardHigh } = fronts;
  const mayMeet = ((width - height) & 1) === 1;
  for (let k = fronts.forwardHigh; k >= fronts.forwardLow; k -= 2) {
    const insert = forward[zero + k + 1]!;
    const remove = forward[zero + k - 1]! + 1;
    let x = Math.max(remove, insert);
    const began = x;
    let y = x - k;
    while (x < width && y < height && a[a0 + x] === b[b0 + y]) {
      x++;
      y++;
    }
    if (x - began > LONG_RUN) fronts.longRun = true;
    forward[zero + k] = x;
    if (mayMeet && k >= backwardLow && k <= backwardHigh && backward[zero + k]! <= x) {
      return meetAt(fronts, x, y);
    }
  }
  return false;
}

/** One more edit from the end on every diagonal in reach. True when that meets the other search. */
export function stepBackward(fronts: Fronts): boolean {
  widenBackward(fronts);
  const { a, b, a0, b0, width, height, zero, forward, backward, forwardLow, forwardHigh } = fronts;
  const mayMeet = ((width - height) & 1) === 0;
  for (let k = fronts.backwardHigh; k >= fronts.backwardLow; k -= 2) {
    const insert = backward[zero + k - 1]!;
    const remove = backward[zero + k + 1]! - 1;
    let x = Math.min(insert, remove);
    const began = x;
    let y = x - k;
    while (x > 0 && y > 0 && a[a0 + x - 1] === b[b0 + y - 1]) {
      x--;
      y--;
    }
    if (began - x > LONG_RUN) fronts.longRun = true;
    backward[zero + k] = x;
    if (mayMeet && k >= forwardLow && k <= forwardHigh && x <= forward[zero + k]!) {
      return meetAt(fronts, x, y);
    }
  }
  return false;
}

/** Diagonals outside the box stay out; the one beyond the outermost is made to lose every comparison. */
function widenForward(fronts: Fronts): void {
  fronts.longRun = false;
  if (fronts.forwardLow > -fronts.height) {
    fronts.forwardLow--;
    fronts.forward[fronts.zero + fronts.forwardLow - 1] = -1;
  } else fronts.forwardLow++;
  if (fronts.forwardHigh < fronts.width) {
    fronts.forwardHigh++;
    fronts.forward[fronts.zero + fronts.forwardHigh + 1] = -1;
  } else fronts.forwardHigh--;
}

function widenBackward(fronts: Fronts): void {
  const never = fronts.width + 1;
  if (fronts.backwardLow > -fronts.height) {
    fronts.backwardLow--;
    fronts.backward[fronts.zero + fronts.backwardLow - 1] = never;
  } else fronts.backwardLow++;
  if (fronts.backwardHigh < fronts.width) {
    fronts.backwardHigh++;
    fronts.backward[fronts.zero + fronts.backwardHigh + 1] = never;
  } else fronts.backwardHigh--;
}

function meetAt(fronts: Fronts, x: number, y: number): true {
  fronts.meetX = x;
  fronts.meetY = y;
  return true;
}
