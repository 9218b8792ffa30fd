import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hunkTexts, splitLines } from '../../src/merge/index.ts';
import { sha256 } from '../../src/merge/sha256.ts';
import { triple } from './texts.ts';

const BASE = 'one\ntwo\nthree\nfour\nfive\nsix\n';

test('S13: a hunk names its lines and has an id of its content', () => {
  expect(hunkTexts(BASE, BASE.replace('two', 'TWO').replace('six\n', ''))).toEqual([
    { id: expect.stringMatching(/^[0-9a-f]{20}$/), base: [1, 2], old: ['two\n'], new: ['TWO\n'] },
    { id: expect.stringMatching(/^[0-9a-f]{20}$/), base: [5, 6], old: ['six\n'], new: [] },
  ]);
  expect(hunkTexts(BASE, BASE)).toEqual([]);
});

test('S13: an id stays the same when other lines come, and is another for other content', () => {
  const id = (base: string, side: string, scope?: string) => hunkTexts(base, side, { scope }).at(-1)!.id;
  const known = id(BASE, BASE.replace('five', 'V'));
  expect(id(`zero\n${BASE}`, `zero\n${BASE.replace('five', 'V')}`)).toBe(known);
  expect(id(BASE, BASE.replace('one', 'I').replace('five', 'V'))).toBe(known);
  expect(id(BASE, BASE.replace('five', 'v'))).not.toBe(known);
  expect(id(BASE.replace('five', 'fife'), BASE.replace('five', 'V'))).not.toBe(known);
  expect(id(BASE, BASE.replace('five', 'V'), 'other.md')).not.toBe(known);
});

test('S13: no two hunks of a text share an id, equal ones neither', () => {
  const twice = 'a\nx\nb\nx\nc\n';
  expect(new Set(hunkTexts(twice, twice.replaceAll('x', 'y')).map((hunk) => hunk.id)).size).toBe(2);
  fc.assert(
    fc.property(triple, ({ base, ours }) => {
      const ids = hunkTexts(base, ours).map((hunk) => hunk.id);
      expect(new Set(ids).size).toBe(ids.length);
    }),
  );
});

test('S13: the hunks of a side hold all that changed', () => {
  fc.assert(
    fc.property(triple, ({ base, ours }) => {
      const lines = splitLines(base);
      for (const hunk of hunkTexts(base, ours).reverse()) {
        expect(lines.splice(hunk.base[0], hunk.base[1] - hunk.base[0], ...hunk.new)).toEqual(hunk.old);
      }
      expect(lines.join('')).toBe(ours);
    }),
  );
});

test('S13: ids are made with SHA-256', () => {
  const platform = (text: string) => createHash('sha256').update(text).digest('hex');
  for (const length of [0, 1, 55, 56, 63, 64, 65, 119, 120, 1000]) {
    const text = 'grün'.repeat(300).slice(0, length);
    expect(sha256(text)).toBe(platform(text));
  }
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(sha256(text)).toBe(platform(text));
    }),
  );
});
