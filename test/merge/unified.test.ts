import { expect, test } from 'vitest';
import { unifiedDiff } from '../../src/merge/index.ts';
import { gitDiff } from './git-merge-file.ts';
import { drawn, edits, words } from './samples.ts';

const NAMES = { from: 'a/before', to: 'b/after' };

test('R8: a unified diff is, byte for byte, what git prints', () => {
  for (let seed = 0; seed < 150; seed++) {
    const draw = drawn(seed);
    const base = words(draw, draw(60));
    const text = (lines: readonly string[]) => lines.join('\n') + (draw(4) && lines.length ? '\n' : '');
    const [before, after] = [text(base), text(edits(draw, base, 1 + draw(5)))];
    const context = [3, 0, 1, 5][draw(4)]!;
    expect(unifiedDiff(before, after, { ...NAMES, context }), `seed ${seed}`).toBe(
      gitDiff(before, after, `-U${context}`),
    );
  }
});

test('R8: a heading is cut to 80 bytes, between characters', () => {
  const before = `A${'ü'.repeat(60)}\n${'x\n'.repeat(9).replaceAll('x', ' x')}end\n`;
  const after = before.replace('end', 'END');
  expect(unifiedDiff(before, after, NAMES)).toBe(gitDiff(before, after));
});

test('R8: equal texts have no diff', () => {
  expect(unifiedDiff('a\n', 'a\n', NAMES)).toBe('');
});

test('R8: a last line without its newline is said to be so, on either side', () => {
  expect(unifiedDiff('a\nb', 'a\nb\n', NAMES)).toBe(
    '--- a/before\n+++ b/after\n@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+b\n',
  );
  expect(unifiedDiff('', 'a', { from: '/dev/null', to: 'b/new' })).toBe(
    '--- /dev/null\n+++ b/new\n@@ -0,0 +1 @@\n+a\n\\ No newline at end of file\n',
  );
});

test('R8: names that would break a header line are quoted, and one with spaces ends in a tab', () => {
  const header = (name: string) => unifiedDiff('', 'a\n', { from: 'a/x', to: name }).split('\n')[1];
  expect(header('b/two words')).toBe('+++ b/two words\t');
  expect(header('b/a\nb')).toBe('+++ "b/a\\nb"');
  expect(header('b/"q"\\\x1b')).toBe('+++ "b/\\"q\\"\\\\\\033"');
  expect(header('b/sp "q"')).toBe('+++ "b/sp \\"q\\""\t');
  expect(header('b/grün')).toBe('+++ b/grün');
});
