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

/** How far the two searches in a box have come. */
export interface Fronts {
  readonly a: Int32Array;
  readonly b: Int32Array;
  /** The furthest x on each diagonal: from the beginning, and from the end. */
  readonly forward: Int32Array;
  readonly backward: Int32Array;
  /** Where diagonal 0 stands in the two arrays. */
  readonly zero: number;
  a0: number;
  a1: number;
  b0: number;
  b1: number;
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
  const box = { a0: 0, a1: 0, b0: 0, b1: 0 };
  const diagonals = { forwardLow: 0, forwardHigh: 0, backwardLow: 0, backwardHigh: 0 };
  const found = { longRun: false, meetX: -1, meetY: -1 };
  const arrays = { forward: new Int32Array(size), backward: new Int32Array(size), zero: b.length + 2 };
  return { a, b, ...arrays, ...box, ...diagonals, ...found };
}

/** Puts both searches at their ends of a box: no edit yet, and no common lines there to walk along. */
export function startAt(fronts: Fronts, { a0, a1, b0, b1 }: Box): void {
  fronts.a0 = a0;
  fronts.a1 = a1;
  fronts.b0 = b0;
  fronts.b1 = b1;
  fronts.forwardLow = fronts.forwardHigh = a0 - b0;
  fronts.backwardLow = fronts.backwardHigh = a1 - b1;
  fronts.forward[fronts.zero + a0 - b0] = a0;
  fronts.backward[fronts.zero + a1 - b1] = a1;
}

/** One more edit from the beginning on every diagonal in reach. True when that meets the other search. */
export function stepForward(fronts: Fronts): boolean {
  widenForward(fronts);
  const { a, b, a0, b0, a1, b1, zero, forward, backward, backwardLow, backwardHigh, forwardLow } = fronts;
  const mayMeet = ((a1 - a0 - b1 + b0) & 1) === 1;
  let insert = forward[zero + fronts.forwardHigh + 1]!;
  for (let k = fronts.forwardHigh; k >= forwardLow; k -= 2) {
    const before = forward[zero + k - 1]!;
    let x = before >= insert ? before + 1 : insert;
    insert = before;
    const began = x;
    for (let y = x - k; x < a1 && y < b1 && a[x] === b[y]; y++) x++;
    forward[zero + k] = x;
    if (x - began > LONG_RUN) fronts.longRun = true;
    if (mayMeet && k >= backwardLow && k <= backwardHigh && backward[zero + k]! <= x)
      return meetAt(fronts, x, k);
  }
  return false;
}

/** One more edit from the end on every diagonal in reach. True when that meets the other search. */
export function stepBackward(fronts: Fronts): boolean {
  widenBackward(fronts);
  const { a, b, a0, b0, a1, b1, zero, forward, backward, forwardLow, forwardHigh, backwardLow } = fronts;
  const mayMeet = ((a1 - a0 - b1 + b0) & 1) === 0;
  let remove = backward[zero + fronts.backwardHigh + 1]!;
  for (let k = fronts.backwardHigh; k >= backwardLow; k -= 2) {
    const before = backward[zero + k - 1]!;
    let x = before < remove ? before : remove - 1;
    remove = before;
    const began = x;
    for (let y = x - k; x > a0 && y > b0 && a[x - 1] === b[y - 1]; y--) x--;
    backward[zero + k] = x;
    if (began - x > LONG_RUN) fronts.longRun = true;
    if (mayMeet && k >= forwardLow && k <= forwardHigh && x <= forward[zero + k]!)
      return meetAt(fronts, x, k);
  }
  return false;
}

/** Diagonals outside the box stay out; the one beyond the outermost is made to lose every comparison. */
function widenForward(fronts: Fronts): void {
  const { forward, zero, a0, a1, b0, b1 } = fronts;
  fronts.longRun = false;
  if (fronts.forwardLow > a0 - b1) forward[zero + --fronts.forwardLow - 1] = -1;
  else fronts.forwardLow++;
  if (fronts.forwardHigh < a1 - b0) forward[zero + ++fronts.forwardHigh + 1] = -1;
  else fronts.forwardHigh--;
}

function widenBackward(fronts: Fronts): void {
  const { backward, zero, a0, a1, b0, b1 } = fronts;
  if (fronts.backwardLow > a0 - b1) backward[zero + --fronts.backwardLow - 1] = a1 + 1;
  else fronts.backwardLow++;
  if (fronts.backwardHigh < a1 - b0) backward[zero + ++fronts.backwardHigh + 1] = a1 + 1;
  else fronts.backwardHigh--;
}

function meetAt(fronts: Fronts, x: number, k: number): true {
  fronts.meetX = x;
  fronts.meetY = x - k;
  return true;
}
