import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { asksOwner, kebab } from '../../src/cli/grammar.ts';
import { COMMANDS, commandNamed, fieldsOf } from '../../src/commands/index.ts';
import { makeRepo, type TestRepo } from '../helpers/make-repo.ts';
import { type BadRow, badRows, GOOD } from './bad-input.ts';
import { lineSession, PROGRAM, type RefusalJson } from './docket.ts';

async function makeGround(name: string): Promise<TestRepo> {
  const repo = makeRepo({ 'guide.md': 'one\ntwo\nthree\n', 'other.md': 'x\n' });
  repo.git('switch', '-q', '-c', 'proposals/fix-the-guide');
  repo.commit({ 'guide.md': 'one\ntwo\nTHREE\n' }, 'Fix the guide');
  repo.git('switch', '-q', 'main');
  if (name === 'recovery.restore') await keepCopy(repo);
  return repo;
}

/** Saves over a file that changed outside: what it held is kept as a copy that can be restored. */
async function keepCopy(repo: TestRepo): Promise<void> {
  const session = lineSession(repo.root);
  await session.ask('doc.edit', { doc: 'guide.md', edits: [{ oldText: 'one', newText: 'ONE' }] });
  repo.write({ 'guide.md': 'outside\n' });
  const { result } = await session.ask('doc.status', { doc: 'guide.md' });
  expect(await session.ask('doc.save', { docs: ['guide.md'], overwrite: result!.sha256 })).toMatchObject({
    ok: true,
  });
  await session.end();
}

/** Work tree, refs and index: what no refused call may touch. */
function stateOf(repo: TestRepo): object {
  const files = (readdirSync(repo.root, { recursive: true }) as string[])
    .filter((file) => !file.startsWith('.git'))
    .sort()
    .map((file) => {
      const stat = lstatSync(join(repo.root, file));
      const bytes = stat.isFile() ? readFileSync(join(repo.root, file)) : '';
      return [file, stat.mode, stat.mtimeMs, createHash('sha256').update(bytes).digest('hex')];
    });
  return {
    files,
    refs: repo.git('for-each-ref'),
    head: repo.git('symbolic-ref', 'HEAD'),
    index: repo.git('ls-files', '-s'),
  };
}

test('every command has its rows, and none is left over', () => {
  expect(Object.keys(GOOD).sort()).toEqual(COMMANDS.map((one) => one.name));
  for (const command of COMMANDS) expect(badRows(command).length).toBeGreaterThan(0);
});

describe('S72: bad input through docket session is refused by code with a hint, and changes nothing', () => {
  test.each(COMMANDS.map((one) => one.name))('%s', async (name) => {
    const repo = await makeGround(name);
    const before = stateOf(repo);
    const session = lineSession(repo.root);
    for (const row of badRows(commandNamed(name)!)) {
      const reply = await session.ask(name, row.input);
      expect([row.title, reply.ok, reply.bug, reply.result]).toEqual([
        row.title,
        false,
        undefined,
        undefined,
      ]);
      expectRefused(row, reply.refusal!);
    }
    expect(await session.end()).toBe(0);
    expect(stateOf(repo)).toEqual(before);
  });
});

describe('S72: bad input through the command line is refused by code, exit status and hint, and changes nothing', () => {
  test.each(COMMANDS.map((one) => one.name))('%s', async (name) => {
    const repo = await makeGround(name);
    const before = stateOf(repo);
    const typed = badRows(commandNamed(name)!).filter((row) => row.typed);
    // A command of sessions is refused before its input is looked at: once is enough.
    const rows = typed[0]?.command.where === 'session' ? typed.slice(0, 1) : typed;
    await inParallel(rows, async (row) => {
      const { argv, input } = lineOf(row);
      const ran = await run(repo.root, argv, input);
      const { refusal } = JSON.parse(ran.stdout || '{}') as { refusal?: RefusalJson };
      expect([row.title, ran.stderr, typeof refusal]).toEqual([row.title, '', 'object']);
      if (row.command.where === 'session' && refusal!.code === 'session_only')
        return expect(ran.status).toBe(1);
      expectRefused(row, refusal!);
      expect([row.title, ran.status]).toEqual([row.title, refusal!.code === 'invalid_input' ? 2 : 1]);
    });
    expect(stateOf(repo)).toEqual(before);
  });
});

function expectRefused(row: BadRow, refusal: RefusalJson): void {
  const codes = row.title.endsWith('tip: missing') ? [...row.codes, 'review_needed'] : row.codes;
  expect([row.title, codes.includes(refusal.code) ? 'right' : refusal.code]).toEqual([row.title, 'right']);
  expect([row.title, typeof refusal.hint, refusal.message.length < 1000]).toEqual([
    row.title,
    'string',
    true,
  ]);
}

/** The row as it is typed; what is too long for an argument comes on standard input. */
function lineOf({ command, input }: BadRow): { argv: string[]; input: string } {
  const types = new Map(fieldsOf(command.input).map((field) => [field.name, field.type]));
  let piped = '';
  const flags = Object.entries(input).flatMap(([name, value]) => {
    if (value === undefined) return [];
    const flag = `--${kebab(name)}`;
    if (types.get(name) === 'switch' && typeof value === 'boolean')
      return [value ? flag : `--no-${kebab(name)}`];
    if (Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'string'))
      return value.map((item) => `${flag}=${item.replaceAll(',', '\\,')}`);
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    if (text.length < 100_000) return [`${flag}=${text}`];
    piped = text;
    return [`${flag}=-`];
  });
  const yes = asksOwner(command) ? ['--yes'] : [];
  return { argv: [...command.name.split('.'), ...flags, ...yes, '--json'], input: piped };
}

function run(
  cwd: string,
  argv: readonly string[],
  input: string,
): Promise<{ status: number | null; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [PROGRAM, ...argv], { cwd, stdio: 'pipe' });
    const said = { stdout: '', stderr: '' };
    child.stdout.setEncoding('utf8').on('data', (text) => (said.stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text) => (said.stderr += text));
    child.stdin.on('error', () => {});
    child.stdin.end(input);
    child.on('close', (status) => resolve({ status, ...said }));
  });
}

async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> {
  const left = [...items];
  const worker = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item);
  };
  await Promise.all([worker(), worker(), worker()]);
}
