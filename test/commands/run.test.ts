import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Call,
  COMMANDS,
  type Command,
  commandNamed,
  fieldsOf,
  nearest,
  parseInput,
  runCommand,
} from '../../src/commands/index.ts';
import { plain, quickCommand } from '../../src/commands/one.ts';
import { Refusal } from '../../src/refusal.ts';
import { paint } from '../cli/sample.ts';

const call: Call = { session: () => Promise.reject(new Error('no session is opened for bad input')) };

async function refused(raw: unknown, command: Command = plain(paint)): Promise<Refusal> {
  const error = await runCommand(command, call, raw).then(
    () => new Error('nothing was refused'),
    (thrown: unknown) => thrown,
  );
  if (error instanceof Refusal) return error;
  throw error;
}

test('the registry is sorted, and each name is in it once', () => {
  const names = COMMANDS.map((one) => one.name);
  expect(names).toEqual([...new Set(names)].sort());
  expect(names.map((name) => commandNamed(name)?.name)).toEqual(names);
  expect(commandNamed('toString')).toBeUndefined();
});

test('a command that can be loaded alone is the one of the registry', async () => {
  const quick = await Promise.all(COMMANDS.map((one) => quickCommand(one.name)));
  const alone = quick.filter((one) => one !== undefined);
  expect(alone.length).toBeGreaterThan(0);
  for (const one of alone) expect(commandNamed(one.name)).toBe(one);
  expect(await quickCommand('constructor')).toBeUndefined();
});

test('input that fits is run with its defaults', async () => {
  expect(await runCommand(paint, call, { wall: 'north' })).toEqual({
    wall: 'north',
    parts: [],
    warnings: [],
  });
});

test('an answer of another form than promised is a bug that tests see', async () => {
  const lying = { ...paint, run: async () => ({ wall: 5 }) };
  await expect(runCommand(lying, call, { wall: 'north' })).rejects.toThrow(
    'wall.paint answered in another form',
  );
});

describe('S49: what does not fit is invalid_input and names field, wanted and got', () => {
  test.each<[string, unknown, { path: string; wanted: string; got: string }[]]>([
    ['missing', {}, [{ path: 'wall', wanted: 'text', got: 'nothing' }]],
    ['nothing at all', undefined, [{ path: 'wall', wanted: 'text', got: 'nothing' }]],
    ['null', null, [{ path: 'wall', wanted: 'text', got: 'nothing' }]],
    ['a list', [], [{ path: '', wanted: 'an object of named fields', got: 'a list of 0' }]],
    ['a text', 'x', [{ path: '', wanted: 'an object of named fields', got: 'the text "x"' }]],
    ['empty', { wall: '' }, [{ path: 'wall', wanted: 'at least 1 character', got: 'empty text' }]],
    [
      'too long',
      { wall: 'x'.repeat(41) },
      [{ path: 'wall', wanted: 'at most 40 characters', got: `the text "${'x'.repeat(41)}"` }],
    ],
    [
      'too many',
      { wall: 'n', colours: ['red', 'red', 'red', 'red'] },
      [{ path: 'colours', wanted: 'at most 3 items', got: 'a list of 4' }],
    ],
    [
      'no choice',
      { wall: 'n', colours: ['green'] },
      [{ path: 'colours[0]', wanted: 'one of red, blue, a,b', got: 'the text "green"' }],
    ],
    [
      'number as text',
      { wall: 'n', coats: '3' },
      [{ path: 'coats', wanted: 'a number', got: 'the text "3"' }],
    ],
    [
      'a fraction',
      { wall: 'n', coats: 1.5 },
      [{ path: 'coats', wanted: 'a whole number', got: 'the number 1.5' }],
    ],
    ['too small', { wall: 'n', coats: 0 }, [{ path: 'coats', wanted: 'at least 1', got: 'the number 0' }]],
    [
      'switch as text',
      { wall: 'n', dryRun: 'yes' },
      [{ path: 'dryRun', wanted: 'true or false', got: 'the text "yes"' }],
    ],
    [
      'deep',
      { wall: 'n', holes: [{ at: 1 }, { at: 'x' }] },
      [{ path: 'holes[1].at', wanted: 'a number', got: 'the text "x"' }],
    ],
    [
      'unknown',
      { wall: 'n', coat: 3 },
      [{ path: 'coat', wanted: 'a known field (did you mean coats?)', got: 'the number 3' }],
    ],
    [
      'unknown, deep',
      { wall: 'n', holes: [{ at: 1, zz: {} }] },
      [{ path: 'holes[0].zz', wanted: 'no such field', got: 'an object' }],
    ],
    [
      'half a pair',
      { wall: '\ud800' },
      [{ path: 'wall', wanted: 'whole Unicode characters', got: 'half of a surrogate pair' }],
    ],
    [
      'NUL',
      { wall: 'a\0b' },
      [{ path: 'wall', wanted: 'text without NUL characters', got: 'the text "a\\u0000b"' }],
    ],
  ])('%s', async (_title, raw, details) => {
    const refusal = await refused(raw);
    expect(refusal.code).toBe('invalid_input');
    expect(refusal.details).toEqual(details);
    expect(refusal.message).toMatch(/^wall\.paint cannot take this\. .*wanted .*, got .*\.$/);
    expect(refusal.hint).toBe('For example: {"wall":"<wall>"}');
  });

  test('several misfits are all in the details, three in the sentence', async () => {
    const refusal = await refused({ wall: 1, coats: 'x', dryRun: 1, gloss: 1, zz: 1 });
    expect(refusal.details).toHaveLength(5);
    expect(refusal.message).toContain('; and 2 more.');
  });

  test('huge values and names are cut', async () => {
    const refusal = await refused({ wall: 'x'.repeat(8e6), ['y'.repeat(1e6)]: 'z'.repeat(1e6) });
    expect(JSON.stringify([refusal.message, refusal.details]).length).toBeLessThan(1000);
  });

  test('__proto__ and constructor are unknown fields like any other', async () => {
    for (const key of ['__proto__', 'constructor', 'toString']) {
      const raw = JSON.parse(`{"wall":"n","${key}":{"polluted":true}}`);
      expect((await refused(raw)).details).toMatchObject([{ path: key }]);
      const deep = JSON.parse(`{"wall":"n","holes":[{"at":1,"${key}":{"polluted":true}}]}`);
      expect((await refused(deep)).details).toMatchObject([{ path: `holes[0].${key}` }]);
    }
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  test('whatever comes is run or refused, never anything else', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.anything({ withNullPrototype: true, withBigInt: true, withDate: true, withMap: true }),
        async (raw) => {
          await runCommand(paint, call, raw).catch((error) => expect(error).toBeInstanceOf(Refusal));
        },
      ),
    );
  });
});

test('the fields of a schema are plain data', () => {
  expect(fieldsOf(paint.input)).toMatchObject([
    { name: 'wall', type: 'text', required: true, least: 1, most: 40 },
    { name: 'colours', type: 'list', required: false, most: 3, item: { type: 'choice' } },
    { name: 'coats', type: 'number', whole: true, byDefault: 2, least: 1, most: 9 },
    { name: 'summary', type: 'text', most: 72 },
    { name: 'dryRun', type: 'switch' },
    { name: 'gloss', type: 'switch', byDefault: true },
    {
      name: 'holes',
      type: 'list',
      item: { type: 'object', of: [{ name: 'at' }, { name: 'size', required: false }] },
    },
    { name: 'widths', type: 'list', item: { type: 'number' } },
  ]);
});

test('parsing alone refuses the same', () => {
  expect(() => parseInput(paint, {})).toThrow(Refusal);
});

test.each([
  ['lits', 'list'],
  ['aprove', 'approve'],
  ['prop', 'propose'],
  ['xyz', undefined],
  ['', undefined],
])('%s is near to %s', (typed, meant) => {
  expect(nearest(typed, ['list', 'approve', 'propose', 'doc'])[0]).toBe(meant);
});

test('R13: an example in a hint shows something, also where nothing is required', async () => {
  for (const command of COMMANDS) {
    const refusal = await refused({ zzz: 1 }, command);
    const example = JSON.parse(refusal.hint!.replace(/^(For example|It takes no fields): /, ''));
    expect([command.name, command.input.safeParse(example).success]).toEqual([command.name, true]);
    const isBare = Object.keys(command.input.shape).length === 0;
    expect([command.name, Object.keys(example).length > 0]).toEqual([command.name, !isBare]);
  }
});
