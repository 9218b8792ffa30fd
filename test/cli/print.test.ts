import fc from 'fast-check';
import { expect, test } from 'vitest';
import { afterKey } from '../../src/cli/ask.ts';
import { printBug, printJson, printRefusal, printText } from '../../src/cli/print.ts';
import type { Terminal } from '../../src/cli/terminal.ts';
import { Refusal } from '../../src/refusal.ts';

function terminal({ isTTY = false, env = {} }: { isTTY?: boolean; env?: Record<string, string> } = {}) {
  const said = { out: '', err: '' };
  const stream = (key: 'out' | 'err') => ({ isTTY, write: (text: string) => (said[key] += text) });
  const place = {
    stdin: { isTTY },
    stdout: stream('out'),
    stderr: stream('err'),
    env,
    cwd: '/',
    version: '0',
  };
  return {
    said,
    terminal: { ...place, givens: { now: () => new Date(0), uuid: () => '' } } as unknown as Terminal,
  };
}

const CONTROLS = /[^\P{Cc}\n\t]|[\p{Cf}\p{Zl}\p{Zp}]/u;

test('whatever is printed for a person holds no control but line feeds and tabs', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const { said, terminal: place } = terminal();
      printText(place, text);
      printRefusal(place, new Refusal('not_found', text, { hint: text }), { json: false });
      printBug(place, new Error(text));
      expect(said.out + said.err).not.toMatch(CONTROLS);
    }),
  );
});

test('JSON is one line, holds no hidden character, and says the exact value', () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
      const { said, terminal: place } = terminal();
      printJson(place, value);
      expect(said.out).not.toMatch(CONTROLS);
      expect(said.out.indexOf('\n')).toBe(said.out.length - 1);
      expect(JSON.parse(said.out)).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

test('a diff has colours in a terminal, and none with NO_COLOR, TERM=dumb or a pipe', () => {
  const shown = (options: Parameters<typeof terminal>[0]) => {
    const { said, terminal: place } = terminal(options);
    printText(place, '--- a/x\n+++ b/x\n@@ 1 @@\n-a\x1b[31m\n+b\n c\n', { diff: true });
    return said.out;
  };
  expect(shown({ isTTY: true })).toBe(
    '\x1b[1m--- a/x\x1b[22m\n\x1b[1m+++ b/x\x1b[22m\n\x1b[36m@@ 1 @@\x1b[39m\n\x1b[31m-a␛[31m\x1b[39m\n\x1b[32m+b\x1b[39m\n c\n',
  );
  const plain = '--- a/x\n+++ b/x\n@@ 1 @@\n-a␛[31m\n+b\n c\n';
  expect(shown({ isTTY: true, env: { NO_COLOR: '1' } })).toBe(plain);
  expect(shown({ isTTY: true, env: { TERM: 'dumb' } })).toBe(plain);
  expect(shown({})).toBe(plain);
});

test('S72: a refusal exits 1, misuse 2, a bug 255', () => {
  const { said, terminal: place } = terminal();
  expect(printRefusal(place, new Refusal('locked', 'It is locked.'), { json: false })).toBe(1);
  expect(
    printRefusal(place, new Refusal('invalid_input', 'No.', { hint: 'Do this.' }), { json: false }),
  ).toBe(2);
  expect(printBug(place, new Error('first\nsecond'))).toBe(255);
  expect(said).toEqual({
    out: '',
    err: 'locked: It is locked.\ninvalid_input: No.\nhint: Do this.\nbug: first (please report it; DOCKET_DEBUG=1 shows where)\n',
  });
});

test('with DOCKET_DEBUG a bug says where', () => {
  const { said, terminal: place } = terminal({ env: { DOCKET_DEBUG: '1' } });
  printBug(place, new Error('oops'));
  expect(said.err).toContain('print.test.ts');
});

test('only printable ASCII is typed into an answer, and erasing stops at its start', () => {
  expect(afterKey('', 'y')).toEqual({ line: 'y', echo: 'y' });
  expect(afterKey('ye', '\x7f')).toEqual({ line: 'y', echo: '\b \b' });
  expect(afterKey('', '\b')).toEqual({ line: '', echo: '' });
  expect(afterKey('a', '\u202e')).toEqual({ line: 'a', echo: '' });
});
