// A command's name is its address: doc.merge <-> src/commands/doc/merge.ts <-> test/commands/doc/merge.test.ts.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { COMMANDS } from '../src/commands/index.ts';

const SRC = join(import.meta.dirname, '../src/commands');
/** Files of the room that hold no command. */
const ROOM = [
  'command.ts',
  'doc-fields.ts',
  'example.ts',
  'fields.ts',
  'in-session.ts',
  'index.ts',
  'input.ts',
  'misfit.ts',
  'nearest.ts',
  'one.ts',
  'proposal-row.ts',
  'run.ts',
  'schema.ts',
  'take-back-fields.ts',
];
const files = (readdirSync(SRC, { recursive: true }) as string[])
  .filter((file) => file.endsWith('.ts') && !ROOM.includes(file))
  .sort();

test('every command file is in the registry, and nothing else', () => {
  const addresses = COMMANDS.map((each) => `${each.name.replaceAll('.', '/')}.ts`).sort();
  expect(files).toEqual(addresses);
});

test.each(files)('%s holds the one command of its name and has its test', async (file) => {
  const values = Object.values(await import(join(SRC, file))) as { name: string }[];
  expect(values.map((each) => each.name)).toEqual([file.replace(/\.ts$/, '').replaceAll('/', '.')]);
  expect(existsSync(join(import.meta.dirname, 'commands', file.replace(/\.ts$/, '.test.ts')))).toBe(true);
});
