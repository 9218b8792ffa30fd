import fc from 'fast-check';
import { expect, test } from 'vitest';
import { layoutOf, type Wants } from '../../src/tui/layout.ts';

const NOTHING: Wants = { banner: 0, sheet: 0, line: 0, focus: 'list' };
const at = (columns: number, rows: number, wants: Partial<Wants> = {}) =>
  layoutOf({ columns, rows }, { ...NOTHING, ...wants });

test.each([
  [120, 36, {}, { kind: 'wide', list: 40, text: 79, body: 34 }],
  [200, 60, {}, { kind: 'wide', list: 44, text: 155, body: 58 }],
  [100, 24, {}, { kind: 'wide', list: 34, text: 65, body: 22 }],
  [99, 24, {}, { kind: 'narrow', list: 99, text: 0, body: 22 }],
  [80, 24, { focus: 'text' }, { kind: 'narrow', list: 0, text: 80, body: 22 }],
  [80, 24, { banner: 2, sheet: 8 }, { banner: 2, sheet: 8, body: 12 }],
  [40, 10, { banner: 2, sheet: 8 }, { banner: 1, sheet: 4, body: 3 }],
  [40, 10, { banner: 2, sheet: 8, line: 3 }, { banner: 1, line: 1, sheet: 3, body: 3 }],
  [23, 10, {}, { kind: 'small' }],
  [40, 5, {}, { kind: 'small' }],
] as const)('a screen of %i × %i that wants %j is divided as %j', (columns, rows, wants, parts) => {
  expect(at(columns, rows, wants)).toMatchObject(parts);
});

test('the parts add up to the screen, whatever is wanted', () => {
  const want = fc.record({
    banner: fc.nat(2),
    sheet: fc.nat(40),
    line: fc.nat(5),
    focus: fc.constantFrom('list' as const, 'text' as const),
    single: fc.boolean(),
  });
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 300 }),
      fc.integer({ min: 1, max: 100 }),
      want,
      (columns, rows, wants) => {
        const { kind, header, banner, body, sheet, line, footer, list, text } = at(columns, rows, wants);
        expect(header + banner + body + sheet + line + footer).toBe(rows);
        expect(list + text + (list > 0 && text > 0 ? 1 : 0)).toBe(columns);
        expect(Math.min(header, banner, sheet, line, footer, list, text)).toBeGreaterThanOrEqual(0);
        expect(body).toBeGreaterThanOrEqual(kind === 'small' ? 1 : 3);
      },
    ),
  );
});
