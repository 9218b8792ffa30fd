// Forms of the index, and files that are not checked out.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeRepo, type TestRepo } from '../helpers/make-repo.ts';
import { propose } from '../proposals/apply/proposing.ts';
import { approved, CHANGED, expectSound, GUIDE, mainPath } from './ground.ts';

const FILES = { 'guide.md': GUIDE, 'near/a.md': 'a\n', 'far/b.md': 'b\n', 'far/c.md': 'c\n' };

/** Staged and unstaged edits of the owner beside what the path touches. */
function withEdits(repo: TestRepo): void {
  repo.write({ 'near/a.md': 'staged\n' });
  repo.git('add', 'near/a.md');
  repo.write({ 'near/a.md': 'unstaged\n', 'near/new.md': 'untracked\n' });
}

const EDITS = 'MM near/a.md\n?? near/new.md';

test('index version 4: the whole path, the owner’s staged edits kept, the version too', async () => {
  const repo = makeRepo(FILES);
  repo.git('config', 'index.version', '4');
  repo.git('update-index', '--index-version', '4');
  withEdits(repo);
  await mainPath(repo);
  expect(repo.git('status', '--porcelain')).toBe(EDITS);
  expect(readFileSync(join(repo.root, '.git/index')).readUInt32BE(4)).toBe(4);
});

test('a split index: the whole path, and git reads it as before', async () => {
  const repo = makeRepo(FILES);
  repo.git('config', 'core.splitIndex', 'true');
  repo.git('update-index', '--split-index');
  withEdits(repo);
  expect(readdirSync(join(repo.root, '.git')).some((name) => name.startsWith('sharedindex.'))).toBe(true);
  await mainPath(repo);
  expect(repo.git('status', '--porcelain')).toBe(EDITS);
  expect(repo.git('ls-files').split('\n').sort()).toEqual(Object.keys(FILES).sort());
});

test('an index with intended additions, with flags, with an untracked cache: all stay', async () => {
  const repo = makeRepo(FILES);
  repo.write({ 'later.md': 'later\n' });
  repo.git('add', '--intent-to-add', 'later.md');
  repo.git('update-index', '--assume-unchanged', 'far/b.md');
  repo.git('update-index', '--skip-worktree', 'far/c.md');
  repo.git('update-index', '--untracked-cache');
  const flags = repo.git('ls-files', '-v');
  await mainPath(repo);
  expect(repo.git('ls-files', '-v')).toBe(flags);
  expect(repo.git('status', '--porcelain')).toBe(' A later.md');
});

test.each([
  ['patterns', ['sparse-checkout', 'set', '--no-cone', '/guide.md', '/near/']],
  ['a cone', ['sparse-checkout', 'set', '--cone', 'near']],
  ['a cone and a sparse index', ['sparse-checkout', 'set', '--cone', '--sparse-index', 'near']],
])(
  'a sparse checkout by %s: the whole path inside it; outside it the branch and the index move, not the disk',
  async (_, sparse) => {
    const repo = makeRepo(FILES);
    repo.git(...sparse);
    expect(existsSync(join(repo.root, 'far'))).toBe(false);
    await mainPath(repo);
    propose(repo, 'far', {
      'far/b.md': 'B\n',
      'far/new.md': 'new\n',
      'guide.md': CHANGED.replace('line 5', 'line five'),
    });
    await approved(repo, 'far');
    expect(repo.git('show', 'main:far/b.md')).toBe('B');
    expect(repo.read('guide.md')).toBe(CHANGED.replace('line 5', 'line five'));
    expect(existsSync(join(repo.root, 'far/b.md'))).toBe(false);
    expect(repo.git('status', '--porcelain')).toBe('');
    repo.git('sparse-checkout', 'disable');
    expect([repo.read('far/b.md'), repo.read('far/new.md'), repo.read('far/c.md')]).toEqual([
      'B\n',
      'new\n',
      'c\n',
    ]);
    expect(repo.git('status', '--porcelain')).toBe('');
    expectSound(repo);
  },
);

test('a sparse file that the owner has on disk with other bytes is not overwritten', async () => {
  const repo = makeRepo(FILES);
  repo.git('sparse-checkout', 'set', '--no-cone', '/guide.md');
  repo.write({ 'far/b.md': 'the owner’s\n' });
  propose(repo, 'far', { 'far/b.md': 'B\n' });
  await expect(approved(repo, 'far')).rejects.toMatchObject({ code: 'uncommitted_clash' });
  expect(repo.read('far/b.md')).toBe('the owner’s\n');
  expectSound(repo);
});
