import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readLine } from '../../src/cli/argv.ts';
import { NO_OPTIONS, readFront } from '../../src/cli/front.ts';
import { grammarOf, usageOf } from '../../src/cli/grammar.ts';
import { shellWords } from '../../src/cli/words.ts';
import { Refusal } from '../../src/refusal.ts';
import { paint } from './sample.ts';

const grammar = grammarOf(paint);
const read = (...argv: string[]) => readLine(argv, grammar, NO_OPTIONS);

function refusalOf(work: () => unknown): Refusal {
  try {
    work();
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

test('usage shows positions, required flags bare and the rest in brackets', () => {
  expect(usageOf(paint)).toBe(
    'docket wall paint <wall> [<colours>…] [--coats <number>] [--summary <text>] [--dry-run] [--no-gloss] [--holes <json>] [--widths <number>…]',
  );
});

describe('what a line means', () => {
  test.each<[string[], Record<string, unknown>]>([
    [[], {}],
    [['north'], { wall: 'north' }],
    [['--wall', 'north'], { wall: 'north' }],
    [['--wall=north=east'], { wall: 'north=east' }],
    [['--wall='], { wall: '' }],
    [['north', 'red', 'blue'], { wall: 'north', colours: ['red', 'blue'] }],
    [['north', 'a,b'], { wall: 'north', colours: ['a,b'] }],
    [['--colours', 'red,blue', '--colours=a\\,b'], { colours: ['red', 'blue', 'a,b'] }],
    [['north', 'red', '--colours', 'blue'], { wall: 'north', colours: ['red', 'blue'] }],
    [['-c', '3', 'north'], { coats: 3, wall: 'north' }],
    [['-c3'], { coats: 3 }],
    [['--coats', 'three'], { coats: 'three' }],
    [['--coats', '-1'], { coats: -1 }],
    [['--coats', '1e3'], { coats: '1e3' }],
    [['--dry-run'], { dryRun: true }],
    [['--no-dry-run'], { dryRun: false }],
    [['--dry-run=false'], { dryRun: false }],
    [['--no-gloss', '-s', 'Because'], { gloss: false, summary: 'Because' }],
    [['-s', '-x'], { summary: '-x' }],
    [['--holes', '[{"at":1}]'], { holes: [{ at: 1 }] }],
    [['--widths', '1,2.5', '--widths', 'x'], { widths: [1, 2.5, 'x'] }],
    [['--', '--wall'], { wall: '--wall' }],
    [['--', '-c', 'red'], { wall: '-c', colours: ['red'] }],
  ])('%j', (argv, raw) => {
    expect(read(...argv).raw).toEqual(raw);
  });

  test('a dash is read from standard input, once', () => {
    const line = read('north', '-s', '-');
    expect(line.piped?.field).toBe('summary');
    expect(refusalOf(() => read('-', '-s', '-')).message).toContain('one `-` in a call');
  });

  test('switches of every command may stand anywhere before --', () => {
    expect(read('north', '--json', '-C', 'a', '-C', 'b').options).toMatchObject({
      json: true,
      dirs: ['a', 'b'],
    });
    expect(read('--', '--json').options.json).toBe(false);
  });
});

describe('S72: misuse is invalid_input and names what was wanted', () => {
  test.each<[string[], string, string | undefined]>([
    [['--wal', 'x'], '--wal is not a flag', 'Did you mean --wall?'],
    [['--colour', 'red'], '--colour is not a flag', 'Did you mean --colours?'],
    [['--jsno'], '--jsno is not a flag', 'Did you mean --json?'],
    [['--zzzzzz'], '--zzzzzz is not a flag', undefined],
    [['-q'], '-q is not a flag', undefined],
    [
      ['-dash'],
      '-dash is not a flag',
      'A word that begins with - and is no flag goes after --, as in: -- -dash',
    ],
    [['--wall'], '--wall: wanted a value: --wall <text>, got nothing', undefined],
    [['--wall', '--json'], '--wall: wanted a value, or --wall=--json if that is it, got --json', undefined],
    [['--wall', 'a', '--wall', 'b'], '--wall: wanted it once, got it twice', undefined],
    [['a', '--wall', 'b'], '--wall: wanted it once', undefined],
    [['--dry-run=maybe'], '--dry-run: wanted true or false, got maybe', undefined],
    [['--no-dry-run=true'], '--no-dry-run: wanted no value', undefined],
    [['--no-wall'], '--no-wall is not a flag', undefined],
    [['--holes', '{'], '--holes: wanted JSON, got {', undefined],
    [['-C'], '-C: wanted a folder', 'For example: docket -C ../notes list'],
  ])('%j', (argv, message, hint) => {
    const refusal = refusalOf(() => read(...argv));
    expect(refusal.code).toBe('invalid_input');
    expect(refusal.message).toContain(message);
    expect(refusal.hint).toBe(hint);
    expect(refusal.details).toEqual([
      { path: expect.any(String), wanted: expect.any(String), got: expect.any(String) },
    ]);
  });

  test('too many words', () => {
    const narrow = { ...grammar, positional: grammar.positional.slice(0, 1) };
    expect(refusalOf(() => readLine(['a', 'b'], narrow, NO_OPTIONS)).message).toContain('got also b');
  });

  test('what came is cut when it is huge', () => {
    expect(refusalOf(() => read('--holes', 'x'.repeat(1e6))).message.length).toBeLessThan(300);
  });
});

describe('the front of a line', () => {
  test.each([
    [[], null, []],
    [['list'], 'list', []],
    [['--json', 'list', '--json'], 'list', ['--json']],
    [['-C', 'x', 'doc', 'read', 'a'], 'doc', ['read', 'a']],
    [['--', 'list', 'x'], 'list', ['x']],
    [['--help'], null, []],
  ])('%j', (argv, first, rest) => {
    expect(readFront(argv)).toMatchObject({ first, rest });
  });
});

test('any argument list is read or refused, never a crash, and reading is stable', () => {
  const word = fc.oneof(
    fc.constantFrom(
      '--wall',
      '-c',
      '--holes',
      '--',
      '-',
      '--json',
      '-C',
      '--no-gloss',
      '--dry-run=x',
      '__proto__',
      '--__proto__=1',
    ),
    fc.string({ unit: 'binary', maxLength: 12 }),
  );
  fc.assert(
    fc.property(fc.array(word, { maxLength: 8 }), (argv) => {
      try {
        const line = read(...argv);
        expect(Object.keys(line.raw).every((key) => key in paint.input.shape)).toBe(true);
      } catch (error) {
        expect(error).toBeInstanceOf(Refusal);
      }
    }),
    { numRuns: 2000 },
  );
});

test('a value given by = comes through whole, whatever it holds', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary' }).filter((text) => text !== '-'),
      (text) => {
        expect(read(`--summary=${text}`).raw).toEqual({ summary: text });
      },
    ),
  );
});

describe('a line typed at the prompt', () => {
  test.each([
    ['doc.read  guide.md', ['doc.read', 'guide.md']],
    [`a 'b c' "d \\"e\\" \\n" f\\ g`, ['a', 'b c', 'd "e" \\n', 'f g']],
    [`''`, ['']],
    [`a'b'"c"`, ['abc']],
    ['', []],
  ])('%s', (line, words) => {
    expect(shellWords(line)).toEqual(words);
  });

  test('an open quote is refused', () => {
    expect(refusalOf(() => shellWords(`a 'b`)).code).toBe('invalid_input');
  });

  test('quoted words come back as they were', () => {
    const quote = (word: string) => `'${word.replaceAll("'", `'\\''`)}'`;
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' })), (words) => {
        expect(shellWords(words.map(quote).join(' '))).toEqual(words);
      }),
    );
  });
});
