import { type Box, type Fronts, LONG_RUN, startAt, stepBackward, stepForward } from './fronts.ts';

/** Cost up to which a box is searched for a shortest script and nothing else. */
const PATIENCE = 256;
/** How many times the cost a point has to be ahead to be taken for its long run. */
const AHEAD = 4;

/** A point that a short script passes through; whether it is known to be a shortest one up to there, and from there. */
export interface Split {
  readonly a: number;
  readonly b: number;
  readonly exactBefore: boolean;
  readonly exactAfter: boolean;
}

/** Splits a box where a shortest script passes, or, once that has cost too much, where one likely does. */
export function splitBox(fronts: Fronts, box: Box, limit: number): Split {
  startAt(fronts, box);
  for (let cost = 1; ; cost++) {
    if (stepForward(fronts) || stepBackward(fronts)) {
      return at(fronts, fronts.meetX, fronts.meetY, { exactBefore: true, exactAfter: true });
    }
    if (box.exact) continue;
    const found =
      (fronts.longRun &&
        cost > PATIENCE &&
        (longRunFromStart(fronts, cost) ?? longRunFromEnd(fronts, cost))) ||
      (cost >= limit && furthest(fronts));
    if (found) return found;
  }
}

/** The cost at which the search of texts of so many lines gives up being exact. */
export function costLimit(lines: number): number {
  let power = 1;
  for (let rest = lines + 3; rest > 0; rest >>= 2) power *= 2;
  return Math.max(power, PATIENCE);
}

type Exactness = Pick<Split, 'exactBefore' | 'exactAfter'>;
const FROM_START: Exactness = { exactBefore: true, exactAfter: false };
const FROM_END: Exactness = { exactBefore: false, exactAfter: true };

function at(fronts: Fronts, x: number, y: number, exactness: Exactness): Split {
  return { a: fronts.a0 + x, b: fronts.b0 + y, ...exactness };
}

/** The point furthest ahead of its cost that has a long run right behind it. */
function longRunFromStart(fronts: Fronts, cost: number): Split | null {
  const { width, height, zero, forward } = fronts;
  let best = AHEAD * cost;
  let found: Split | null = null;
  for (let k = fronts.forwardHigh; k >= fronts.forwardLow; k -= 2) {
    const x = forward[zero + k]!;
    const y = x - k;
    const ahead = x + y - Math.abs(k);
    const inside = x >= LONG_RUN && x < width && y >= LONG_RUN && y < height;
    if (ahead <= best || !inside || !runAt(fronts, x - LONG_RUN, y - LONG_RUN)) continue;
    best = ahead;
    found = at(fronts, x, y, FROM_START);
  }
  return found;
}

function longRunFromEnd(fronts: Fronts, cost: number): Split | null {
  const { width, height, zero, backward } = fronts;
  let best = AHEAD * cost;
  let found: Split | null = null;
  for (let k = fronts.backwardHigh; k >= fronts.backwardLow; k -= 2) {
    const x = backward[zero + k]!;
    const y = x - k;
    const ahead = width - x + height - y - Math.abs(k - (width - height));
    const inside = x > 0 && x <= width - LONG_RUN && y > 0 && y <= height - LONG_RUN;
    if (ahead <= best || !inside || !runAt(fronts, x, y)) continue;
    best = ahead;
    found = at(fronts, x, y, FROM_END);
  }
  return found;
}

function runAt({ a, b, a0, b0 }: Fronts, x: number, y: number): boolean {
  for (let i = 0; i < LONG_RUN; i++) if (a[a0 + x + i] !== b[b0 + y + i]) return false;
  return true;
}

/** The point that either search has got furthest to. */
function furthest(fronts: Fronts): Split {
  const { width, height } = fronts;
  const start = furthestFromStart(fronts);
  const end = furthestFromEnd(fronts);
  const left = width + height - end.x - end.y;
  return left < start.x + start.y
    ? at(fronts, start.x, start.y, FROM_START)
    : at(fronts, end.x, end.y, FROM_END);
}

interface Point {
  readonly x: number;
  readonly y: number;
}

function furthestFromStart({ width, height, zero, forward, forwardLow, forwardHigh }: Fronts): Point {
  let best = { x: -1, y: -1 };
  for (let k = forwardHigh; k >= forwardLow; k -= 2) {
    const x = Math.min(forward[zero + k]!, width, height + k);
    if (2 * x - k > best.x + best.y) best = { x, y: x - k };
  }
  return best;
}

function furthestFromEnd({ width, height, zero, backward, backwardLow, backwardHigh }: Fronts): Point {
  let best = { x: width + 1, y: height + 1 };
  for (let k = backwardHigh; k >= backwardLow; k -= 2) {
    const x = Math.max(backward[zero + k]!, 0, k);
    if (2 * x - k < best.x + best.y) best = { x, y: x - k };
  }
  return best;
}
