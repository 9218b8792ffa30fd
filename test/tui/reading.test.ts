import fc from 'fast-check';
import { expect, test } from 'vitest';
import { diffRows } from '../../src/tui/diff-rows.ts';
import {
  firstUnread,
  head,
  type Reading,
  type ReadingParts,
  readingOf,
  unread,
  withSeen,
} from '../../src/tui/reading.ts';
import { endOf, type Position, START, scrolled, topFor, visible } from '../../src/tui/scroll.ts';
import { rowHeight, rowLines } from '../../src/tui/views/row.ts';
import { DIFF } from './fake.ts';

const parts: ReadingParts = {
  of: 'proposal',
  name: 'p',
  version: 'tip1',
  revision: 1,
  heads: [head('p')],
  diff: DIFF,
};
const seeAll = (reading: Reading) =>
  withSeen(
    reading,
    reading.rows.map((_, row) => ({ row, whole: true })),
  );

test('a diff is read with its line numbers; lines that look like headers stay lines', () => {
  const rows = diffRows(
    '--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n--- old\n+++ new\n same\n\\ No newline at end of file\n--- a/y\n+++ b/y\n@@ -0,0 +1 @@\n+y\n',
  );
  expect(rows.map(({ kind, text, number }) => [kind, text, number])).toEqual([
    ['file', '--- a/x', undefined],
    ['note', '+++ b/x', undefined],
    ['place', '@@ -1,2 +1,2 @@', undefined],
    ['removed', '-- old', 1],
    ['added', '++ new', 1],
    ['same', 'same', 2],
    ['note', '\\ No newline at end of file', undefined],
    ['file', '--- a/y', undefined],
    ['note', '+++ b/y', undefined],
    ['place', '@@ -0,0 +1 @@', undefined],
    ['added', 'y', 1],
  ]);
});

test('what was not on the screen is counted, and what was only in part', () => {
  const reading = readingOf(parts, null);
  expect(unread(reading)).toEqual({ changed: 3, unseen: 3, cut: 0 });
  const first = firstUnread(reading)!;
  expect(reading.rows[first]!.kind).toBe('removed');
  const seen = withSeen(reading, [
    { row: first, whole: true },
    { row: first + 1, whole: false },
  ]);
  expect(unread(seen)).toEqual({ changed: 3, unseen: 1, cut: 1 });
  expect(withSeen(seen, [{ row: first, whole: false }])).toBe(seen);
});

test('S13: of a new revision only what is new has to be read, and it stands first', () => {
  const read = seeAll(readingOf(parts, null));
  const diff = DIFF.replace('@@ -1,3 +1,4 @@', '@@ -1,3 +1,5 @@').replace(
    '+and a half\n',
    '+and a half\n+more\n',
  );
  const news = '@@ -3,1 +3,2 @@\n and a half\n+more\n';
  const next = readingOf({ ...parts, version: 'tip2', revision: 2, diff, news }, read);
  expect(next.rows[1]!.text).toBe('New since you opened it:');
  expect(next.top).toEqual(START);
  expect(unread(next)).toEqual({ changed: 4, unseen: 1, cut: 0 });
  const newRow = next.rows.findIndex((row) => row.text === 'more');
  expect(unread(withSeen(next, [{ row: newRow, whole: true }]))).toEqual({ changed: 4, unseen: 0, cut: 0 });
});

test('another proposal inherits nothing', () => {
  const other = readingOf({ ...parts, name: 'q' }, seeAll(readingOf(parts, null)));
  expect(unread(other).unseen).toBe(3);
});

test('hidden characters anywhere in the diff are told at its head and can be gone to', () => {
  const reading = readingOf({ ...parts, diff: DIFF.replace('TWO', 'T\u202eWO') }, null);
  expect(reading.rows[1]).toMatchObject({ kind: 'warning' });
  expect(reading.rows[1]!.text).toMatch(/^Hidden or control characters in 1 line;/);
  expect(reading.hidden.map((row) => reading.rows[row]!.kind)).toEqual(['added']);
});

test('a row is cut with a count, or wraps; a tab is an arrow in a changed line', () => {
  const row = { kind: 'added' as const, text: `\tx${'y'.repeat(30)}`, number: 7 };
  const shown = (wrap: boolean) =>
    rowLines(row, { width: 20, digits: 3, wrap }).lines.map((line) =>
      line.spans.map((span) => span.text).join(''),
    );
  expect(shown(false)).toEqual(['  7 + →   xyyyyy…+25']);
  expect(shown(true)).toEqual(['  7 + →   xyyyyyyyyy', '      yyyyyyyyyyyyyy', '      yyyyyyy']);
  expect(rowHeight(row, { width: 20, digits: 3, wrap: true })).toBe(3);
});

test('scrolling by any steps is scrolling by their sum, and stays within the text', () => {
  const heights = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 30 });
  fc.assert(
    fc.property(
      heights,
      fc.integer({ min: 1, max: 12 }),
      fc.array(fc.integer({ min: -20, max: 20 }), { maxLength: 6 }),
      (list, screen, steps) => {
        const heightOf = (row: number) => list[row]!;
        const lineOf = ({ row, part }: Position) =>
          list.slice(0, row).reduce((sum, height) => sum + height, 0) + part;
        const total = list.reduce((sum, height) => sum + height, 0);
        const most = Math.max(0, total - screen);
        expect(lineOf(endOf(list.length, heightOf, screen))).toBe(most);
        let at = START;
        let line = 0;
        for (const step of steps) {
          at = scrolled(at, step, list.length, heightOf, screen);
          line = Math.max(0, Math.min(most, line + step));
          expect(lineOf(at)).toBe(line);
          const parts = visible(at, list.length, heightOf, screen);
          expect(parts.reduce((sum, part) => sum + part.parts, 0)).toBe(Math.min(screen, total));
        }
      },
    ),
  );
});

test('a list moves no further than its chosen row needs', () => {
  expect([
    topFor(0, 5, 100, 10),
    topFor(0, 10, 100, 10),
    topFor(50, 20, 100, 10),
    topFor(95, 99, 100, 10),
  ]).toEqual([0, 1, 20, 90]);
  expect(topFor(3, 0, 0, 10)).toBe(0);
});

test('50,000 rows are read and scrolled to their end without drawing them', () => {
  const diff = `@@ -1,50000 +1,50000 @@\n${'-old line\n+new line\n'.repeat(50_000)}`;
  const reading = readingOf({ ...parts, diff }, null);
  let asked = 0;
  const heightOf = () => {
    asked += 1;
    return 1;
  };
  const top = endOf(reading.rows.length, heightOf, 40);
  expect(reading.rows).toHaveLength(100_002);
  expect([top.row, asked]).toEqual([100_002 - 40, 40]);
});
