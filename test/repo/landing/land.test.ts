import { chmodSync, existsSync, linkSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { land } from '../../../src/repo/index.ts';
import { makeRepo, repoAt } from '../../helpers/make-repo.ts';
import { contents, givens, landingOf, listing, opened, type Wanted } from './landings.ts';

const FILES = { 'a.md': 'one\ntwo\n', 'deep/b.md': 'b\n', 'c.md': 'c\n' };
const CHANGE: Wanted = { 'a.md': 'one\ntwo!\n', 'deep/b.md': null, 'new/d.md': 'd\n' };

function journals(root: string): string[] {
  const folder = join(root, '.git/docket/journal');
  return existsSync(folder) ? readdirSync(folder) : [];
}

test('lands files, index and branch together', async () => {
  const repo = makeRepo(FILES);
  const before = repo.git('rev-parse', 'HEAD');
  const done = await opened(repo, async (open) => land(open, await landingOf(repo, open, CHANGE), givens));
  expect(done).toEqual({ landed: true, late: [] });
  expect(repo.git('status', '--porcelain')).toBe('');
  expect(repo.read('a.md')).toBe('one\ntwo!\n');
  expect(repo.read('new/d.md')).toBe('d\n');
  expect(existsSync(join(repo.root, 'deep'))).toBe(false);
  expect(repo.git('rev-parse', 'HEAD^')).toBe(before);
  expect(repo.git('rev-parse', 'ORIG_HEAD')).toBe(before);
  expect(repo.git('reflog', '-1', '--format=%gs')).toBe('docket: land');
  expect(repo.git('fsck', '--strict', '--no-dangling')).toBe('');
  expect(journals(repo.root)).toEqual([]);
  expect(repo.git('diff-files', '--name-only')).toBe('');
});

test('lands on a branch without a commit', async () => {
  const repo = makeRepo();
  await opened(repo, async (open) => land(open, await landingOf(repo, open, { 'x/a.md': 'a\n' }), givens));
  expect(repo.git('status', '--porcelain')).toBe('');
  expect(repo.git('ls-files')).toBe('x/a.md');
});

test('keeps a file’s mode and the flags of its index entry', async () => {
  const repo = makeRepo(FILES);
  chmodSync(join(repo.root, 'a.md'), 0o755);
  repo.commit({}, 'Make it run');
  chmodSync(join(repo.root, 'a.md'), 0o750);
  repo.git('update-index', '--assume-unchanged', 'a.md');
  repo.git('update-index', '--skip-worktree', 'c.md');
  await opened(repo, async (open) => {
    await land(open, await landingOf(repo, open, { 'a.md': 'x\n', 'c.md': 'y\n' }), givens);
  });
  expect(statSync(join(repo.root, 'a.md')).mode & 0o777).toBe(0o750);
  expect(repo.git('ls-files', '-v', 'a.md', 'c.md')).toBe('h a.md\nS c.md');
  expect(repo.git('ls-files', '-s', 'a.md')).toMatch(/^100755/);
});

test.each([
  ['the index', { landed: false, why: 'index', what: 'index' }],
  ['a file', { landed: false, why: 'disk', what: 'a.md' }],
  ['a file that is to be new', { landed: false, why: 'disk', what: 'n.md' }],
  ['index.lock', { landed: false, why: 'locked', what: 'index.lock' }],
  ['the branch', { landed: false, why: 'refs', what: 'refs/heads/main' }],
  ['where HEAD is', { landed: false, why: 'head', what: 'HEAD' }],
])('S24: changes nothing when somebody changed %s since the plan', async (what, answer) => {
  const repo = makeRepo(FILES);
  const take: Record<string, () => void> = {
    'the index': () => {
      repo.write({ 'other.md': 'o\n' });
      repo.git('add', 'other.md');
    },
    'a file': () => repo.write({ 'a.md': 'mine\n' }),
    'a file that is to be new': () => repo.write({ 'n.md': 'mine\n' }),
    'index.lock': () => repo.write({ '.git/index.lock': '' }),
    'the branch': () => repo.git('commit', '-q', '--allow-empty', '-m', 'Mine'),
    'where HEAD is': () => repo.git('symbolic-ref', 'HEAD', 'refs/heads/other'),
  };
  await opened(repo, async (open) => {
    const landing = await landingOf(repo, open, { 'a.md': 'x\n', 'n.md': 'n\n', 'c.md': null });
    take[what]!();
    const before = listing(repo.root);
    expect(await land(open, landing, givens)).toMatchObject(answer);
    expect(listing(repo.root)).toEqual(before);
    expect(journals(repo.root)).toEqual([]);
  });
});

test('S21: an editor that saves between the last look and the write keeps its bytes, and nothing lands', async () => {
  const repo = makeRepo(FILES);
  await opened(repo, async (open) => {
    const landing = await landingOf(repo, open, CHANGE);
    for (const [step, path, text] of [
      ['rechecked', 'a.md', 'editor\n'],
      ['grabbed-0', 'a.md', 'editor again\n'],
      ['placed-1', 'new', 'a file where a folder has to be\n'],
    ] as const) {
      repo.git('checkout', '-q', '--', '.');
      const { indexStamp } = await landingOf(repo, open, {});
      const done = land(open, { ...landing, indexStamp }, givens, (at) => {
        if (at === step) repo.write({ [path]: text });
      });
      expect(await done.catch((error: unknown) => error)).not.toMatchObject({ landed: true });
      expect(contents(repo.root)).toEqual({ ...FILES, [path]: text });
      expect(repo.git('diff', '--cached')).toBe('');
      expect(existsSync(join(repo.root, '.git/index.lock'))).toBe(false);
    }
  });
});

test('S23: what a program writes through an old handle is handed over and kept', async () => {
  const repo = makeRepo(FILES);
  await opened(repo, async (open) => {
    const landing = await landingOf(repo, open, { 'a.md': 'x\n' });
    const handle = join(repo.root, '.git/old-handle');
    linkSync(join(repo.root, 'a.md'), handle);
    const done = await land(open, landing, givens, (at) => {
      if (at === 'unlocked') writeFileSync(handle, 'late\n');
    });
    expect(done).toEqual({ landed: true, late: [{ path: 'a.md', bytes: Buffer.from('late\n') }] });
    const kept = readdirSync(join(repo.root, '.git/docket/recovery')).filter((name) =>
      name.endsWith('.bytes'),
    );
    expect(kept.map((name) => repo.read(`.git/docket/recovery/${name}`))).toEqual(['late\n']);
  });
});

test('S67: the owner’s reference-transaction hook may veto, with nothing changed', async () => {
  const repo = makeRepo(FILES);
  repo.write({
    '.git/hooks/reference-transaction': '#!/bin/sh\n[ "$1" != prepared ] || { echo no >&2; exit 1; }\n',
  });
  repo.executable('.git/hooks/reference-transaction');
  await opened(repo, async (open) => {
    const landing = await landingOf(repo, open, CHANGE);
    const before = listing(repo.root);
    expect(await land(open, landing, givens)).toMatchObject({ landed: false, why: 'hook' });
    expect(listing(repo.root)).toEqual(before);
  });
});

test('S24: git still sees an edit that is as old and as long as what was staged', async () => {
  const repo = makeRepo({ ...FILES, 'racy.md': 'aaaa\n' });
  repo.git('config', 'core.trustctime', 'false');
  const then = (name: string) => utimesSync(join(repo.root, name), 1_700_000_000, 1_700_000_000);
  repo.write({ 'racy.md': 'bbbb\n' });
  then('racy.md');
  repo.git('add', 'racy.md');
  then('.git/index');
  repo.write({ 'racy.md': 'cccc\n' });
  then('racy.md');
  await opened(repo, async (open) => land(open, await landingOf(repo, open, { 'a.md': 'x\n' }), givens));
  expect(repo.git('status', '--porcelain')).toBe('MM racy.md');
});

test('leaves an index of another form readable: version 4, split, untracked cache', async () => {
  for (const args of [['--index-version', '4'], ['--split-index'], ['--untracked-cache']]) {
    const repo = makeRepo(FILES);
    repo.git('update-index', ...args);
    await opened(repo, async (open) => land(open, await landingOf(repo, open, CHANGE), givens));
    expect(repo.git('status', '--porcelain')).toBe('');
    expect(repo.git('ls-files')).toBe('a.md\nc.md\nnew/d.md');
  }
});

test('works where the git dir is linked from another work tree', async () => {
  const repo = makeRepo(FILES);
  const linked = join(repo.root, '.git/linked-tree');
  repo.git('worktree', 'add', '-q', linked, '-b', 'side');
  const side = repoAt(linked);
  await opened(side, async (open) => land(open, await landingOf(side, open, CHANGE), givens));
  expect(side.git('status', '--porcelain')).toBe('');
  expect(repo.git('status', '--porcelain')).toBe('');
  expect(side.git('log', '-1', '--format=%s', 'side')).toBe('Landed');
});
