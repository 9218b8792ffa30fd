import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bomOf, decodeText, eolOf, kindOf, LIMITS, problemOfBytes } from '../../src/kinds/index.ts';

const bytes = (text: string) => Buffer.from(text, 'utf8');

test('S62: UTF-8 is decoded to the letter: encoding it again gives the same bytes, a byte order mark too', () => {
  expect(decodeText(bytes('\uFEFFgrün\r\n'))).toEqual({ text: '\uFEFFgrün\r\n' });
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), (any) => {
      const decoded = decodeText(any);
      if ('text' in decoded) expect([...bytes(decoded.text)]).toEqual([...any]);
    }),
  );
});

test('S73: bytes that are not UTF-8, or hold a NUL, are binary', () => {
  expect(decodeText(Uint8Array.from([0xff, 0x41]))).toEqual({ binary: true, why: 'not_utf8' });
  expect(decodeText(Uint8Array.from([0xed, 0xa0, 0x80]))).toEqual({ binary: true, why: 'not_utf8' });
  expect(decodeText(bytes('a\0b'))).toEqual({ binary: true, why: 'nul' });
});

test('S73: what cannot be a doc says why', () => {
  expect(problemOfBytes(bytes('a\n'))).toBe(null);
  expect(problemOfBytes(Uint8Array.from([0xff]))).toMatchObject({ severity: 'problem', code: 'not_utf8' });
  expect(problemOfBytes(bytes('\0'))).toMatchObject({
    code: 'not_utf8',
    message: expect.stringContaining('NUL'),
  });
  expect(problemOfBytes(Buffer.alloc(LIMITS.docBytes + 1, 'a'))).toMatchObject({ code: 'too_large' });
  expect(problemOfBytes(Buffer.alloc(LIMITS.docBytes, 'a'))).toBe(null);
});

test('S62: line endings and byte order marks are told', () => {
  expect(['', 'a', 'a\rb'].map(eolOf)).toEqual(['none', 'none', 'none']);
  expect(['a\n', '\n', 'a\n\r\n', 'a\r\n', '\r\n\n'].map(eolOf)).toEqual([
    'lf',
    'lf',
    'mixed',
    'crlf',
    'mixed',
  ]);
  expect(['\uFEFFa', 'a\uFEFF', ''].map(bomOf)).toEqual([true, false, false]);
});

test('R8: every doc is a text: its own canonical form, insertions at one point clash', () => {
  const kind = kindOf('scenes/yard.mjs', null);
  expect(kind).toMatchObject({ name: 'text', insertions: 'clash' });
  expect(kind.canonical('a \r\n')).toBe('a \r\n');
  expect(kind.addresses).toBe(undefined);
});
