import fc from 'fast-check';
import { expect, test } from 'vitest';
import { diffLines, type Hunk, lineCounts, splitLines } from '../../src/merge/index.ts';
import { lined } from '../../src/merge/lines.ts';
import { numbered } from '../../src/merge/numbered.ts';
import { quickHunks } from '../../src/merge/quick.ts';
import { thoroughHunks } from '../../src/merge/thorough.ts';
import { gitDiff } from './git-merge-file.ts';
import { drawn, edits, words } from './samples.ts';
import { ragged, triple, wild } from './texts.ts';

const pairs = fc.oneof(triple, ragged, wild);

test('R8: the changes of a side rebuild it from the base', () => {
  fc.assert(
    fc.property(pairs, ({ base, ours }) => {
      expect(rebuilt(base, ours, diffLines(base, ours))).toBe(ours);
    }),
    { numRuns: 3000 },
  );
});

test('R8: changes are in order, with an unchanged line between any two, and change something', () => {
  fc.assert(
    fc.property(pairs, ({ base, ours }) => {
      let end = -1;
      for (const { base: range, side } of diffLines(base, ours)) {
        expect(range[0]).toBeGreaterThan(end);
        expect(range[1] - range[0] + side[1] - side[0]).toBeGreaterThan(0);
        end = range[1];
      }
    }),
    { numRuns: 3000 },
  );
});

test('R8: lines are split at line feeds alone, and keep every byte', () => {
  expect(splitLines('')).toEqual([]);
  expect(splitLines('a\r\nb\u2028c\rd\u0085\n\ne')).toEqual(['a\r\n', 'b\u2028c\rd\u0085\n', '\n', 'e']);
  fc.assert(
    fc.property(wild, ({ base }) => {
      expect(splitLines(base).join('')).toBe(base);
    }),
  );
});

test('R8: a run of changed lines stands as low as it can', () => {
  expect(diffLines('a\na\n', 'a\na\na\n')).toEqual([{ base: [2, 2], side: [2, 3] }]);
  expect(diffLines('a\na\na\n', 'a\n')).toEqual([{ base: [1, 3], side: [1, 1] }]);
  expect(diffLines('f\n}\n\n', 'f\n}\n\ng\n}\n\n')).toEqual([{ base: [3, 3], side: [3, 6] }]);
});

test('R8: changes are those of git diff, number for number', () => {
  for (let seed = 0; seed < 80; seed++) {
    const draw = drawn(seed);
    const base = words(draw, 5 + draw(60));
    const [before, after] = [base, edits(draw, base, 1 + draw(8))].map((lines) => lines.join('\n'));
    expect(diffLines(before!, after!).map(inGitsWords), `seed ${seed}`).toEqual(gitsHunks(before!, after!));
  }
});

test('R8: lines added and removed are counted as git counts them', () => {
  for (let seed = 0; seed < 30; seed++) {
    const draw = drawn(1000 + seed);
    const base = words(draw, 40);
    const [before, after] = [base.join('\n'), `${edits(draw, base, 6).join('\n')}\n`];
    const body = gitDiff(before, after).split('\n').slice(2);
    const count = (mark: string) => body.filter((line) => line.startsWith(mark)).length;
    expect(lineCounts(before, after), `seed ${seed}`).toEqual({ added: count('+'), removed: count('-') });
  }
});

test('R8: the quick way finds what the thorough way finds', () => {
  let quick = 0;
  for (let seed = 0; seed < 300; seed++) {
    const draw = drawn(seed);
    const lines = words(draw, 200 + draw(900));
    const [base, side] = [lines, edits(draw, lines, 1 + draw(5))].map((each) => lined(each.join('\n')));
    const found = quickHunks(base!, side!);
    if (!found) continue;
    quick++;
    const texts = numbered(base!, [side!]);
    expect(found, `seed ${seed}`).toEqual(thoroughHunks(texts.base, texts.sides[0]!, texts.idCount));
  }
  expect(quick).toBeGreaterThan(50);
});

test('R8: texts of few different lines, rewrites and long texts are compared as well', () => {
  const draw = drawn(7);
  const few = () => Array.from({ length: 10_000 }, () => `${'abc'[draw(3)]}\n`).join('');
  const long = Array.from({ length: 130_000 }, (_, at) => `line ${at}\n`).join('');
  for (const [base, side] of [
    [few(), few()],
    [long, long.replaceAll('line', 'Line')],
    [long, ''],
    [long, long.split('\n').reverse().join('\n')],
  ] as const) {
    expect(rebuilt(base, side, diffLines(base, side)) === side).toBe(true);
  }
});

function rebuilt(base: string, side: string, hunks: readonly Hunk[]): string {
  const [from, to] = [splitLines(base), splitLines(side)];
  const parts: string[] = [];
  let at = 0;
  for (const hunk of hunks) {
    parts.push(from.slice(at, hunk.base[0]).join(''), to.slice(...hunk.side).join(''));
    at = hunk.base[1];
  }
  return parts.join('') + from.slice(at).join('');
}

function inGitsWords({ base, side }: Hunk): string {
  return `${range(base)} ${range(side)}`;
}

function range([from, to]: readonly [number, number]): string {
  return `${to === from ? from : from + 1},${to - from}`;
}

function gitsHunks(before: string, after: string): string[] {
  const headers = gitDiff(before, after, '-U0').matchAll(/^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/gm);
  return [...headers].map(([, a, m = '1', b, n = '1']) => `${a},${m} ${b},${n}`);
}
