// Where the built server may be started: it greets anywhere, works in a repository, and leaves no trace before
// its first call.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeRepo } from '../helpers/make-repo.ts';
import { type RawClient, startRaw } from './raw-client.ts';

const PROGRAM = join(import.meta.dirname, '../../dist/docket.js');

async function started(cwd: string, ...args: string[]): Promise<RawClient> {
  const client = startRaw([PROGRAM, 'mcp', ...args], { cwd });
  onTestFinished(() => void client.process.kill('SIGKILL'));
  await client.initialize();
  return client;
}

function emptyFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'docket-nowhere-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const docsIn = async (client: RawClient) =>
  (await client.tool('doc_list')).structuredContent.docs.map(({ doc }: { doc: string }) => doc);

test('outside a repository it greets and lists tools; each tool says no_repo and what to do', async () => {
  const folder = emptyFolder();
  const client = await started(folder);
  const { tools } = (await client.request('tools/list')).result;
  expect(tools.length).toBeGreaterThan(10);
  for (const { name } of tools) {
    const [block] = (await client.tool(name, { doc: 'a.md' })).content;
    expect(block!.text).toMatch(/^no_repo: .*\nNext: .*docket mcp --repo <folder>/);
    expect(block!.text).not.toContain(folder);
  }
  expect(readdirSync(folder)).toEqual([]);
});

test('a repository that is made meanwhile is found by the next call', async () => {
  const folder = emptyFolder();
  const client = await started(folder);
  expect((await client.tool('doc_list')).isError).toBe(true);
  makeRepo({ 'a.md': 'a\n' }, { at: folder });
  expect(await docsIn(client)).toEqual(['a.md']);
});

test('--repo names the repository, wherever it is started', async () => {
  const repo = makeRepo({ 'a.md': 'a\n' });
  expect(await docsIn(await started(emptyFolder(), '--repo', repo.root))).toEqual(['a.md']);
});

test('in a sub-folder, docs are named from the root', async () => {
  const repo = makeRepo({ 'a.md': 'a\n', 'deep/er/b.md': 'b\n' });
  expect(await docsIn(await started(join(repo.root, 'deep/er')))).toEqual(['a.md', 'deep/er/b.md']);
});

test('in a linked worktree, its own branch is the target', async () => {
  const repo = makeRepo({ 'a.md': 'a\n' });
  const place = `${repo.root}-linked`;
  onTestFinished(() => rmSync(place, { recursive: true, force: true }));
  repo.git('worktree', 'add', '-q', '-b', 'side', place);
  const client = await started(place);
  await client.tool('doc_edit', { doc: 'a.md', edits: [{ oldText: 'a', newText: 'b' }] });
  const { proposals } = (await client.tool('doc_save', { doc: 'a.md' })).structuredContent;
  expect(proposals[0].target).toBe('side');
  expect(repo.git('branch', '--list', 'proposals/*')).not.toBe('');
});

test('spawned, greeted, asked for its tools and killed: not a byte of the repository changed', async () => {
  const repo = makeRepo({ 'a.md': 'a\n' });
  mkdirSync(join(repo.root, 'sub'));
  const before = listing(repo.root);
  const client = await started(repo.root);
  await client.request('tools/list');
  await client.request('server/discover');
  client.process.kill('SIGKILL');
  await client.exited;
  expect(listing(repo.root)).toEqual(before);
});

function listing(root: string): string[] {
  const entries = readdirSync(root, { recursive: true, withFileTypes: true });
  return entries
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((path) => {
      const { mtimeMs, mode } = statSync(path);
      return `${path} ${mode} ${mtimeMs} ${statSync(path).isFile() ? readFileSync(path, 'base64') : ''}`;
    });
}
