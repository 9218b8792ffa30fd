import type { Hunk } from './hunk.ts';

type Range = [number, number];

/** Base lines that one side changed, or both, and the lines that stand there in each side that did. */
export interface Region {
  readonly base: Range;
  readonly ours: Range | null;
  readonly theirs: Range | null;
}

/** The regions in base order, and how many pairs of changes are neighbours without a line between and both apply. */
export interface Regions {
  readonly regions: readonly Region[];
  readonly touching: number;
}

/**
 * Lays the changes of both sides along the base. Those that overlap, directly or through others, make one region,
 * and so do those that touch where `belongTogether` says so. An insertion stands before a change that starts at its
 * place and after one that ends there.
 */
export function regionsOf(
  ours: readonly Hunk[],
  theirs: readonly Hunk[],
  belongTogether: (ours: Hunk, theirs: Hunk) => boolean,
): Regions {
  const groups: Group[] = [];
  let touching = 0;
  let lastOfOurs: Hunk | undefined;
  let lastOfTheirs: Hunk | undefined;
  for (const { hunk, isOurs } of inOrder(ours, theirs)) {
    const before = isOurs ? lastOfTheirs : lastOfOurs;
    const touches = before !== undefined && hunk.base[0] <= before.base[1];
    const together =
      touches &&
      (overlap(before, hunk) || (isOurs ? belongTogether(hunk, before) : belongTogether(before, hunk)));
    if (!together) groups.push({ ours: [], theirs: [] });
    if (touches && !together) touching++;
    groups.at(-1)![isOurs ? 'ours' : 'theirs'].push(hunk);
    if (isOurs) lastOfOurs = hunk;
    else lastOfTheirs = hunk;
  }
  return { regions: groups.map(regionOf), touching };
}

interface Group {
  readonly ours: Hunk[];
  readonly theirs: Hunk[];
}

interface Change {
  readonly hunk: Hunk;
  readonly isOurs: boolean;
}

/** The changes of both sides by where they start, an insertion first, ours before theirs. */
function inOrder(ours: readonly Hunk[], theirs: readonly Hunk[]): Change[] {
  const changes: Change[] = [];
  let next = 0;
  for (const hunk of ours) {
    while (next < theirs.length && isBefore(theirs[next]!, hunk))
      changes.push({ hunk: theirs[next++]!, isOurs: false });
    changes.push({ hunk, isOurs: true });
  }
  for (const hunk of theirs.slice(next)) changes.push({ hunk, isOurs: false });
  return changes;
}

function isBefore(theirs: Hunk, ours: Hunk): boolean {
  if (theirs.base[0] !== ours.base[0]) return theirs.base[0] < ours.base[0];
  return isInsertion(theirs) && !isInsertion(ours);
}

function isInsertion({ base }: Hunk): boolean {
  return base[0] === base[1];
}

/** Whether two changes, the first of which comes first, want the same base lines or insert at the same point. */
function overlap(first: Hunk, second: Hunk): boolean {
  if (isInsertion(first)) return isInsertion(second) && second.base[0] === first.base[0];
  const inside = second.base[0] < first.base[1];
  return inside && !(isInsertion(second) && second.base[0] === first.base[0]);
}

function regionOf({ ours, theirs }: Group): Region {
  const [ourRange, theirRange] = [rangeOf(ours), rangeOf(theirs)];
  const from = Math.min(ourRange[0], theirRange[0]);
  const to = Math.max(ourRange[1], theirRange[1]);
  return { base: [from, to], ours: linesThere(ours, from, to), theirs: linesThere(theirs, from, to) };
}

/** From the first hunk's start to the last one's end; nothing at all without hunks. */
function rangeOf(hunks: readonly Hunk[]): Range {
  return [hunks[0]?.base[0] ?? Number.POSITIVE_INFINITY, hunks.at(-1)?.base[1] ?? Number.NEGATIVE_INFINITY];
}

/** What base lines [from, to) have become by changes that all lie in them. */
function linesThere(hunks: readonly Hunk[], from: number, to: number): Range | null {
  const first = hunks[0];
  const last = hunks.at(-1);
  if (!first || !last) return null;
  return [first.side[0] - (first.base[0] - from), last.side[1] + (to - last.base[1])];
}
