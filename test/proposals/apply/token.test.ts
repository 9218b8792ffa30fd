import { expect, test } from 'vitest';
import { type Ground, isToken, movedSince, tokenOf } from '../../../src/proposals/apply/token.ts';

const GROUND: Ground = {
  tip: 'tip',
  target: 'target',
  head: 'head',
  settings: 'settings',
  index: { 'a.md': 'a', 'b.md': 'b' },
  disk: { 'a.md': 'a', 'b.md': 'b' },
  plan: 'plan',
};

test('S13: the same ground gives the same token, whatever the order of its paths', () => {
  const turned = { ...GROUND, disk: { 'b.md': 'b', 'a.md': 'a' }, index: { 'b.md': 'b', 'a.md': 'a' } };
  expect(movedSince(tokenOf(GROUND), GROUND)).toBeNull();
  expect(movedSince(tokenOf(GROUND), turned)).toBeNull();
  expect(isToken(tokenOf(GROUND))).toBe(true);
});

test.each(['tip', 'target', 'head', 'settings', 'plan'] as const)(
  'S13: a token says that %s moved',
  (what) => {
    expect(movedSince(tokenOf(GROUND), { ...GROUND, [what]: 'other' })).toEqual({ what });
  },
);

test.each(['index', 'disk'] as const)('S13: a token says of which doc the %s moved', (what) => {
  const moved = { ...GROUND, [what]: { ...GROUND[what], 'b.md': 'other' } };
  expect(movedSince(tokenOf(GROUND), moved)).toEqual({ what, doc: 'b.md' });
});

test('S13: of many docs it says that one moved', () => {
  const many = (last: string) =>
    Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`${i}.md`, i === 39 ? last : 'same']));
  const token = tokenOf({ ...GROUND, disk: many('one') });
  expect(token.length).toBeLessThan(200);
  expect(movedSince(token, { ...GROUND, disk: many('two') })).toEqual({ what: 'disk' });
});

test.each(['', 'token', '1.2.3', `${tokenOf(GROUND)}0`, tokenOf(GROUND).toUpperCase()])(
  '%s is no token',
  (text) => {
    expect(isToken(text)).toBe(false);
  },
);
