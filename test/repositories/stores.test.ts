// How objects and refs are kept: each form works, or is refused in words that name the cause.
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openRepo } from '../../src/repo/index.ts';
import { type Files, makeRepo, repoAt, type TestRepo } from '../helpers/make-repo.ts';
import {
  approved,
  CHANGED,
  caller,
  cloned,
  everything,
  expectSound,
  folder,
  found,
  GUIDE,
  identified,
  mainPath,
  saved,
} from './ground.ts';

const FILES = { 'guide.md': GUIDE, 'deep/other.md': 'o\n' };

/** A repository made by `git init` with these options; null where this git cannot. */
function made(options: readonly string[], files: Files = FILES): TestRepo | null {
  const repo = repoAt(folder());
  if (repo.tryGit('init', '-q', '-b', 'main', ...options).status !== 0) return null;
  identified(repo);
  repo.commit(files, 'Begin');
  return repo;
}

test('sha256: the whole path, a merge and a rejection; git makes the objects', async () => {
  const repo = made(['--object-format=sha256'])!;
  expect(await openRepo(repo.root)).toMatchObject({ hash: 'sha256', plain: false });
  expect(await found(repo)).toEqual(['sha256']);
  const { oid } = await mainPath(repo);
  expect(oid).toMatch(/^[0-9a-f]{64}$/);
  await merged(repo);
});

test('reftable: the whole path and a merge', async ({ skip }) => {
  const repo = made(['--ref-format=reftable']);
  if (!repo) return skip('this git knows no reftable');
  expect(await found(repo)).toEqual(['reftable']);
  await mainPath(repo);
  await merged(repo);
});

test('refs that are packed, and a commit graph: the whole path and a merge', async () => {
  const repo = makeRepo(FILES);
  repo.git('pack-refs', '--all');
  repo.git('gc', '-q');
  repo.git('commit-graph', 'write', '--reachable');
  await mainPath(repo);
  await merged(repo);
});

/** A second proposal whose target moves on meanwhile. */
async function merged(repo: TestRepo): Promise<void> {
  const agent = await caller(repo, 'mcp');
  await agent.run('doc.edit', { doc: 'guide.md', edits: [{ oldText: 'line 8\n', newText: 'line eight\n' }] });
  const { proposals } = await agent.run('doc.save', { doc: 'guide.md' });
  repo.commit({ 'deep/other.md': 'moved on\n' });
  expect(await approved(repo, proposals[0].proposal)).toMatchObject({ how: 'merge' });
  expect(repo.read('guide.md')).toBe(CHANGED.replace('line 8', 'line eight'));
  expect(repo.read('deep/other.md')).toBe('moved on\n');
  expect(repo.git('status', '--porcelain')).toBe('');
  expectSound(repo);
}

test('alternates: the whole path in a clone that borrows its objects', async () => {
  const origin = makeRepo(FILES);
  const place = join(folder(), 'clone');
  origin.git('clone', '-q', '--shared', origin.root, place);
  const clone = repoAt(place);
  identified(clone);
  expect(await openRepo(clone.root)).toMatchObject({ plain: false });
  expect(await found(clone)).toEqual(['alternates']);
  await mainPath(clone);
  await merged(clone);
  expectSound(origin);
});

test('S18: a shallow clone works above its end; what parts from its target below that is refused as shallow', async () => {
  const origin = makeRepo(FILES);
  for (const n of [1, 2, 3]) origin.commit({ 'deep/other.md': `${n}\n` });
  const clone = cloned(origin, '--depth', '2');
  expect(await found(clone)).toEqual(['shallow']);
  await mainPath(clone);
  // A proposal from before the end: its base cannot be known here.
  origin.git('switch', '-q', '-c', 'proposals/old', 'HEAD~3');
  origin.commit({ 'guide.md': GUIDE.replace('line 5', 'line five') });
  clone.git('fetch', '-q', '--depth', '1', 'origin', 'proposals/old:proposals/old');
  const before = everything(clone);
  const owner = await caller(clone, 'session');
  const plan = await owner.run('proposal.preflight', { proposal: 'old' });
  expect(plan).toMatchObject({
    plan: 'blocked',
    blocked: { cause: 'shallow', hint: expect.stringContaining('--unshallow') },
  });
  await expect(owner.run('proposal.apply', { proposal: 'old', token: plan.token })).rejects.toMatchObject({
    code: 'blocked',
  });
  expect(everything(clone)).toEqual(before);
  await owner.end();
  clone.git('fetch', '-q', '--unshallow', 'origin');
  expect(await approved(clone, 'old')).toMatchObject({ how: 'merge' });
  expect(clone.read('guide.md')).toBe(CHANGED.replace('line 5', 'line five'));
  expectSound(clone);
});

test('a partial clone: blobs come when they are needed, and the whole path works', async () => {
  const origin = makeRepo({ ...FILES, 'big.md': 'big\n' });
  origin.commit({ 'guide.md': GUIDE });
  origin.git('config', 'uploadpack.allowFilter', 'true');
  origin.git('config', 'uploadpack.allowAnySHA1InWant', 'true');
  const clone = cloned(origin, '--filter=blob:none');
  expect(clone.git('config', 'remote.origin.promisor')).toBe('true');
  expect(await found(clone)).toEqual(['partial_clone']);
  expect(await openRepo(clone.root)).toMatchObject({ plain: false });
  await mainPath(clone);
  await merged(clone);
});

test('a partial clone whose remote is gone says what is missing, and nothing is changed', async () => {
  const origin = makeRepo({ 'guide.md': 'older\n', 'old.md': 'old\n' });
  origin.git('branch', 'side');
  origin.commit({ 'guide.md': GUIDE });
  origin.git('switch', '-q', 'side');
  origin.commit({ 'old.md': 'new\n' });
  origin.git('switch', '-q', 'main');
  origin.git('config', 'uploadpack.allowFilter', 'true');
  const clone = cloned(origin, '--filter=blob:none');
  clone.git('branch', 'proposals/far', 'origin/side');
  rmSync(origin.root, { recursive: true });
  const before = everything(clone);
  const owner = await caller(clone, 'session');
  const failed = await owner.run('proposal.preflight', { proposal: 'far' }).catch((error: unknown) => error);
  expect(failed).toMatchObject({
    code: 'unsupported_repo',
    message: expect.stringMatching(/partial clone.*remote cannot be reached/),
  });
  expect(everything(clone)).toEqual(before);
  // What is here works on.
  await mainPath(clone);
});

test('a submodule as the repository: the whole path; the outer repository sees a moved pointer and nothing else', async () => {
  const inner = makeRepo(FILES);
  const outer = makeRepo({ 'o.md': 'o\n' });
  outer.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner.root, 'sub');
  outer.git('commit', '-q', '-m', 'Add it');
  const sub = repoAt(join(outer.root, 'sub'));
  identified(sub);
  expect(await found(sub)).toEqual(['submodule']);
  await mainPath(sub);
  await merged(sub);
  expect(outer.git('status', '--porcelain')).toBe(' M sub');
  expect(readdirSync(join(outer.root, '.git'))).not.toContain('docket');
});

test('B89: beside a submodule with a staged pointer an approval leaves that pointer as it is, staged', async () => {
  const inner = makeRepo(FILES);
  const outer = makeRepo(FILES);
  outer.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner.root, 'sub');
  outer.git('commit', '-q', '-m', 'Add it');
  const sub = repoAt(join(outer.root, 'sub'));
  identified(sub);
  sub.commit({ 'guide.md': 'inner\n' });
  outer.git('add', 'sub');
  const pointer = outer.git('ls-files', '-s', 'sub');
  await mainPath(outer);
  expect(outer.git('ls-files', '-s', 'sub')).toBe(pointer);
  expect(outer.git('status', '--porcelain')).toBe('M  sub');
});

test('replace refs: docket reads and builds on the true objects', async () => {
  const repo = makeRepo(FILES);
  repo.commit({ 'deep/other.md': '2\n' });
  const [truth, fake] = [
    repo.git('rev-parse', 'HEAD:guide.md'),
    repo.gitInput('fake\n', 'hash-object', '-w', '--stdin'),
  ];
  repo.git('replace', truth, fake);
  expect(repo.git('show', 'HEAD:guide.md')).toBe('fake');
  const { proposal, tip } = await saved(repo);
  expect(repo.git('--no-replace-objects', 'show', `${tip}:guide.md`)).toBe(CHANGED.trimEnd());
  await approved(repo, proposal);
  expect(repo.read('guide.md')).toBe(CHANGED);
  expect(repo.git('--no-replace-objects', 'status', '--porcelain')).toBe('');
  repo.git('replace', '-d', truth);
  expectSound(repo);
});

test('a repository whose git dir lies elsewhere, and one whose work tree is set by configuration', async () => {
  const apart = makeRepo(FILES);
  apart.git('init', '-q', '--separate-git-dir', join(folder(), 'dir'));
  await mainPath(apart);
  const set = repoAt(folder());
  const tree = folder();
  set.git('init', '-q', '-b', 'main');
  identified(set);
  set.git('config', 'core.worktree', tree);
  const inTree = repoAt(tree);
  inTree.write(FILES);
  const place = ['--git-dir', join(set.root, '.git'), '--work-tree', tree];
  inTree.git(...place, 'add', '-A');
  inTree.git(...place, 'commit', '-q', '-m', 'Begin');
  const repo = await openRepo(set.root);
  expect(repo.root).toBe(tree);
  await repo.close();
});
