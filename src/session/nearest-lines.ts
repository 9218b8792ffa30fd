/** A line of the text, 1-based, cut where it is long. */
export interface NearLine {
  readonly line: number;
  readonly text: string;
}

const MOST = 3;
const LONGEST = 200;

/**
 * The lines that look most like the first written line of `wanted`, best first, at most three. Likeness is the
 * Dice coefficient over pairs of characters (Dice 1945), blanks left out; under one half nothing is near.
 */
export function nearestLines(text: string, wanted: string): NearLine[] {
  const first = wanted.split('\n').find((line) => line.trim() !== '');
  if (first === undefined) return [];
  const pairs = pairsOf(first);
  return text
    .split('\n')
    .map((line, i) => ({ line: i + 1, text: line, like: likeness(pairs, line) }))
    .filter(({ like }) => like >= 0.5)
    .sort((a, b) => b.like - a.like || a.line - b.line)
    .slice(0, MOST)
    .map(({ line, text: found }) => ({ line, text: cut(found) }));
}

function likeness(wanted: ReadonlyMap<string, number>, line: string): number {
  const own = pairsOf(line);
  let shared = 0;
  for (const [pair, count] of own) shared += Math.min(count, wanted.get(pair) ?? 0);
  const all = total(wanted) + total(own);
  return all === 0 ? 0 : (2 * shared) / all;
}

function pairsOf(line: string): Map<string, number> {
  const dense = line.replace(/\s+/g, '').slice(0, LONGEST);
  const pairs = new Map<string, number>();
  for (let i = 0; i < dense.length; i++) {
    const pair = dense.slice(i, i + 2);
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
  }
  return pairs;
}

function total(pairs: ReadonlyMap<string, number>): number {
  let sum = 0;
  for (const count of pairs.values()) sum += count;
  return sum;
}

function cut(line: string): string {
  return line.length <= LONGEST ? line : `${line.slice(0, LONGEST).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
