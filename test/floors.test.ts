// The shape of src/, checked. docs/architecture.md shows the same table.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';

/** Ground floor first. A room sees the rooms it lists, by their doors, and no others. */
const SEES: Record<string, readonly string[]> = {
  kinds: [],
  merge: [],
  repo: [],
  proposals: ['kinds', 'merge', 'repo'],
  session: ['kinds', 'merge', 'repo', 'proposals'],
  commands: ['kinds', 'repo', 'proposals', 'session'],
  mcp: ['session', 'commands'],
  tui: ['session', 'commands'],
  cli: ['merge', 'repo', 'session', 'commands', 'mcp', 'tui'],
};
/** The one room a package may be imported in. */
const HOME: Record<string, string> = {
  chokidar: 'repo',
  zod: 'commands',
  '@modelcontextprotocol/sdk': 'mcp',
  ink: 'tui',
  react: 'tui',
  'string-width': 'tui',
};
/** Rooms that touch nothing outside the program. */
const PURE = ['kinds', 'merge'];
const DISK_AND_PROCESSES = ['node:fs', 'node:fs/promises', 'node:child_process'];

const SRC = join(import.meta.dirname, '../src');
const files = (readdirSync(SRC, { recursive: true }) as string[]).filter((file) => /\.tsx?$/.test(file));
const imports = files.flatMap((file) => importsOf(file));
/** The program's own name and version; the front desk bundles it. */
const PACKAGE = '../package.json';
const local = imports.filter((each) => each.local && !(each.to === PACKAGE && each.file === 'cli/main.ts'));
const outside = imports.filter((each) => !each.local);
const crossing = local.filter((each) => roomOf(each.to) && roomOf(each.to) !== roomOf(each.file));

interface Import {
  readonly file: string;
  readonly to: string;
  readonly local: boolean;
}

/** Static, type-only and dynamic imports and re-exports alike. */
function importsOf(file: string): Import[] {
  const text = readFileSync(join(SRC, file), 'utf8').replace(/^\s*(\/\/|\*).*$/gm, '');
  const named = [...text.matchAll(/(?:\bfrom|\bimport|\bimport\(|\brequire\()\s*['"]([\w@./:-]+)['"]/g)];
  return named.map(([, name]) => {
    const isLocal = name!.startsWith('.');
    return { file, to: isLocal ? normalize(join(dirname(file), name!)) : name!, local: isLocal };
  });
}
function roomOf(file: string): string {
  return file.includes('/') ? file.split('/')[0]! : '';
}
function packageOf(name: string): string {
  return name.split('/', name.startsWith('@') ? 2 : 1).join('/');
}
function say(list: readonly Import[]): string[] {
  return list.map((each) => `${each.file} -> ${each.to}`);
}

test('every room is in the table', () => {
  expect([...new Set(files.map(roomOf))].filter((room) => room && !SEES[room])).toEqual([]);
});

test('only the words of refusal and safe text stand outside the rooms', () => {
  expect(files.filter((file) => !file.includes('/')).sort()).toEqual(['refusal.ts', 'safe.ts']);
});

test('the table only points down', () => {
  const rooms = Object.keys(SEES);
  expect(rooms.filter((room, floor) => SEES[room]!.some((seen) => rooms.indexOf(seen) >= floor))).toEqual([]);
});

test('a room sees only what the table says', () => {
  expect(say(crossing.filter((each) => !SEES[roomOf(each.file)]?.includes(roomOf(each.to))))).toEqual([]);
});

/** A narrow second door, for the front desk's quick start: one command without the whole registry. */
const NARROW = 'commands/one.ts';

test('a room is entered by its door', () => {
  const strays = crossing.filter(
    (each) =>
      each.to !== `${roomOf(each.to)}/index.ts` && !(each.to === NARROW && roomOf(each.file) === 'cli'),
  );
  expect(say(strays)).toEqual([]);
});

test('a room never uses its own door', () => {
  expect(say(local.filter((each) => each.to === `${roomOf(each.file)}/index.ts`))).toEqual([]);
});

test('every import within src names a file that is there', () => {
  expect(say(local.filter((each) => !files.includes(each.to)))).toEqual([]);
});

test('a package has one home', () => {
  const packages = outside.filter((each) => !each.to.startsWith('node:'));
  expect(say(packages.filter((each) => HOME[packageOf(each.to)] !== roomOf(each.file)))).toEqual([]);
});

test('a pure room touches nothing outside', () => {
  expect(
    say(outside.filter((each) => PURE.includes(roomOf(each.file)) && each.to.startsWith('node:'))),
  ).toEqual([]);
});

test('disk and processes belong to the repo room', () => {
  const touching = outside.filter((each) => DISK_AND_PROCESSES.includes(each.to));
  expect(say(touching.filter((each) => roomOf(each.file) !== 'repo'))).toEqual([]);
});

test('no library that writes repositories beside git is in the program', () => {
  const users = outside.filter((each) =>
    ['isomorphic-git', 'simple-git', 'nodegit'].includes(packageOf(each.to)),
  );
  expect(say(users)).toEqual([]);
});

test('no circles, even inside a room', () => {
  const circles: string[] = [];
  const done = new Set<string>();
  const walk = (file: string, trail: readonly string[]): void => {
    if (trail.includes(file)) circles.push([...trail.slice(trail.indexOf(file)), file].join(' -> '));
    if (trail.includes(file) || done.has(file)) return;
    for (const each of local.filter((one) => one.file === file)) walk(each.to, [...trail, file]);
    done.add(file);
  };
  for (const file of files) walk(file, []);
  expect(circles).toEqual([]);
});
