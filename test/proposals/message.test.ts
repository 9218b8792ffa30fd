import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { proposalMessage, readMessage, summaryFrom } from '../../src/proposals/message.ts';
import {
  firstOf,
  formatTrailers,
  parseTrailers,
  quotePath,
  unquotePath,
} from '../../src/proposals/trailers.ts';
import { Refusal } from '../../src/refusal.ts';

const TRAILERS = [
  { key: 'Docket-Proposal', value: 'fix-abcd' },
  { key: 'Docket-Doc', value: 'a.md' },
];

test('S69: a message is summary, edits, trailers', () => {
  expect(
    proposalMessage({ summary: 'Fix', edits: ['Edited line 5', 'Edited lines 7–9'], trailers: TRAILERS }),
  ).toBe('Fix\n\nEdited line 5\nEdited lines 7–9\n\nDocket-Proposal: fix-abcd\nDocket-Doc: a.md\n');
});

test('S69: without edits there is no empty paragraph', () => {
  expect(proposalMessage({ summary: 'Fix', edits: [], trailers: TRAILERS })).toBe(
    'Fix\n\nDocket-Proposal: fix-abcd\nDocket-Doc: a.md\n',
  );
});

test('S69: a long summary is cut in the subject and whole below it', () => {
  const summary = `${'word '.repeat(30)}end`;
  const message = proposalMessage({ summary, edits: ['Edited line 1'], trailers: TRAILERS });
  const [subject, , whole] = message.split('\n');
  expect([...subject!].length).toBe(72);
  expect(whole).toBe(summary);
  expect(readMessage(message)).toEqual({ summary, edits: ['Edited line 1'], trailers: TRAILERS });
});

describe('S47: trailers', () => {
  test.each([
    ['the last paragraph', 'S\n\nbody\n\nDocket-Proposal: x\n', 'x'],
    ['none in the subject', 'Docket-Proposal: x\n', null],
    ['none in the body', 'S\n\nDocket-Proposal: x\n\nmore words\n', null],
    ['a forged paragraph before ours', 'S\n\nDocket-Proposal: forged\n\nDocket-Proposal: x\n', 'x'],
    ['duplicates of one value', 'S\n\nDocket-Proposal: x\nDocket-Proposal: y\n', 'x'],
    ['sign-offs in the same paragraph', 'S\n\nDocket-Proposal: x\nSigned-off-by: A <a@b>\n', 'x'],
    ['sign-offs in a later paragraph', 'S\n\nDocket-Proposal: x\n\nCo-authored-by: A <a@b>\n', 'x'],
    [
      'the mark of a cherry-pick',
      `S\n\nDocket-Proposal: x\n(cherry picked from commit ${'a'.repeat(40)})\n`,
      'x',
    ],
    ['words amid trailers', 'S\n\nDocket-Proposal: x\nnot a trailer\n', null],
    ['a squash indents the message', 'Squashed commit\n\n    S\n    \n    Docket-Proposal: x\n', null],
    ['CRLF', 'S\r\n\r\nDocket-Proposal: x\r\n', 'x'],
    ['keys in any case', 'S\n\ndocket-proposal: x\n', 'x'],
    ['folded lines', 'S\n\nDocket-Proposal: x\n and more\n', 'x and more'],
    ['no message', '', null],
  ])('S47: %s', (_, message, wanted) => {
    expect(firstOf(parseTrailers(message), 'Docket-Proposal')).toBe(wanted);
  });

  test.each(['a\nb', 'a\rb', 'a\0b', 'a\u2028b'])(
    'S47: %j is refused in a summary, an edit and a value',
    (text) => {
      for (const make of [
        () => proposalMessage({ summary: text, edits: [], trailers: TRAILERS }),
        () => proposalMessage({ summary: 's', edits: [text], trailers: TRAILERS }),
        () => formatTrailers([{ key: 'Docket-Session', value: text }]),
      ]) {
        expect(make).toThrow(Refusal);
        expect(make).toThrow(/more than one line/);
      }
    },
  );

  test('S47: a path of any characters goes through a trailer', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1 }), (path) => {
        const message = proposalMessage({
          summary: 's',
          edits: [],
          trailers: [{ key: 'Docket-Doc', value: quotePath(path) }],
        });
        expect(unquotePath(firstOf(parseTrailers(message), 'Docket-Doc')!)).toBe(path);
      }),
    );
  });
});

const line = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 120 })
  .map((text) => text.trim())
  .filter((text) => text !== '' && !/[\n\r\0\u0085\u2028\u2029]/.test(text) && /\S/.test(text));

test('S47: what is written is what is read', () => {
  fc.assert(
    fc.property(line, fc.array(line, { maxLength: 5 }), line, (summary, edits, session) => {
      const story = { summary, edits, trailers: [...TRAILERS, { key: 'Docket-Session', value: session }] };
      expect(readMessage(proposalMessage(story))).toEqual(story);
    }),
  );
});

test('S69: an agent that gives no summary gets the first edit and how many more', () => {
  expect(summaryFrom(['Edited line 5'], ['a.md'])).toBe('Edited line 5');
  expect(summaryFrom(['Edited line 5', 'b', 'c'], ['a.md'])).toBe('Edited line 5 and 2 more');
  expect(summaryFrom([], ['a.md'])).toBe('Edit a.md');
  expect(summaryFrom([], ['a.md', 'b.md'])).toBe('Edit 2 docs');
});

test('design 4: of very many edits the first five hundred are listed', () => {
  const edits = [...Array(700).keys()].map((n) => `Edited line ${n + 1}`);
  const read = readMessage(proposalMessage({ summary: 's', edits, trailers: TRAILERS }));
  expect(read.edits.length).toBe(501);
  expect(read.edits.at(-1)).toBe('and 200 more');
});
