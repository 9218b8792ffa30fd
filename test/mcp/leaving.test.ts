// The built server leaves by itself when its client goes, however it goes, and takes its traces with it.
import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { makeRepo, type TestRepo } from '../helpers/make-repo.ts';
import { type RawClient, startRaw } from './raw-client.ts';

const PROGRAM = join(import.meta.dirname, '../../dist/docket.js');

/** A server with a doc that has unsaved edits: presence, a draft, a child that reads objects. */
async function working(): Promise<{ repo: TestRepo; client: RawClient }> {
  const repo = makeRepo({ 'a.md': 'one\n' });
  const client = startRaw([PROGRAM, 'mcp'], { cwd: repo.root });
  onTestFinished(() => void client.process.kill('SIGKILL'));
  await client.initialize();
  const edits = [{ oldText: 'one', newText: 'two' }];
  expect((await client.tool('doc_edit', { doc: 'a.md', edits })).structuredContent.dirty).toBe(true);
  return { repo, client };
}

function presence(repo: TestRepo): string[] {
  try {
    return readdirSync(join(repo.root, '.git/docket/open'));
  } catch {
    return [];
  }
}

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('on %s', async (signal) => {
  const { repo, client } = await working();
  client.process.kill(signal);
  expect(await client.exited).toEqual({ status: 0, signal: null });
  expect(presence(repo)).toEqual([]);
  expect(client.stderr()).toBe('');
});

test('at the end of its input', async () => {
  const { repo, client } = await working();
  expect(await client.end()).toEqual({ status: 0, signal: null });
  expect(presence(repo)).toEqual([]);
});

test('when nobody reads its output any more', async () => {
  const { client } = await working();
  client.process.stdout!.destroy();
  client.line(JSON.stringify({ jsonrpc: '2.0', id: 99, method: 'tools/list' }));
  expect(await client.exited).toEqual({ status: 0, signal: null });
});

test('when its parent is killed, so that nobody closes anything', async () => {
  const repo = makeRepo({ 'a.md': 'one\n' });
  const script = `
    const { spawn } = require('node:child_process');
    const server = spawn(process.execPath, [${JSON.stringify(PROGRAM)}, 'mcp'], { stdio: ['pipe', 'pipe', 'inherit'] });
    const send = (id, method, params) => server.stdin.write(JSON.stringify({ jsonrpc: '2.0', id, method, params }) + '\\n');
    send(1, 'tools/call', { name: 'doc_edit', arguments: { doc: 'a.md', edits: [{ oldText: 'one', newText: 'two' }] } });
    server.stdout.once('data', () => console.log(server.pid));
    setInterval(() => {}, 1000);`;
  const parent = spawn(process.execPath, ['-e', script], {
    cwd: repo.root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void parent.kill('SIGKILL'));
  const pid = await new Promise<number>((resolve) =>
    parent.stdout.once('data', (text) => resolve(Number(text))),
  );
  expect(isAlive(pid)).toBe(true);
  parent.kill('SIGKILL');
  await vi.waitFor(() => expect(isAlive(pid)).toBe(false), { timeout: 20_000 });
});

test('a text of 8 MiB is written, read back by lines, and proposed', async () => {
  const repo = makeRepo({ 'a.md': 'one\n' });
  const client = startRaw([PROGRAM, 'mcp'], { cwd: repo.root });
  onTestFinished(() => void client.process.kill('SIGKILL'));
  await client.initialize();
  const text = `${'x'.repeat(1023)}\n`.repeat(8 * 1024);
  const written = await client.tool('doc_write', { doc: 'a.md', text });
  expect(written.structuredContent).toMatchObject({ edit: 'Wrote the whole text', dirty: true });
  const read = (await client.tool('doc_read', { doc: 'a.md', from: 8000 })).content[0]!.text;
  expect(read.length).toBeLessThanOrEqual(8000);
  expect(read).toContain('lines 8000–');
  expect((await client.tool('doc_write', { doc: 'a.md', text: `${text}x` })).isError).toBe(true);
  const { proposals } = (await client.tool('doc_save', { doc: 'a.md' })).structuredContent;
  expect(repo.git('cat-file', '-s', `proposals/${proposals[0].proposal}:a.md`)).toBe(String(text.length));
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
