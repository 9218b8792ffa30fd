import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeRepo } from '../helpers/make-repo.ts';
import { docket, PROGRAM } from './docket.ts';
import { docketInTerminal } from './pty.ts';

test.each([[[]], [['tui']]])(
  'docket %j in a terminal opens the terminal, and q leaves it with 0',
  async (args) => {
    const repo = makeRepo({ 'guide.md': 'one\n' });
    const screen = docketInTerminal(repo.root, args);
    await screen.shows('No proposals');
    screen.press('q');
    expect(await screen.exit).toBe(0);
    expect(repo.git('status', '--porcelain')).toBe('');
  },
);

test('S53: with TERM=dumb docket alone prints help, and docket tui says why it cannot', async () => {
  const repo = makeRepo({ 'guide.md': 'one\n' });
  const help = docketInTerminal(repo.root, [], { TERM: 'dumb' });
  expect(await help.exit).toBe(0);
  expect(help.text()).toContain('usage: docket');
  expect(help.text()).not.toContain('\x1b');
  const tui = docketInTerminal(repo.root, ['tui'], { TERM: 'dumb' });
  expect(await tui.exit).toBe(2);
});

test('docket mcp serves until its input ends, also outside a repository and with --repo', () => {
  const { root } = makeRepo({ 'guide.md': 'one\n' });
  const hello = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 't', version: '1' } },
  });
  for (const [cwd, args] of [
    ['/', ['mcp']],
    ['/', ['mcp', '--repo', root]],
    ['/', ['-C', root, 'mcp']],
  ] as const) {
    const ran = docket(cwd, args, { input: `${hello}\n` });
    expect(ran.status).toBe(0);
    expect(JSON.parse(ran.stdout)).toMatchObject({ id: 1, result: { serverInfo: { name: 'docket' } } });
  }
});

test('a door refuses what it does not take', () => {
  expect(docket('/', ['mcp', '--rep', 'x'])).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('Did you mean --repo?'),
  });
  expect(docket('/', ['session', 'x']).status).toBe(2);
  expect(docket('/', ['mcp', '--help']).stdout).toContain('usage: docket mcp [--repo <dir>]');
});

test('git docket is the same program, from any folder of the work tree', () => {
  const repo = makeRepo({ 'guide.md': 'one\n' });
  const bin = mkdtempSync(join(tmpdir(), 'docket-bin-'));
  onTestFinished(() => rmSync(bin, { recursive: true, force: true }));
  symlinkSync(PROGRAM, join(bin, 'git-docket'));
  mkdirSync(join(repo.root, 'deep/er'), { recursive: true });
  const ran = spawnSync('git', ['docket', 'doc', 'list'], {
    cwd: join(repo.root, 'deep/er'),
    env: { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}` },
    encoding: 'utf8',
  });
  expect(ran).toMatchObject({ status: 0, stdout: 'guide.md\n', stderr: '' });
});
