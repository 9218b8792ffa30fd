import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Refusal } from '../../src/refusal.ts';
import { applyEdits, editLabel } from '../../src/session/edits.ts';
import { inEndingsOf } from '../../src/session/endings.ts';
import { viewOf } from '../../src/session/texts.ts';

const edit = (oldText: string, newText: string, count?: number) => ({
  oldText,
  newText,
  ...(count && { count }),
});

function refusalOf(work: () => unknown): Refusal {
  try {
    work();
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  throw new Error('not refused');
}

describe('applyEdits', () => {
  test('S65: edits apply in order, each to the result of the one before', () => {
    expect(applyEdits('one\ntwo\n', [edit('one', 'two'), edit('two\ntwo', 'three')])).toBe('three\n');
  });

  test('S65: count must equal the occurrences, and replaces them all', () => {
    expect(applyEdits('a b a\n', [edit('a', 'c', 2)])).toBe('c b c\n');
    expect(refusalOf(() => applyEdits('a b a\n', [edit('a', 'c')]))).toMatchObject({
      code: 'ambiguous',
      details: { edit: 0, found: 2, wanted: 1, lines: [1, 1] },
    });
    expect(refusalOf(() => applyEdits('a\n', [edit('a', 'c', 2)]))).toMatchObject({
      code: 'not_found',
      details: { found: 1, wanted: 2 },
    });
  });

  test('S65: all or nothing: the second that fails leaves the first undone', () => {
    const refusal = refusalOf(() => applyEdits('one\ntwo\n', [edit('one', '1'), edit('nine', '9')]));
    expect(refusal).toMatchObject({ code: 'not_found', details: { edit: 1 } });
    expect(refusal.message).toContain('Nothing was changed');
    expect(refusal.hint).toContain('doc_read');
  });

  test('S65: not_found names the nearest lines', () => {
    const view = 'The tea house opens at nine.\nNobody knows why.\nThe tea house closes at six.\n';
    expect(
      refusalOf(() => applyEdits(view, [edit('The tea house opens at ten.', 'x')])).details,
    ).toMatchObject({
      nearest: [{ line: 1, text: 'The tea house opens at nine.' }, expect.objectContaining({ line: 3 })],
    });
  });

  test('S62: oldText and newText may come with CRLF', () => {
    expect(applyEdits('one\ntwo\n', [edit('one\r\ntwo', '1\r\n2')])).toBe('1\n2\n');
  });

  test('a newText with $& is taken literally', () => {
    expect(applyEdits('price\n', [edit('price', '$& $1 $$')])).toBe('$& $1 $$\n');
  });
});

describe('editLabel', () => {
  const view = Array.from({ length: 12 }, (_, i) => `${i + 1}\n`).join('');
  test.each([
    [[edit('5\n', 'five\n')], 'Edited line 5'],
    [[edit('5\n6\n7\n8\n9\n', 'a\nb\nc\nd\ne\n')], 'Edited lines 5–9'],
    [[edit('5\n', '')], 'Edited line 5'],
    [[edit('12\n', '')], 'Edited line 12'],
    [[edit('4\n', '4\nnew\n')], 'Edited line 5'],
    [[edit('3\n', 'x\n'), edit('9\n', 'y\n')], 'Edited lines 3–9'],
  ])('S65: %j is called %s', (edits, label) => {
    expect(editLabel(view, applyEdits(view, edits))).toBe(label);
  });
});

describe('inEndingsOf', () => {
  test.each([
    ['LF stays LF', 'a\nb\n', 'a\nB\n', 'a\nB\n'],
    ['CRLF stays CRLF', 'a\r\nb\r\n', 'a\nB\n', 'a\r\nB\r\n'],
    ['untouched lines of a mixed file keep theirs', 'a\r\nb\nc\r\n', 'a\nb\nC\n', 'a\r\nb\nC\r\n'],
    ['a changed line has the ending of the line it replaces', 'a\r\nb\nc\r\n', 'a\nB\nc\n', 'a\r\nB\nc\r\n'],
    ['a new line has that of the line above', 'a\nb\r\nc\n', 'a\nb\nnew\nc\n', 'a\nb\r\nnew\r\nc\n'],
    [
      'a new first line has the one most lines have',
      'a\r\nb\r\nc\n',
      'new\na\nb\nc\n',
      'new\r\na\r\nb\r\nc\n',
    ],
    ['no last newline stays none', 'a\r\nb', 'a\nB', 'a\r\nB'],
    ['a last newline that is added is as above', 'a\r\nb', 'a\nb\n', 'a\r\nb\r\n'],
    ['a byte order mark stays', '\uFEFFa\nb\n', 'A\nb\n', '\uFEFFA\nb\n'],
    ['a byte order mark before CRLF stays', '\uFEFFa\r\nb\r\n', 'a\nb\nc\n', '\uFEFFa\r\nb\r\nc\r\n'],
    ['a carriage return inside a line stays', 'a\rb\r\nc\r\n', 'a\rb\nC\n', 'a\rb\r\nC\r\n'],
  ])('S62: %s', (_title, old, view, wanted) => {
    expect(inEndingsOf(old, view)).toBe(wanted);
  });

  const line = fc.constantFrom('a', 'b', 'c', '', 'a\r');
  const ending = fc.constantFrom('\n', '\r\n');
  const doc = fc
    .tuple(fc.array(fc.tuple(line, ending), { maxLength: 8 }), fc.constantFrom('', 'z'), fc.boolean())
    .map(
      ([lines, last, bom]) => (bom ? '\uFEFF' : '') + lines.map(([body, end]) => body + end).join('') + last,
    );

  test('S62: writing the view that was read changes no byte', () => {
    fc.assert(fc.property(doc, (old) => inEndingsOf(old, viewOf(old)) === old));
  });

  test('S62: what is written reads back as it was given', () => {
    const view = fc
      .array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 8 })
      .map((lines) => lines.join('\n'));
    fc.assert(fc.property(doc, view, (old, given) => viewOf(inEndingsOf(old, given)) === given));
  });
});
