import { expect, test } from 'vitest';
import { kindOf, LIMITS } from '../../src/kinds/index.ts';

const problemsOf = (text: string) => kindOf('a.md', text).problems(text);
const codesOf = (text: string) => problemsOf(text).map(({ code, line }) => [code, line]);

test('S73: a plain text has no problems', () => {
  expect(problemsOf('# Title\n\nText with ümlauts, 日本語 and a tab:\t.\n')).toEqual([]);
  expect(problemsOf('')).toEqual([]);
  expect(problemsOf('\uFEFFa\r\nb\r\n')).toEqual([]);
});

test('S73: a doc over the limit is a problem', () => {
  expect(codesOf('a'.repeat(LIMITS.docBytes))).toEqual([]);
  expect(problemsOf('ü'.repeat(LIMITS.docBytes / 2 + 1))).toMatchObject([
    { severity: 'problem', code: 'too_large', message: expect.stringContaining(`${LIMITS.docBytes + 2}`) },
  ]);
});

test('S73: conflict markers that a merge left are a problem, each set at its first line', () => {
  const markers = '<<<<<<< HEAD\na\n||||||| base\n=======\nb\n>>>>>>> theirs\n';
  expect(problemsOf(`x\n${markers}`)).toEqual([
    {
      severity: 'problem',
      code: 'conflict_markers',
      line: 2,
      message: expect.any(String),
      text: '<<<<<<< HEAD',
      fix: expect.any(String),
    },
  ]);
  expect(codesOf(markers + markers.replaceAll('\n', '\r\n'))).toEqual([
    ['conflict_markers', 1],
    ['conflict_markers', 7],
    ['mixed_eol', 7],
  ]);
});

test('S73: half a set of markers is one too, a line alone that looks like one is not', () => {
  expect(codesOf('a\n=======\nb\n>>>>>>> theirs\n')).toEqual([['conflict_markers', 2]]);
  expect(codesOf('<<<<<<< HEAD\na\n=======\nb\n')).toEqual([['conflict_markers', 1]]);
  expect(codesOf('Title\n=======\n\n>>>>>>> a quotation seven deep?\n')).toEqual([['conflict_markers', 2]]);
  expect(codesOf('Title\n=======\n\n>>>>>> six deep\n')).toEqual([]);
  expect(codesOf('    <<<<<<< indented\n    =======\n    >>>>>>> so it is an example\n')).toEqual([]);
  expect(codesOf('>>>>>>> alone\n')).toEqual([]);
  expect(codesOf('<<<<<<< alone\n')).toEqual([]);
});

test('S73: lines with hidden characters are warned about, the first ten one by one', () => {
  expect(problemsOf('a\nb\u202ec\n')).toEqual([
    {
      severity: 'warning',
      code: 'hidden_characters',
      line: 2,
      message: expect.any(String),
      text: 'b\u202ec',
      fix: expect.any(String),
    },
  ]);
  expect(codesOf('a\rb\n')).toEqual([['hidden_characters', 1]]);
  expect(codesOf('a\n\uFEFFb\n')).toEqual([['hidden_characters', 2]]);
  const many = problemsOf('\u200b\n'.repeat(13));
  expect(many).toHaveLength(11);
  expect(many.at(-1)).toMatchObject({ line: 11, message: expect.stringContaining('3 more lines') });
});

test('S73: mixed line endings are warned about, at the first line that ends otherwise', () => {
  expect(codesOf('a\nb\nc\r\n')).toEqual([['mixed_eol', 3]]);
  expect(codesOf('a\r\nb\r\nc\n')).toEqual([['mixed_eol', 3]]);
  expect(codesOf('a\r\nb')).toEqual([]);
});
