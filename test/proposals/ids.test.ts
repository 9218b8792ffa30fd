import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  branchOf,
  decodeId,
  encodeId,
  endedRef,
  idFrom,
  idOfBranch,
  revisionRef,
  slugOf,
  twinKey,
} from '../../src/proposals/ids.ts';

describe('S70: the readable part of an id', () => {
  test.each([
    ['first five words of the summary', 'Fix the typo in the intro page', 'a.md', 'fix-the-typo-in-the'],
    ['accents are dropped', 'Café Größe übersetzt', 'a.md', 'cafe-gro-e-ubersetzt'],
    ['full-width letters are letters', 'ＡＢＣ １２', 'a.md', 'abc-12'],
    ['no summary: the base name', null, 'guide/Intro Page.md', 'intro-page'],
    ['a summary of other scripts: the base name', '日本語 の 要約', 'guide/notes.md', 'notes'],
    ['nothing readable at all', '日本語', '日本.md', 'doc'],
    ['dotfiles keep their name', null, '.gitignore', 'gitignore'],
    [
      'at most forty characters',
      'abcdefghij-abcdefghij-abcdefghij-abcdefgh-ij',
      null,
      'abcdefghij-abcdefghij-abcdefghij-abcdefg',
    ],
    ['no dash at the cut', `${'a'.repeat(39)} b`, null, 'a'.repeat(39)],
    ['only dashes', '--- ---', '-.md', 'doc'],
  ])('S70: %s', (_, summary, doc, wanted) => {
    expect(slugOf(summary, doc)).toBe(wanted);
  });

  test('S70: any summary gives a legal, short, lower-case slug', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(slugOf(text, text)).toMatch(/^(?=.{1,40}$)[a-z0-9]+(-[a-z0-9]+)*$/);
      }),
    );
  });

  test('S70: then a dash and base32 characters from the uuid', () => {
    expect(idFrom('doc', '8f8e5bd5-8a1a-4d9f-9a30-b5d1b9a0f5c1')).toMatch(/^doc-[a-z2-7]{4}$/);
    const ids = new Set([...Array(2000).keys()].map((n) => idFrom('x', `uuid-${n}`)));
    expect(ids.size).toBeGreaterThan(1900);
    expect(idFrom('x', 'u', 8)).toMatch(/^x-[a-z2-7]{8}$/);
  });
});

describe('S12: ids in refs', () => {
  test('S12: a slash does not nest', () => {
    expect(endedRef('feature/x')).toBe('refs/docket/ended/feature%2Fx');
    expect(revisionRef('a b', 2)).toBe('refs/docket/revisions/a%20b/2');
    expect(branchOf('feature/x')).toBe('refs/heads/proposals/feature/x');
  });

  test('S12: encoding and decoding are inverse', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (id) => {
        const component = encodeId(id);
        expect(component).not.toMatch(/[/\s\\:?[^]/);
        expect(decodeId(component)).toBe(id);
      }),
    );
  });

  test('S12: bytes that are not UTF-8 have a place', () => {
    expect(encodeId('a\uDCFF')).toBe('a%FF');
    expect(decodeId('a%FF')).toBe('a%FF');
  });

  test('S12: a component that is no encoding is itself', () => {
    expect(decodeId('100%')).toBe('100%');
  });

  test('S12: twins differ in case or Unicode form only', () => {
    expect(twinKey('Fix-Ä')).toBe(twinKey('fix-a\u0308'));
    expect(twinKey('fix-a')).not.toBe(twinKey('fix-b'));
  });

  test('S70: the id of a plain branch is its name after proposals/', () => {
    expect(idOfBranch('proposals/mine/too')).toBe('mine/too');
    expect(idOfBranch('main')).toBeNull();
  });
});
