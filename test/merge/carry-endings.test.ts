import fc from 'fast-check';
import { expect, test } from 'vitest';
import { carryEndings, splitLines } from '../../src/merge/index.ts';
import { triple } from './texts.ts';

test('S43: untouched lines keep the endings they have on disk, whatever those are', () => {
  expect(carryEndings('a\nb\nc\nd\n', 'a\r\nb\nc\r\nd\n', 'a\nB\nc\nd\n')).toBe('a\r\nB\nc\r\nd\n');
  expect(carryEndings('a\nb\nc\n', 'a\r\nb\nc\r\n', 'b\nc\n')).toBe('b\nc\r\n');
});

test('S43: a line takes over the ending of the line it replaces, a new one that of the line above', () => {
  expect(carryEndings('a\nb\nc\n', 'a\nb\r\nc\n', 'a\nX\nY\nc\n')).toBe('a\nX\r\nY\r\nc\n');
  expect(carryEndings('a\nb\n', 'a\r\nb\n', 'a\nnew\nb\n')).toBe('a\r\nnew\r\nb\n');
});

test('S43: a new first line ends as most lines do', () => {
  expect(carryEndings('a\nb\nc\n', 'a\nb\r\nc\r\n', 'new\na\nb\nc\n')).toBe('new\r\na\nb\r\nc\r\n');
});

test('S43: a last line without its newline stays so, and what follows ends as the line above', () => {
  expect(carryEndings('a\nb', 'a\r\nb', 'A\nb')).toBe('A\r\nb');
  expect(carryEndings('a\nb', 'a\r\nb', 'a\nb\nc')).toBe('a\r\nb\r\nc');
  expect(carryEndings('a\nb\n', 'a\r\nb\r\n', 'a\nb')).toBe('a\r\nb');
});

test('S43: where disk and git hold the same bytes, nothing is carried', () => {
  expect(carryEndings('a\r\nb\n', 'a\r\nb\n', 'a\r\nX\nb\n')).toBe('a\r\nX\nb\n');
  expect(carryEndings('', '', 'a\n')).toBe('a\n');
});

test('S43: a disk text that is not the same lines gives no more than its usual ending', () => {
  expect(carryEndings('a\nb\n', 'x\r\n', 'a\nc\n')).toBe('a\r\nc\r\n');
});

test('S43: in git’s form the carried text is the new one, and every untouched line has its bytes', () => {
  const disk = fc.tuple(triple, fc.array(fc.boolean(), { minLength: 14, maxLength: 14 }));
  fc.assert(
    fc.property(disk, ([{ base, ours }, crlf]) => {
      const [old, fresh] = [base, ours].map((text) => text.replaceAll('\r', ''));
      const onDisk = splitLines(old!).map((line, at) => (crlf[at] ? line.replace('\n', '\r\n') : line));
      const carried = carryEndings(old!, onDisk.join(''), fresh!);
      expect(carried.replaceAll('\r\n', '\n')).toBe(fresh);
      expect(carryEndings(old!, onDisk.join(''), old!)).toBe(onDisk.join(''));
    }),
  );
});

test('S43: files of more lines than a call may have arguments are carried as well', () => {
  const clean = 'line\n'.repeat(200_000);
  const disk = clean.replaceAll('\n', '\r\n');
  expect(carryEndings(clean, disk, `first\n${clean}`) === `first\r\n${disk}`).toBe(true);
});
