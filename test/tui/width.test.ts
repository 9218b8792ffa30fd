import fc from 'fast-check';
import stringWidth from 'string-width';
import { expect, test } from 'vitest';
import { safe } from '../../src/safe.ts';
import {
  cutSpans,
  foreign,
  makePaint,
  own,
  STYLES,
  widthOf,
  wrapProse,
  wrapSpans,
} from '../../src/tui/style.ts';
import { cellWidth, fitEnd, fitMiddle, splitAt, withoutLast } from '../../src/tui/width.ts';

const anything = fc
  .oneof(fc.string({ unit: 'grapheme', maxLength: 30 }), fc.string({ unit: 'binary', maxLength: 20 }))
  .map(safe);

test.each([
  ['abc', 5, 'abc  '],
  ['abcdef', 4, 'abc…'],
  ['漢字漢字', 5, '漢字…'],
  ['漢字漢字', 4, '漢… '],
  ['', 2, '  '],
])('%j in %i cells is %j', (text, cells, wanted) => expect(fitEnd(text, cells)).toBe(wanted));

test('what is counted quickly is counted as the careful way does', () => {
  for (let point = 0x20; point < 0x3000; point++) {
    const letter = String.fromCodePoint(point);
    if (safe(letter) === letter) expect([point, cellWidth(letter)]).toEqual([point, stringWidth(letter)]);
  }
});

test('a name that is too long keeps its extension', () => {
  expect(fitMiddle('guide/introduction-to-docket.md', 20)).toBe('guide/intr…docket.md');
});

test('what is fitted has exactly its cells, and no grapheme is torn', () => {
  fc.assert(
    fc.property(anything, fc.nat(40), (text, cells) => {
      expect(cellWidth(fitEnd(text, cells))).toBe(cells);
      expect(cellWidth(fitMiddle(text, cells))).toBe(cells);
      expect(splitAt(text, cells).join('')).toBe(text);
    }),
  );
});

test('Backspace takes one grapheme', () => {
  expect(withoutLast('ae\u0301')).toBe('a');
  expect(withoutLast('')).toBe('');
});

test('wrapping loses nothing and stays in its width; prose loses only blanks at breaks', () => {
  const bare = (text: string) => text.replaceAll(' ', '');
  fc.assert(
    fc.property(fc.array(anything, { maxLength: 4 }), fc.integer({ min: 6, max: 30 }), (texts, cells) => {
      const spans = texts.map((text) => own(text));
      const whole = texts.join('');
      const wrapped = wrapSpans(spans, cells);
      expect(
        wrapped
          .flat()
          .map((span) => span.text)
          .join(''),
      ).toBe(whole);
      for (const line of [...wrapped, ...wrapProse(spans, cells)])
        expect(widthOf(line)).toBeLessThanOrEqual(cells);
      expect(
        bare(
          wrapProse(spans, cells)
            .flat()
            .map((span) => span.text)
            .join(''),
        ),
      ).toBe(bare(whole));
    }),
  );
});

test('prose breaks at blanks, and inside a word only when the word is longer than the line', () => {
  const lines = (text: string, cells: number) =>
    wrapProse([own(text)], cells).map((line) => line.map((span) => span.text).join(''));
  expect(lines('one two three', 8)).toEqual(['one two ', 'three']);
  expect(lines('abcdefghij kl', 4)).toEqual(['abcd', 'efgh', 'ij ', 'kl']);
});

test('a line that is cut says how many cells are missing', () => {
  const { spans, cut } = cutSpans([own('x'.repeat(5000))], 10, { count: true });
  expect(spans.map((span) => span.text).join('')).toBe('xxx…+4,997');
  expect([cut, spans.at(-1)?.mark]).toEqual([4997, true]);
});

test('S73: hidden characters are marks in a style that no text can have', () => {
  expect(foreign('a\u202eb\x1b')).toEqual([
    { text: 'a', mark: false },
    { text: '<U+202E>', mark: true },
    { text: 'b', mark: false },
    { text: '\u241b', mark: true },
  ]);
  const paint = makePaint(true);
  expect(paint({ spans: foreign('\u202e') }, 8)).toContain('\x1b[0;4;7m<U+202E>');
  expect(paint({ spans: foreign('\u202e'), base: STYLES.chosen }, 8)).toContain('\x1b[0;4m<U+202E>');
});

test('without colour bold, inverse and underline stay', () => {
  const paint = makePaint(false);
  const line = {
    spans: [
      own('a', STYLES.added),
      own('b', STYLES.warning),
      own('c', STYLES.resting),
      own('d', STYLES.faint),
    ],
  };
  expect(paint({ ...line, base: undefined }, 4)).toBe('\x1b[0ma\x1b[0;1mb\x1b[0;4mc\x1b[0md\x1b[0m');
  expect(paint({ spans: [own('a')], base: STYLES.chosen }, 1)).toBe('\x1b[0;7ma\x1b[0m');
});

test('no control character passes the last door, whoever made the span', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 20 }), (text) => {
      const painted = makePaint(true)({ spans: [own(text)] }, 30).replaceAll(/\x1b\[[\d;]*m/g, '');
      expect(painted).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/);
    }),
  );
});
