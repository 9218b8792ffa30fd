import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type InputEvent, KeyReader } from '../../src/tui/keys.ts';

const MIXED =
  'j\x1b[A\x1bOPé漢e\u0301\x1b[200~q\r\x1b[A\x1b[201x\x1b[201~\x1b[1;5C\x1b]11;rgb:0/0/0\x07\x1b[?62;4c\r\n\x1b[I\x1bx\x1b\x1b[B' +
  '\x1bP1+r\x1b\\A\x03\x1b[97;5u\x1b[1;1:3A\x1b[zé\u009b5~😀\x1b_Gi=31;OK\x1b\\\x7f\x00 \x1b[O\x1b[13u';

function read(bytes: Uint8Array, cuts: readonly number[] = []): InputEvent[] {
  const reader = new KeyReader();
  const ends = [...new Set(cuts)].filter((at) => at > 0 && at < bytes.length).sort((a, b) => a - b);
  const events = [...ends, bytes.length].flatMap((end, i) =>
    reader.push(bytes.subarray(ends[i - 1] ?? 0, end)),
  );
  return [...events, ...reader.flush()];
}

const readText = (text: string) => read(Buffer.from(text));
const names = (events: InputEvent[]) =>
  events.map((event) =>
    event.kind === 'key'
      ? `${event.ctrl ? 'ctrl-' : ''}${event.meta ? 'meta-' : ''}${event.shift ? 'shift-' : ''}${event.name}`
      : event.kind,
  );

test('any two parts of a byte string give the same events as the whole', () => {
  const bytes = Buffer.from(MIXED);
  const whole = read(bytes);
  expect(whole.length).toBeGreaterThan(25);
  for (let at = 1; at < bytes.length; at++) expect(read(bytes, [at]), `cut at ${at}`).toEqual(whole);
});

test('one byte at a time gives the same events as the whole, for any bytes', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      '\x1b',
      '[',
      'O',
      ']',
      '200~',
      '\x1b[201~',
      '\x1b[200~',
      '\x07',
      '\x1b\\',
      ';5',
      'A',
      '~',
      'u',
      '\r',
      '\n',
      'é',
      '\u009b',
      '😀',
      '<0;1;1M',
    ),
    fc.string({ maxLength: 4 }),
  );
  const bytes = fc.oneof(
    fc.array(piece, { maxLength: 14 }).map((pieces) => Buffer.from(pieces.join(''))),
    fc.uint8Array({ maxLength: 24 }),
  );
  fc.assert(
    fc.property(bytes, fc.array(fc.nat(40), { maxLength: 5 }), (input, cuts) => {
      const whole = read(input);
      expect(read(input, cuts)).toEqual(whole);
      expect(read(input, [...input.keys()])).toEqual(whole);
    }),
    { numRuns: 1500 },
  );
});

test.each([
  ['jjj', ['j', 'j', 'j']],
  ['jj\x03', ['j', 'j', 'ctrl-c']],
  ['\x1a\x01\x00', ['ctrl-z', 'ctrl-a', 'ctrl-space']],
  ['A', ['shift-A']],
  ['\r\n', ['enter']],
  ['\x1b[A\x1b[B\x1bOC', ['up', 'down', 'right']],
  ['\x1b[5~\x1b[6~\x1b[H\x1b[F', ['pageup', 'pagedown', 'home', 'end']],
  ['\x1b[1;5C\x1b[Z', ['ctrl-right', 'shift-tab']],
  ['\x1bj', ['meta-j']],
  ['\x1b\x1b', ['escape', 'escape']],
  ['\x1b', ['escape']],
  ['\x1b[', ['meta-[']],
  ['\x1b]', ['meta-]']],
  ['\x1b[97;5u', ['ctrl-a']],
  ['\x1b[1;1:3A', []],
  ['\x1b]11;rgb:7171/0000/0000\x1b\\', ['reply']],
  ['\x1b[?62;4c\x1b[24;80R\x1b_Gi=31;OK\x1b\\', ['reply', 'reply', 'reply']],
  ['\x1b[I\x1b[O', ['focus', 'focus']],
  ['\x1b]0;unfinished', []],
  ['\u0085q', ['q']],
] as const)('%j is read as %j', (input, wanted) => {
  expect(names(readText(input))).toEqual(wanted);
});

test('a paste is one event, whatever it holds, and runs no key', () => {
  const text = `q\r\x1b[A${'A\r'.repeat(1000)}\x03`;
  expect(readText(`\x1b[200~${text}\x1b[201~`)).toEqual([{ kind: 'paste', text, cut: false }]);
});

test('a paste over a MiB is cut and says so; what follows it is read again', () => {
  const [paste, key] = readText(`\x1b[200~${'x'.repeat((1 << 20) + 5)}\x1b[201~j`);
  expect(paste).toMatchObject({ kind: 'paste', cut: true });
  expect(paste?.kind === 'paste' && paste.text.length).toBe(1 << 20);
  expect(key).toMatchObject({ kind: 'key', name: 'j' });
});

test('an answer that is still under way never becomes keys', () => {
  const reader = new KeyReader();
  expect(reader.push(Buffer.from('\x1b]11;rgb:'))).toEqual([]);
  expect(reader.waiting).toBe('reply');
  expect(reader.push(Buffer.from('qqq\x07')).map((event) => event.kind)).toEqual(['reply']);
  expect(reader.waiting).toBeNull();
});
