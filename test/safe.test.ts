import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hasHidden, safe, safeJson, safeLines, safeParts } from '../src/safe.ts';

/** One of each class of characters that a terminal acts on, hides, or shows as something else. */
const CLASSES: readonly [string, string, string][] = [
  ['escape', '\x1b[2J', '␛[2J'],
  ['C0', 'a\x07b', 'a␇b'],
  ['NUL', '\0', '␀'],
  ['DEL', '\x7f', '␡'],
  ['carriage return', 'rm\rls', 'rm␍ls'],
  ['line feed in a label', 'a\nb', 'a␊b'],
  ['tab in a label', 'a\tb', 'a␉b'],
  ['C1', '\x9b2J', '<U+009B>2J'],
  ['bidi override', '\u202Eevil', '<U+202E>evil'],
  ['bidi isolate', '\u2066x\u2069', '<U+2066>x<U+2069>'],
  ['zero width space', 'pass\u200Bword', 'pass<U+200B>word'],
  ['zero width joiner', '\u200D', '<U+200D>'],
  ['byte order mark', '\uFEFFa', '<U+FEFF>a'],
  ['soft hyphen', '\u00AD', '<U+00AD>'],
  ['no-break space', '\u00A0', '<U+00A0>'],
  ['wide space', '\u3000', '<U+3000>'],
  ['Hangul filler', '\u3164', '<U+3164>'],
  ['braille blank', '\u2800', '<U+2800>'],
  ['line separator', '\u2028', '<U+2028>'],
  ['tag character', '\u{E0041}', '<U+E0041>'],
  ['private use', '\uE000', '<U+E000>'],
  ['private use, plane 15', '\u{F0000}', '<U+F0000>'],
  ['noncharacter', '\uFFFE', '<U+FFFE>'],
  ['lone surrogate', '\uD800', '<U+D800>'],
  ['variation selector', '☎\uFE0F', '☎<U+FE0F>'],
  ['keycap', '1\u20E3', '1<U+20E3>'],
  ['skin tone', '👍🏽', '👍<U+1F3FD>'],
  ['combining flood', `e${'\u0301'.repeat(6)}`, `e${'\u0301'.repeat(4)}<U+0301><U+0301>`],
];

describe('foreign text', () => {
  test.each(CLASSES)('%s is a visible mark', (_name, text, shown) => {
    expect(safe(text)).toBe(shown);
    expect(hasHidden(text.replace(/[\n\t]/g, '\x01'))).toBe(true);
  });

  test.each(CLASSES)('%s is an escape in JSON that reads back as it was', (_name, text) => {
    const json = safeJson({ text });
    expect(JSON.parse(json)).toEqual({ text });
    expect(json).toMatch(/\\[untrbf]/);
    expect(hasHidden(json)).toBe(false);
  });

  test('ordinary text of any script stays as it is', () => {
    for (const text of ['naïve', 'e\u0301', '日本語', 'Ελλάδα', 'שלום', 'हिन्दी', '✅ done', '▀▄'])
      expect([safe(text), hasHidden(text)]).toEqual([text, false]);
  });

  test('text of many lines keeps tabs and line feeds, and marks a carriage return', () => {
    expect(safeLines('a\tb\r\nc\n')).toBe('a\tb␍\nc\n');
  });

  test('no code point up to U+2FFFF gets through that is a control, format, ignorable or separator', () => {
    const hidden = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;
    for (let point = 0; point < 0x30000; point += 1) {
      const shown = safe(String.fromCodePoint(point));
      if (hidden.test(shown)) throw new Error(`U+${point.toString(16)} is shown as itself`);
    }
  });

  test('the parts joined are the text shown, and only marks differ from it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const parts = safeParts(text);
        expect(parts.map((part) => part.text).join('')).toBe(safe(text));
        expect(JSON.parse(safeJson(text))).toBe(text);
      }),
    );
  });
});
