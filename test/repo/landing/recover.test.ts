import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Recovered, recoverLandings } from '../../../src/repo/index.ts';
import { makeRepo, type TestRepo } from '../../helpers/make-repo.ts';
import { contents, givens, listing, opened, type Wanted } from './landings.ts';
import { bundled, ran } from './programs.ts';

const FILES = { 'a.md': '1\n2\n3\n', 'deep/b.md': 'b\n', 'c.md': 'c\n', 'other.md': 'o\n' };
const CHANGE: Wanted = { 'a.md': '1\n2!\n3\n', 'deep/b.md': null, 'new/d.md': 'd\n' };
const LANDED = { 'a.md': '1\n2!\n3\n', 'c.md': 'c\n', 'new/d.md': 'd\n', 'other.md': 'staged\n' };
const PENDING = 'refs/heads/proposals/x';
const STEPS_BEFORE = ['staged', 'refs-prepared', 'journal', 'locked', 'rechecked', 'grabbed-0'];
const STEPS_AFTER = [
  ...['placed-0', 'grabbed-1', 'placed-1', 'grabbed-2', 'placed-2', 'files', 'index', 'unlocked'],
  ...['committed', 'cleaned'],
];

let program = '';
beforeAll(() => {
  program = bundled(join(import.meta.dirname, 'kill-program.ts'));
});

function prepared(): TestRepo {
  const repo = makeRepo(FILES);
  repo.git('branch', 'proposals/x');
  repo.write({ 'other.md': 'staged\n' });
  repo.git('add', 'other.md');
  return repo;
}

function kill(repo: TestRepo, step: string): void {
  expect(ran(program, repo.root, JSON.stringify(CHANGE), step, PENDING)).toMatchObject({ end: 'SIGKILL' });
}

function recover(repo: TestRepo): Recovered {
  const done = ran(program, repo.root, '', 'recover');
  expect(done).toMatchObject({ end: 0, err: '' });
  return JSON.parse(done.out);
}

/** Waits until the killed process's git children have let go of their locks. */
async function quiet(repo: TestRepo): Promise<void> {
  const locks = () =>
    (readdirSync(join(repo.root, '.git'), { recursive: true }) as string[]).filter(
      (name) => name.endsWith('.lock') && name !== 'index.lock',
    );
  await expect.poll(locks, { timeout: 10_000 }).toEqual([]);
}

function expectBefore(repo: TestRepo): void {
  expect(contents(repo.root)).toEqual({ ...FILES, 'other.md': 'staged\n' });
  expect(repo.git('status', '--porcelain')).toBe('M  other.md');
  expect(repo.git('log', '--format=%s')).toBe('Begin');
  expect(repo.git('for-each-ref', '--format=%(refname)')).toContain(PENDING);
}

function expectAfter(repo: TestRepo): void {
  expect(contents(repo.root)).toEqual(LANDED);
  expect(repo.git('status', '--porcelain')).toBe('M  other.md');
  expect(repo.git('log', '--format=%s')).toBe('Landed\nBegin');
  expect(repo.git('for-each-ref', '--format=%(refname)')).not.toContain(PENDING);
  expect(existsSync(join(repo.root, 'deep'))).toBe(false);
}

function expectNothingLeft(repo: TestRepo): void {
  const names = readdirSync(repo.root, { recursive: true }) as string[];
  expect(names.filter((name) => /\.lock$|\.docket-|docket\/journal\/./.test(name))).toEqual([]);
  expect(repo.git('fsck', '--strict', '--no-dangling')).toBe('');
}

describe('S21: killed with SIGKILL at each step, a fresh process brings back', () => {
  test.each(STEPS_BEFORE)('the state before: %s', async (step) => {
    const repo = prepared();
    kill(repo, step);
    await quiet(repo);
    const { finished, left } = recover(repo);
    expect({ finished, left }).toEqual({ finished: [], left: [] });
    expectBefore(repo);
    expectNothingLeft(repo);
    // The same change lands as if nothing had been.
    expect(ran(program, repo.root, JSON.stringify(CHANGE), 'none', PENDING)).toMatchObject({ end: 0 });
    expectAfter(repo);
  });

  test.each(STEPS_AFTER)('the state after: %s', async (step) => {
    const repo = prepared();
    kill(repo, step);
    await quiet(repo);
    expect(recover(repo).left).toEqual([]);
    expectAfter(repo);
    expectNothingLeft(repo);
    expect(recover(repo)).toEqual({ finished: [], dropped: [], left: [] });
  });
});

test('S21: a file written meanwhile and a file not yet written: nothing of the owner’s is lost', async () => {
  const repo = prepared();
  kill(repo, 'placed-0');
  await quiet(repo);
  repo.write({ 'deep/b.md': 'mine\n', 'a.md': '1\n2!\n3 and mine\n' });
  const { left } = recover(repo);
  expect(left).toMatchObject([{ message: 'docket: land', why: expect.stringContaining('deep/b.md') }]);
  expect(contents(repo.root)).toMatchObject({ 'deep/b.md': 'mine\n', 'a.md': '1\n2!\n3 and mine\n' });
  expect(existsSync(join(repo.root, '.git/index.lock'))).toBe(false);
  // Once the branch has moved on, what was written stays as an uncommitted edit and nothing waits any more.
  repo.git('commit', '-q', '-m', 'Mine');
  expect(recover(repo)).toEqual({ finished: [], dropped: ['docket: land'], left: [] });
  expect(repo.git('status', '--porcelain')).toBe(' M a.md\n M deep/b.md');
});

test('S21: edits on other lines of a file not yet written are merged with the change', async () => {
  const repo = makeRepo({ ...FILES, 'z.md': '1\n2\n3\n4\n5\n' });
  const change = { 'a.md': '1\n2!\n3\n', 'z.md': '1!\n2\n3\n4\n5\n' };
  ran(program, repo.root, JSON.stringify(change), 'placed-0');
  await quiet(repo);
  repo.write({ 'z.md': '1\n2\n3\n4\n5 mine\n' });
  await opened(repo, async (open) => {
    const seen: string[] = [];
    const done = await recoverLandings(open, givens, (path, before, now, after) => {
      seen.push(path, String(before), String(now), String(after));
      return Buffer.from('1!\n2\n3\n4\n5 mine\n');
    });
    expect(done.finished).toMatchObject([{ message: 'docket: land' }]);
    expect(seen).toEqual(['z.md', '1\n2\n3\n4\n5\n', '1\n2\n3\n4\n5 mine\n', '1!\n2\n3\n4\n5\n']);
  });
  expect(repo.git('show', 'HEAD:z.md')).toBe('1!\n2\n3\n4\n5');
  expect(repo.read('z.md')).toBe('1!\n2\n3\n4\n5 mine\n');
  expect(repo.git('status', '--porcelain')).toBe(' M z.md');
});

test('S21: a ref that went elsewhere is not rolled forward', async () => {
  const repo = prepared();
  kill(repo, 'unlocked');
  await quiet(repo);
  repo.git('branch', '-D', 'proposals/x');
  expect(recover(repo).dropped).toEqual(['docket: land']);
  expect(repo.git('log', '--format=%s')).toBe('Begin');
  expect(contents(repo.root)).toEqual(LANDED);
});

test('S21: another branch checked out meanwhile is left alone', async () => {
  const repo = prepared();
  kill(repo, 'files');
  await quiet(repo);
  rmSync(join(repo.root, '.git/index.lock'));
  repo.git('symbolic-ref', 'HEAD', 'refs/heads/other');
  expect(recover(repo).left).toMatchObject([{ why: expect.stringContaining('another branch') }]);
  repo.git('symbolic-ref', 'HEAD', 'refs/heads/main');
  expect(recover(repo).finished).toHaveLength(1);
  expectAfter(repo);
});

test('S21: another program’s index.lock is never removed', async () => {
  const repo = prepared();
  kill(repo, 'files');
  await quiet(repo);
  rmSync(join(repo.root, '.git/index.lock'));
  repo.write({ '.git/index.lock': 'git’s' });
  expect(recover(repo).left).toMatchObject([{ why: expect.stringContaining('index.lock') }]);
  expect(repo.read('.git/index.lock')).toBe('git’s');
  rmSync(join(repo.root, '.git/index.lock'));
  recover(repo);
  expectAfter(repo);
});

test('S21: a journal of another host is told of and not touched; nor one of a later version', async () => {
  const repo = prepared();
  kill(repo, 'locked');
  await quiet(repo);
  const journals = join(repo.root, '.git/docket/journal');
  const file = join(journals, readdirSync(journals)[0]!, 'journal');
  const rewritten: [RegExp | string, string, string][] = [
    [/"host":"[^"]*"/, '"host":"far-away"', 'far-away'],
    ['"version":1', '"version":2', 'another version'],
  ];
  for (const [old, now, why] of rewritten) {
    writeFileSync(file, readFileSync(file, 'utf8').replace(old, now));
    const before = listing(repo.root);
    expect(recover(repo).left).toMatchObject([{ why: expect.stringContaining(why) }]);
    expect(listing(repo.root)).toEqual(before);
  }
});

test('S21: what a power cut, or another program, left among the journals stops nobody', () => {
  const repo = prepared();
  repo.write({ '.git/docket/journal/.DS_Store': 'x', '.git/docket/journal/cut/journal': '' });
  expect(recover(repo)).toEqual({ finished: [], dropped: [], left: [] });
  repo.write({ '.git/docket/journal/odd/journal': 'not a journal' });
  expect(recover(repo).left).toMatchObject([{ journal: 'odd', foreign: false }]);
});

test('S21: the lock says whose it is, first of all', () => {
  const repo = prepared();
  kill(repo, 'locked');
  expect(repo.read('.git/index.lock')).toMatch(/^Docket is landing a change here/);
});

test('S21: a moved repository is recovered where it is now', async () => {
  const repo = prepared();
  kill(repo, 'placed-0');
  await quiet(repo);
  const moved = `${repo.root}-moved`;
  renameSync(repo.root, moved);
  mkdirSync(repo.root);
  expect(ran(program, moved, '', 'recover')).toMatchObject({ end: 0, err: '' });
  rmSync(repo.root, { recursive: true });
  renameSync(moved, repo.root);
  expectAfter(repo);
});
