// docs/merge.md says what is so: every example in it is run.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { merge3, splitLines } from '../../src/merge/index.ts';

const PAGE = readFileSync(join(import.meta.dirname, '../../docs/merge.md'), 'utf8');
const EXAMPLES = [...PAGE.matchAll(/^```merge\n(.*?)^```/gms)].map((found) => found[1]!);

test('docs/merge.md has examples', () => {
  expect(EXAMPLES.length).toBeGreaterThan(12);
});

test.each(EXAMPLES)('R8: docs/merge.md is right:\n%s', (example) => {
  const rows = new Map(
    example
      .trim()
      .split('\n')
      .map((row) => row.split(/\s+(.*)/s) as [string, string]),
  );
  const [base, ours, theirs] = ['base', 'ours', 'theirs'].map((name) => textOf(rows.get(name)!));
  const merged = merge3(base!, ours!, theirs!);
  const clashes = merged.clean ? [] : merged.clashes;
  expect(clashes.map(inWords)).toEqual(rows.has('clash') ? [rows.get('clash')] : []);
  if (merged.clean) expect(merged.text).toBe(textOf(rows.get('merged')!));
  expect(merged.touching).toBe(Number(rows.get('touching') ?? 0));
});

function textOf(words: string): string {
  if (words === '-') return '';
  const lines = words.split(/\s+/).map((word) => `${word === '_' ? '' : word}\n`);
  return lines.join('').replace(/\\\n$/, '');
}

function inWords({
  base,
  ours,
  theirs,
}: {
  base: readonly number[];
  ours: readonly string[];
  theirs: readonly string[];
}) {
  const words = (lines: readonly string[]) =>
    splitLines(lines.join(''))
      .map((line) => line.trim() || '_')
      .join(' ') || '-';
  return `${base.join('..')} ours ${words(ours)} theirs ${words(theirs)}`;
}
