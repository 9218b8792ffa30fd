import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { isTrue, parseConfig } from '../../src/repo/git-config.ts';
import { git, head, openRepo, readRef } from '../../src/repo/index.ts';
import { makeRepo, repoAt } from '../helpers/make-repo.ts';

function folder(): string {
  const made = realpathSync(mkdtempSync(join(tmpdir(), 'docket-test-')));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

async function opened(start: string) {
  const repo = await openRepo(start);
  onTestFinished(() => repo.close());
  return repo;
}

test('a repository is found from its root, a sub-folder, a file and through a link, and nothing is written', async () => {
  const made = makeRepo({ 'deep/er/a.md': 'a\n' });
  const outside = folder();
  symlinkSync(join(made.root, 'deep'), join(outside, 'link'));
  const before = readdirSync(join(made.root, '.git'));
  for (const start of ['', 'deep', 'deep/er', 'deep/er/a.md', `../${outside.split('/').pop()}/link/er`]) {
    const repo = await opened(join(made.root, start));
    expect(repo).toMatchObject({ root: made.root, gitDir: `${made.root}/.git`, hash: 'sha1', plain: true });
    expect([repo.commonDir, repo.stateDir]).toEqual([repo.gitDir, `${repo.gitDir}/docket`]);
  }
  expect(readdirSync(join(made.root, '.git'))).toEqual(before);
});

test('a linked worktree has its own git dir and shares the rest, sub-folders and oddly named ones too', async () => {
  const made = makeRepo({ 'a/b.md': 'b\n' });
  const place = join(folder(), 'a new place ü');
  made.git('worktree', 'add', '-q', '-b', 'side', place);
  const repo = await opened(join(place, 'a'));
  expect(repo.root).toBe(place);
  expect(repo.commonDir).toBe(`${made.root}/.git`);
  expect(repo.gitDir.startsWith(`${made.root}/.git/worktrees/`)).toBe(true);
  expect((await head(repo)).branch).toBe('refs/heads/side');
  expect((await git(repo, ['rev-parse', '--show-toplevel'])).stdout.toString().trim()).toBe(place);
});

test('a submodule is a repository of its own', async () => {
  const inner = makeRepo({ 'i.md': 'i\n' });
  const outer = makeRepo({ 'o.md': 'o\n' });
  outer.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner.root, 'sub');
  const repo = await opened(join(outer.root, 'sub'));
  expect([repo.root, repo.gitDir]).toEqual([join(outer.root, 'sub'), join(outer.root, '.git/modules/sub')]);
  expect(await readRef(repo, 'refs/heads/main')).toBe(inner.git('rev-parse', 'HEAD'));
});

test('an unborn branch, a branch in packed-refs only and a moved git dir are fine', async () => {
  expect(await head(await opened(makeRepo().root))).toEqual({ branch: 'refs/heads/main', oid: null });
  const made = makeRepo({ a: '' });
  made.git('pack-refs', '--all');
  expect((await head(await opened(made.root))).oid).toBe(made.git('rev-parse', 'HEAD'));
  const elsewhere = join(folder(), 'dir');
  made.git('init', '-q', '--separate-git-dir', elsewhere);
  expect(await opened(made.root)).toMatchObject({ root: made.root, gitDir: elsewhere });
});

test('no_repo: outside a repository, in a folder that is not there, and when the repository goes away', async () => {
  const outside = folder();
  await expect(openRepo(outside)).rejects.toMatchObject({
    code: 'no_repo',
    hint: expect.stringContaining('git init'),
  });
  await expect(openRepo(join(outside, 'no'))).rejects.toMatchObject({ code: 'no_repo' });
  const made = makeRepo({ a: '' });
  const repo = await opened(made.root);
  renameSync(join(made.root, '.git'), join(made.root, '.was'));
  await expect(git(repo, ['status'])).rejects.toMatchObject({ code: 'no_repo' });
  repoAt(made.root).git('init', '-q');
  await expect(git(repo, ['status'])).rejects.toMatchObject({ code: 'no_repo' });
});

test('unsupported_repo: bare, inside the git dir, a newer format, a branch named proposals', async () => {
  const bare = folder();
  repoAt(bare).git('init', '-q', '--bare');
  await expect(openRepo(bare)).rejects.toMatchObject({
    code: 'unsupported_repo',
    hint: expect.stringContaining('worktree add'),
  });
  const made = makeRepo({ a: '' });
  await expect(openRepo(join(made.root, '.git/refs'))).rejects.toMatchObject({ code: 'unsupported_repo' });
  made.git('branch', 'proposals');
  const rename = 'git branch -m proposals proposals-old';
  await expect(openRepo(made.root)).rejects.toMatchObject({
    code: 'unsupported_repo',
    hint: expect.stringContaining(rename),
  });
  made.git('pack-refs', '--all');
  await expect(openRepo(made.root)).rejects.toMatchObject({ code: 'unsupported_repo' });
  made.git(...rename.split(' ').slice(1));
  await opened(made.root);
  made.git('config', 'core.repositoryformatversion', '1');
  made.git('config', 'extensions.unheardOf', 'yes');
  await expect(openRepo(made.root)).rejects.toMatchObject({
    code: 'unsupported_repo',
    message: expect.stringContaining('unheardof'),
  });
});

test('unsupported_repo: another user’s repository, with git’s own way to trust it', async () => {
  if (process.getuid?.() !== 0) return;
  const made = makeRepo({ a: '' });
  const { chownSync } = await import('node:fs');
  chownSync(made.root, 12345, 12345);
  await expect(openRepo(made.root)).rejects.toMatchObject({
    code: 'unsupported_repo',
    hint: `If you trust it: git config --global --add safe.directory ${made.root}`,
  });
});

test('unsupported_repo: git is too old or missing', async () => {
  const made = makeRepo({ a: '' });
  const bin = folder();
  const path = process.env.PATH;
  onTestFinished(() => {
    process.env.PATH = path;
  });
  writeFileSync(join(bin, 'git'), '#!/bin/sh\necho git version 2.37.9\n');
  chmodSync(join(bin, 'git'), 0o755);
  process.env.PATH = `${bin}:${path}`;
  await expect(openRepo(made.root)).rejects.toMatchObject({
    code: 'unsupported_repo',
    message: expect.stringContaining('2.38'),
  });
  process.env.PATH = join(bin, 'nothing');
  await expect(openRepo(made.root)).rejects.toMatchObject({
    code: 'unsupported_repo',
    hint: expect.stringContaining('Install git'),
  });
});

test('the config file is read as git reads it, or not at all', () => {
  const read = (text: string) => parseConfig(text) && Object.fromEntries(parseConfig(text)!);
  const fine =
    '; c\n[core]\n\tBare = false ; no\n# c\n\tflag\n[remote "a.B"]\n url = "x # y"\n[Core]\nbare = yes\n';
  expect(read(fine)).toEqual({ 'core.bare': 'yes', 'core.flag': 'true', 'remote.a.B.url': 'x # y' });
  expect([read(''), read('\ufeff[a]\nb=\n')]).toEqual([{}, { 'a.b': '' }]);
  for (const odd of ['x = 1', '[a] b = c', '[a]\nb = c\\\nd', '[a', '[a]\n1x = 2', '[a]\nb c = d'])
    expect([odd, read(odd)]).toEqual([odd, null]);
  expect(['true', 'YES', 'on', '1', '20', 'false', '0', '', 'off', undefined].map(isTrue)).toEqual([
    true,
    true,
    true,
    true,
    true,
    false,
    false,
    false,
    false,
    false,
  ]);
});

test('what is not plain is known: sha256, alternates, a shared repository, a partial clone', async () => {
  const modern = folder();
  repoAt(modern).git('init', '-q', '--object-format=sha256');
  expect(await opened(modern)).toMatchObject({ hash: 'sha256', plain: false });
  const plain = async (change: (made: ReturnType<typeof makeRepo>) => void) => {
    const made = makeRepo({ a: '' });
    change(made);
    return (await opened(made.root)).plain;
  };
  expect(await plain(() => {})).toBe(true);
  expect(await plain((made) => made.git('config', 'extensions.worktreeConfig', 'true'))).toBe(true);
  expect(await plain((made) => made.git('config', 'core.sharedRepository', 'group'))).toBe(false);
  expect(await plain((made) => made.git('config', 'remote.x.promisor', 'true'))).toBe(false);
  expect(
    await plain((made) => made.write({ '.git/objects/info/alternates': `${modern}/.git/objects\n` })),
  ).toBe(false);
});

test('the environment leads git nowhere else, and the user’s configuration passes', async () => {
  const made = makeRepo({ a: '' });
  const other = makeRepo({ b: '' });
  const repo = await opened(made.root);
  const names = [
    'GIT_DIR',
    'GIT_WORK_TREE',
    'GIT_INDEX_FILE',
    'GIT_OBJECT_DIRECTORY',
    'GIT_CONFIG_COUNT',
    'GIT_CONFIG_KEY_0',
    'GIT_CONFIG_VALUE_0',
  ];
  onTestFinished(() => {
    for (const name of names) delete process.env[name];
  });
  process.env.GIT_DIR = join(other.root, '.git');
  process.env.GIT_WORK_TREE = other.root;
  process.env.GIT_INDEX_FILE = join(other.root, 'nothing');
  process.env.GIT_OBJECT_DIRECTORY = other.root;
  Object.assign(process.env, {
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: 'user.name',
    GIT_CONFIG_VALUE_0: 'From Outside',
  });
  const said = async (...args: string[]) => (await git(repo, args)).stdout.toString().trim();
  expect(await said('ls-files')).toBe('a');
  expect(await said('config', 'user.name')).toBe('From Outside');
  expect((await opened(made.root)).root).toBe(made.root);
  mkdirSync(join(made.root, 'x'));
  expect((await opened(join(made.root, 'x'))).root).toBe(made.root);
});
