import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeRepo } from '../helpers/make-repo.ts';
import { docket, docketRefused, lineSession, PROGRAM } from './docket.ts';

const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'));
const nowhere = '/';

test('--version prints the version, wherever it stands before a command', () => {
  for (const args of [['--version'], ['-C', '/', '--version'], ['--json', '--version']]) {
    expect(docket(nowhere, args)).toMatchObject({ status: 0, stdout: `docket ${version}\n`, stderr: '' });
  }
});

test('--version loads neither commands nor any heavy library', () => {
  expect(staticImports(PROGRAM).join('')).not.toMatch(
    /zod|isomorphic|chokidar|simple-git|modelcontextprotocol/i,
  );
});

// All chunks that the entry loads before it runs, as one text each.
function staticImports(file: string, seen = new Set<string>()): string[] {
  if (seen.has(file)) return [];
  seen.add(file);
  const text = readFileSync(file, 'utf8');
  const names = [...text.matchAll(/(?:from|import)"(\.\/[^"]+)"/g)].map(([, name]) =>
    join(file, '..', name!),
  );
  return [text, ...names.flatMap((name) => staticImports(name, seen))];
}

test('docket list loads no command but its own', () => {
  const desk = dynamicImports(PROGRAM).find((file) => /open-door/.test(file))!;
  const texts = staticImports(desk).join('');
  expect(texts).toContain('Nobody can be asked here');
  expect(texts).not.toContain('Put back bytes that were overwritten');
  expect(texts).not.toContain('Replace parts of the text of a doc');
});

function dynamicImports(file: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(/import\("(\.\/[^"]+)"\)/g)].map(([, name]) =>
    join(file, '..', name!),
  );
}

test('S53: docket alone prints help outside a terminal and exits 0', () => {
  const ran = docket(nowhere, []);
  expect(ran.status).toBe(0);
  expect(ran.stdout).toContain('usage: docket');
  expect(docket(nowhere, ['--help']).stdout).toBe(ran.stdout);
  expect(docket(nowhere, ['help']).stdout).toBe(ran.stdout);
});

test('docket tui outside a terminal is misuse and says what to use', () => {
  const refusal = docketRefused(nowhere, ['tui']);
  expect(refusal).toMatchObject({
    status: 2,
    code: 'invalid_input',
    hint: expect.stringContaining('docket session'),
  });
});

test.each([
  [['hlep'], 'Did you mean help?'],
  [['tuii'], 'Did you mean tui?'],
  [['zzzzzzzz'], 'docket help lists all.'],
  [['help', 'hlep'], 'Did you mean help?'],
])('S72: %j is misuse: exit 2, with what was probably meant', (args, hint) => {
  const ran = docket(nowhere, args);
  expect(ran).toMatchObject({ status: 2, stdout: '' });
  expect(ran.stderr).toMatch(/^invalid_input: There is no command "\w+"\.\nhint: /);
  expect(ran.stderr).toContain(hint);
});

test('a refusal is two lines on standard error, or one line of JSON on standard output', () => {
  expect(docket(nowhere, ['--nope'])).toMatchObject({ status: 2, stdout: '' });
  const ran = docket(nowhere, ['nope\u202e\x1b[31m', '--json']);
  expect(ran).toMatchObject({ status: 2, stderr: '' });
  expect(ran.stdout).toContain('\\u202e');
  expect(ran.stdout.trim().split('\n')).toHaveLength(1);
});

test('foreign text in a refusal is shown as marks', () => {
  const ran = docket(nowhere, ['a\u202e\x1b[31mb']);
  expect(ran.stderr).toContain('<U+202E>');
  expect(ran.stderr).not.toMatch(/[\x1b\u202e]/);
});

test('a reader that goes away is no fault', () => {
  const ran = spawnSync('sh', ['-c', `"${process.execPath}" "${PROGRAM}" help | head -1; echo`], {
    encoding: 'utf8',
  });
  expect(ran.stderr).toBe('');
});

test('a bug is one line that asks to be reported, exit 255; DOCKET_DEBUG says where', () => {
  const repo = makeRepo({ 'a.md': 'one\n' });
  const blob = repo.git('rev-parse', 'HEAD:a.md');
  rmSync(join(repo.root, '.git/objects', blob.slice(0, 2), blob.slice(2)), { force: true });
  const args = ['doc', 'diff', 'a.md', '--against', 'head'];
  const ran = docket(repo.root, args);
  expect([ran.status, ran.stdout]).toEqual([255, '']);
  expect(ran.stderr).toMatch(/^bug: .*please report it.*\n$/);
  expect(docket(repo.root, args, { env: { DOCKET_DEBUG: '1' } }).stderr).toMatch(/\n {4}at /);
});

test('-C must name a folder', () => {
  expect(docket(nowhere, ['-C'])).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('-C: wanted a folder'),
  });
});

test('a session answers bad lines and goes on, and ends with its input', async () => {
  const { root } = makeRepo({ 'a.md': 'one\n' });
  const session = lineSession(root);
  for (const [line, message] of [
    ['{', 'wanted a line of JSON, got {.'],
    ['[]', 'wanted an object, got a list of 0.'],
    ['null', 'wanted an object, got null.'],
    ['"doc.read"', 'wanted an object'],
    ['{"id":7}', 'command: wanted the name of a command, got nothing.'],
    ['{"command":["doc.read"]}', 'command: wanted the name of a command, got a list of 1.'],
    ['{"command":"constructor"}', 'There is no command "constructor".'],
    ['{"command":"doc.read","inptu":{}}', 'inptu: wanted the fields id, command and input alone, got inptu.'],
    ['{"__proto__":{"command":"doc.read"}}', '__proto__: wanted the fields'],
    [`"${'x'.repeat(200_000)}"`, 'wanted an object'],
  ]) {
    const reply = await session.line(line!);
    expect(reply).toMatchObject({ ok: false, refusal: { code: 'invalid_input' } });
    expect(reply.refusal!.message).toContain(message);
    expect(reply.id).toBe(line === '{"id":7}' ? 7 : null);
    expect(reply.refusal!.message.length).toBeLessThan(300);
  }
  expect(await session.end()).toBe(0);
});

test('a session with empty input ends with 0', () => {
  expect(docket(nowhere, ['session'])).toMatchObject({ status: 0, stdout: '' });
});
