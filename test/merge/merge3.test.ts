import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Clash, diffLines, type Hunk, merge3, splitLines } from '../../src/merge/index.ts';
import { type Triple, triple } from './texts.ts';

const SIX = 'one\ntwo\nthree\nfour\nfive\nsix\n';

test('R8: changes that touch both apply, and are counted', () => {
  const ours = SIX.replace('two', 'TWO').replace('four', 'FOUR');
  const theirs = SIX.replace('three', 'THREE').replace('five', 'FIVE');
  expect(merge3(SIX, ours, theirs)).toEqual({
    clean: true,
    text: 'one\nTWO\nTHREE\nFOUR\nFIVE\nsix\n',
    touching: 3,
  });
  expect(merge3(SIX, SIX.replace('two', 'TWO'), SIX.replace('four', 'FOUR'))).toMatchObject({ touching: 0 });
});

test('R8: an insertion stands before a change that starts there and after one that ends there', () => {
  const ours = SIX.replace('three', 'new\nthree');
  expect(merge3(SIX, ours, SIX.replace('three', 'III'))).toMatchObject({
    text: SIX.replace('three', 'new\nIII'),
    touching: 1,
  });
  expect(merge3(SIX, ours, SIX.replace('two', 'II'))).toMatchObject({
    text: SIX.replace('two\nthree', 'II\nnew\nthree'),
    touching: 1,
  });
});

test('R8: what touches is told beside a clash too', () => {
  const ours = SIX.replace('one', 'ONE').replace('six', 'ours');
  const theirs = SIX.replace('two', 'TWO').replace('six', 'theirs');
  expect(merge3(SIX, ours, theirs)).toEqual({
    clean: false,
    clashes: [{ base: [5, 6], ours: ['ours\n'], theirs: ['theirs\n'] }],
    touching: 1,
  });
});

test('R8: a clash in a last line without its newline shows the line as it is', () => {
  expect(merge3('a\nb', 'a\nours', 'a\ntheirs')).toEqual({
    clean: false,
    clashes: [{ base: [1, 2], ours: ['ours'], theirs: ['theirs'] }],
    touching: 0,
  });
});

test('R8: equal lines at different addresses are never the same line', () => {
  const addresses = (text: string) => {
    return splitLines(text).map((line, at) => (line.startsWith('map') ? 'map' : `row ${at}`));
  };
  const base = 'map\n..\n..\n##\n';
  const ours = 'map\n##\n..\n##\n';
  const theirs = 'map\n..\n##\n##\n';
  expect(merge3(base, ours, theirs)).not.toMatchObject({ text: 'map\n##\n##\n##\n' });
  expect(merge3(base, ours, theirs, { addresses })).toMatchObject({ clean: true, text: 'map\n##\n##\n##\n' });
  expect(diffLines(base, ours, addresses)).toEqual([{ base: [1, 2], side: [1, 2] }]);
});

test('R8: a rewrite of 100,000 lines and texts of three different lines are merged in one go', () => {
  const long = Array.from({ length: 100_000 }, (_, at) => `line ${at}\n`).join('');
  const theirs = `first\n${long}`;
  const merged = merge3(long, long.replaceAll('line 9', 'Line 9'), theirs);
  expect(merged.clean && merged.text === theirs.replaceAll('line 9', 'Line 9')).toBe(true);
  const few = (step: number) =>
    Array.from({ length: 10_000 }, (_, at) => `${(at * at + step * at) % 3}\n`).join('');
  expect(merge3(few(0), few(1), few(2))).toHaveProperty('clean');
});

test('R8: clashes are the overlaps that do not come to the same, no more and no less', () => {
  fc.assert(
    fc.property(triple, (texts) => {
      const merged = merge3(texts.base, texts.ours, texts.theirs);
      expect(merged.clean ? [] : merged.clashes).toEqual(clashesByTheBook(texts));
    }),
    { numRuns: 3000 },
  );
});

interface Change {
  readonly hunk: Hunk;
  readonly side: 'ours' | 'theirs';
}

/** The rules of docs/merge.md, pair by pair, without any cleverness. */
function clashesByTheBook(texts: Triple): Clash[] {
  if (texts.ours === texts.theirs) return [];
  const changes = (['ours', 'theirs'] as const).flatMap((side) =>
    diffLines(texts.base, texts[side]).map((hunk): Change => ({ hunk, side })),
  );
  const groups = grouped(changes, (a, b) => a.side !== b.side && belongTogether(texts, a, b));
  return groups
    .map((group) => clashOf(texts, group))
    .filter((clash) => clash !== null)
    .sort((a, b) => a.base[0] - b.base[0] || a.base[1] - b.base[1]);
}

function grouped(changes: readonly Change[], related: (a: Change, b: Change) => boolean): Change[][] {
  let groups: Change[][] = [];
  for (const change of changes) {
    const joined = groups.filter((group) => group.some((other) => related(change, other)));
    groups = [...groups.filter((group) => !joined.includes(group)), [...joined.flat(), change]];
  }
  return groups;
}

function belongTogether(texts: Triple, a: Change, b: Change): boolean {
  const [[a0, a1], [b0, b1]] = [a.hunk.base, b.hunk.base];
  if (a0 === a1 && b0 === b1) return a0 === b0;
  if (a0 === a1) return (b0 < a0 && a0 < b1) || (touch(a, b) && areOne(texts, a, b));
  if (b0 === b1) return (a0 < b0 && b0 < a1) || (touch(a, b) && areOne(texts, a, b));
  return (a0 < b1 && b0 < a1) || (touch(a, b) && areOne(texts, a, b));
}

function touch(a: Change, b: Change): boolean {
  return a.hunk.base[0] === b.hunk.base[1] || b.hunk.base[0] === a.hunk.base[1];
}

function areOne(texts: Triple, a: Change, b: Change): boolean {
  const added = splitLines(texts[a.side]).slice(...a.hunk.side);
  const same = splitLines(texts[b.side]).slice(...b.hunk.side);
  const double = added.some((line) => line.trim() !== '' && same.includes(line));
  return double || slidesOnto(texts, a, b) || slidesOnto(texts, b, a);
}

/** Whether a mere insertion or deletion right below the other change is the same edit one line higher. */
function slidesOnto(texts: Triple, a: Change, b: Change): boolean {
  const { base, side } = a.hunk;
  const inserts = side[0] < side[1];
  if ((inserts && base[0] < base[1]) || base[0] === 0 || base[0] !== b.hunk.base[1]) return false;
  const lines = splitLines(texts.base);
  return lines[base[0] - 1] === (inserts ? splitLines(texts[a.side])[side[1] - 1] : lines[base[1] - 1]);
}

function clashOf(texts: Triple, group: readonly Change[]): Clash | null {
  const from = Math.min(...group.map((change) => change.hunk.base[0]));
  const to = Math.max(...group.map((change) => change.hunk.base[1]));
  const lines = (side: 'ours' | 'theirs') => {
    const hunks = group.filter((change) => change.side === side).map((change) => change.hunk);
    hunks.sort((a, b) => a.base[0] - b.base[0]);
    if (hunks.length === 0) return null;
    const [first, last] = [hunks[0]!, hunks.at(-1)!];
    return splitLines(texts[side]).slice(
      first.side[0] - first.base[0] + from,
      last.side[1] + to - last.base[1],
    );
  };
  const [ours, theirs] = [lines('ours'), lines('theirs')];
  if (!ours || !theirs || ours.join('') === theirs.join('')) return null;
  return { base: [from, to], ours, theirs };
}
