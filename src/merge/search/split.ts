import { type Box, type Fronts, LONG_RUN, startAt, stepBackward, stepForward } from './fronts.ts';

/** Cost up to which a box is searched for a shortest script and nothing else. */
const PATIENCE = 256;
/** With more lines to search the cost is held down. */
const MOST_PATIENT = 400_000;
const LEAST_LIMIT = 16;
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
      return { a: fronts.meetX, b: fronts.meetY, exactBefore: true, exactAfter: true };
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

/**
 * The cost at which the search of texts of so many lines gives up being exact: git's, and less for so many lines that
 * nobody would wait for it.
 */
export function costLimit(lines: number): number {
  if (lines > MOST_PATIENT) return Math.max(LEAST_LIMIT, Math.floor((PATIENCE * MOST_PATIENT) / lines));
  let power = 1;
  for (let rest = lines + 3; rest > 0; rest >>= 2) power *= 2;
  return Math.max(power, PATIENCE);
}

type Exactness = Pick<Split, 'exactBefore' | 'exactAfter'>;
const FROM_START: Exactness = { exactBefore: true, exactAfter: false };
const FROM_END: Exactness = { exactBefore: false, exactAfter: true };

function at(x: number, k: number, exactness: Exactness): Split {
  return { a: x, b: x - k, ...exactness };
}

/** The point furthest ahead of its cost that has a long run right behind it. */
function longRunFromStart(fronts: Fronts, cost: number): Split | null {
  const { a0, a1, b0, b1, zero, forward } = fronts;
  let best = AHEAD * cost;
  let found: Split | null = null;
  for (let k = fronts.forwardHigh; k >= fronts.forwardLow; k -= 2) {
    const x = forward[zero + k]!;
    const y = x - k;
    const ahead = x - a0 + y - b0 - Math.abs(k - (a0 - b0));
    const inside = x >= a0 + LONG_RUN && x < a1 && y >= b0 + LONG_RUN && y < b1;
    if (ahead <= best || !inside || !runAt(fronts, x - LONG_RUN, y - LONG_RUN)) continue;
    best = ahead;
    found = at(x, k, FROM_START);
  }
  return found;
}

function longRunFromEnd(fronts: Fronts, cost: number): Split | null {
  const { a0, a1, b0, b1, zero, backward } = fronts;
  let best = AHEAD * cost;
  let found: Split | null = null;
  for (let k = fronts.backwardHigh; k >= fronts.backwardLow; k -= 2) {
    const x = backward[zero + k]!;
    const y = x - k;
    const ahead = a1 - x + b1 - y - Math.abs(k - (a1 - b1));
    const inside = x > a0 && x <= a1 - LONG_RUN && y > b0 && y <= b1 - LONG_RUN;
    if (ahead <= best || !inside || !runAt(fronts, x, y)) continue;
    best = ahead;
    found = at(x, k, FROM_END);
  }
  return found;
}

function runAt({ a, b }: Fronts, x: number, y: number): boolean {
  for (let i = 0; i < LONG_RUN; i++) if (a[x + i] !== b[y + i]) return false;
  return true;
}

/** The point that either search has got furthest to. */
function furthest(fronts: Fronts): Split {
  const start = furthestFromStart(fronts);
  const end = furthestFromEnd(fronts);
  const done = start.x + start.y - fronts.a0 - fronts.b0;
  const left = fronts.a1 + fronts.b1 - end.x - end.y;
  return left < done ? at(start.x, start.x - start.y, FROM_START) : at(end.x, end.x - end.y, FROM_END);
}

interface Point {
  readonly x: number;
  readonly y: number;
}

function furthestFromStart({ a1, b1, zero, forward, forwardLow, forwardHigh }: Fronts): Point {
  let best = { x: -1, y: -1 };
  for (let k = forwardHigh; k >= forwardLow; k -= 2) {
    const x = Math.min(forward[zero + k]!, a1, b1 + k);
    if (2 * x - k > best.x + best.y) best = { x, y: x - k };
  }
  return best;
}

function furthestFromEnd({ a0, a1, b0, b1, zero, backward, backwardLow, backwardHigh }: Fronts): Point {
  let best = { x: a1 + 1, y: b1 + 1 };
  for (let k = backwardHigh; k >= backwardLow; k -= 2) {
    const x = Math.max(backward[zero + k]!, a0, b0 + k);
    if (2 * x - k < best.x + best.y) best = { x, y: x - k };
  }
  return best;
}
