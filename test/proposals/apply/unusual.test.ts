// Repositories that are not as most are, and applies that were interrupted.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { applyWatched } from '../../../src/proposals/apply/apply.ts';
import { applyProposal, preflight, rejectProposal } from '../../../src/proposals/index.ts';
import { openRepo, recoverLandings } from '../../../src/repo/index.ts';
import { makeRepo, repoAt, type TestRepo } from '../../helpers/make-repo.ts';
import { contents, listing } from '../../repo/landing/landings.ts';
import { bundled, ran } from '../../repo/landing/programs.ts';
import { approve, givens, opened, propose, refusalOf } from './proposing.ts';
import { text } from './sides.ts';

const DOC = { 'a.md': text(), 'deep/b.md': 'b\n' };

async function landsIn(repo: TestRepo, { fsck = true } = {}): Promise<void> {
  propose(repo, 'x', { 'a.md': text('agent'), 'deep/n.md': 'n\n', 'deep/b.md': null });
  repo.write({ 'a.md': text('staged') });
  repo.git('add', 'a.md');
  repo.write({ 'a.md': text('staged', 'unstaged') });
  await approve(await opened(repo), 'x');
  expect(repo.git('show', 'HEAD:a.md')).toBe(text('agent').trimEnd());
  expect(repo.git('show', ':a.md')).toBe(text('agent', 'staged').trimEnd());
  expect(repo.read('a.md')).toBe(text('agent', 'staged', 'unstaged'));
  expect(repo.git('status', '--porcelain')).toBe('MM a.md');
  if (fsck) expect(repo.git('fsck', '--strict', '--no-dangling')).toBe('');
}

describe('a proposal lands', () => {
  test('in a linked work tree', async () => {
    const repo = makeRepo(DOC);
    const tree = join(repo.root, '.git/tree');
    repo.git('worktree', 'add', '-q', tree, '-b', 'side');
    repo.git('checkout', '-q', '--detach');
    await landsIn(repoAt(tree));
    expect(repo.git('status', '--porcelain')).toBe('');
  });

  test('in a repository of SHA-256', async () => {
    const root = mkdtempSync('/tmp/docket-test-');
    onTestFinished(() => rmSync(root, { recursive: true, force: true }));
    repoAt(root).git('init', '-q', '--object-format=sha256', '-b', 'main');
    const repo = makeRepo(DOC, { at: root });
    await landsIn(repo);
  });

  test('with a split index', async () => {
    const repo = makeRepo(DOC);
    repo.git('config', 'core.splitIndex', 'true');
    repo.git('update-index', '--split-index');
    await landsIn(repo);
  });

  test('with an index of version 4', async () => {
    const repo = makeRepo(DOC);
    repo.git('config', 'index.version', '4');
    repo.git('update-index', '--index-version', '4');
    await landsIn(repo);
  });

  test.each([[['--cone']], [['--cone', '--sparse-index']]])(
    'where only a part is checked out: %j',
    async (how) => {
      const repo = makeRepo({ ...DOC, 'away/c.md': 'c\n', 'away/d/d.md': 'd\n' });
      repo.git('sparse-checkout', 'set', ...how, 'deep');
      propose(repo, 'y', { 'away/c.md': 'c2\n', 'away/d/d.md': null });
      await approve(await opened(repo), 'y');
      expect(existsSync(join(repo.root, 'away'))).toBe(false);
      expect(repo.git('status', '--porcelain')).toBe('');
      // A sparse index names trees that nobody wrote yet once something is staged: fsck says so of git's own, too.
      await landsIn(repo, { fsck: !how.includes('--sparse-index') });
      expect(repo.git('show', 'HEAD:away/c.md')).toBe('c2');
    },
  );

  test.skipIf(!hasOtherDisk())('where the git dir lies on another disk, and after a kill', async () => {
    const root = mkdtempSync('/dev/shm/docket-test-');
    onTestFinished(() => rmSync(root, { recursive: true, force: true }));
    const gitDir = join(makeRepo().root, 'elsewhere');
    repoAt(root).git('init', '-q', '-b', 'main', '--separate-git-dir', gitDir);
    const repo = makeRepo(DOC, { at: root });
    const program = bundled(join(import.meta.dirname, 'kill-program.ts'));
    propose(repo, 'k', { 'deep/b.md': 'killed\n' });
    for (const [step, text] of [
      ['staged', 'b\n'],
      ['grabbed-0', 'b\n'],
      ['placed-0', 'killed\n'],
    ] as const) {
      expect(ran(program, root, 'approve', 'k', step)).toMatchObject({ end: 'SIGKILL' });
      await expect.poll(() => locksIn(gitDir)).toEqual([]);
      expect(JSON.parse(ran(program, root, 'recover').out).left).toEqual([]);
      expect(contents(root)).toEqual({ ...DOC, 'deep/b.md': text });
      expect(repo.git('status', '--porcelain')).toBe('');
    }
    await landsIn(repo);
  });

  function hasOtherDisk(): boolean {
    return existsSync('/dev/shm') && statSync('/dev/shm').dev !== statSync('/tmp').dev;
  }

  test('S74: docket’s own parentless one onto a branch born meanwhile', async () => {
    const repo = makeRepo();
    const tip = propose(
      repo,
      'x',
      { 'a.md': 'a\n' },
      { message: 'First\n\nDocket-Proposal: x\nDocket-Target: main' },
    );
    const target = repo.commit({ 'o.md': 'o\n' });
    const done = await applyProposal(await opened(repo), { proposal: 'x', tip }, givens);
    expect(repo.git('log', '-1', '--format=%P', 'main')).toBe(`${target} ${tip}`);
    expect(done.how).toBe('merge');
    expect(contents(repo.root)).toEqual({ 'a.md': 'a\n', 'o.md': 'o\n' });
    expect(repo.git('status', '--porcelain')).toBe('');
  });

  test('with words that would not stay one line', async () => {
    const repo = makeRepo(DOC);
    const odd = 'a\u2028b\u0085c\u001b[2J';
    const tip = propose(
      repo,
      'x',
      { 'a.md': text('agent') },
      { message: `${odd}\n\n${odd}\n\nDocket-Proposal: x` },
    );
    repo.commit({ 'o.md': 'o\n' });
    await applyProposal(await opened(repo), { proposal: 'x', tip }, givens);
    expect(repo.git('log', '-1', '--format=%s')).toBe('Merge proposal x: a b c\u001b[2J');
  });

  test('after another one on the same doc', async () => {
    const repo = makeRepo(DOC);
    propose(repo, 'x', { 'a.md': text('agent') });
    propose(repo, 'y', { 'a.md': text('target') });
    const open = await opened(repo);
    await approve(open, 'x');
    await approve(open, 'y');
    expect(repo.read('a.md')).toBe(text('agent', 'target'));
    expect(repo.git('status', '--porcelain')).toBe('');
  });
});

function locksIn(gitDir: string): string[] {
  const names = readdirSync(gitDir, { recursive: true }) as string[];
  return names.filter((name) => name.endsWith('.lock') && name !== 'index.lock');
}

test('S18: a clone that was cut off above the base cannot know it', async () => {
  const origin = makeRepo(DOC);
  propose(origin, 'x', { 'a.md': text('agent') });
  for (let i = 0; i < 4; i++) origin.commit({ 'o.md': `${i}\n` });
  const root = mkdtempSync('/tmp/docket-test-');
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  origin.git('clone', '-q', '--depth', '2', '--no-single-branch', `file://${origin.root}`, root);
  const repo = repoAt(root);
  repo.git('branch', 'proposals/x', 'origin/proposals/x');
  const plan = await preflight(await opened(repo), 'x');
  expect(plan).toMatchObject({ plan: 'blocked', blocked: { cause: 'shallow' } });
  repo.git('fetch', '-q', '--unshallow');
  expect(await preflight(await opened(repo), 'x')).toMatchObject({ plan: 'merge' });
});

test('a checkout of the target that begins while its branch alone is to move is kept away', async () => {
  const repo = makeRepo(DOC);
  const tip = propose(
    repo,
    'x',
    { 'a.md': text('agent') },
    { message: 'C\n\nDocket-Proposal: x\nDocket-Target: main' },
  );
  repo.git('checkout', '-q', '-b', 'side');
  const said: string[] = [];
  await applyWatched(await opened(repo), { proposal: 'x', tip }, givens, {
    at: (step) => {
      if (step === 'locked') said.push(repo.tryGit('checkout', 'main').stderr);
    },
  });
  expect(said.join()).toContain('index.lock');
  repo.git('checkout', '-q', 'main');
  expect(repo.read('a.md')).toBe(text('agent'));
  expect(repo.git('status', '--porcelain')).toBe('');
});

test('a target that was checked out meanwhile is landed on with its files', async () => {
  const repo = makeRepo(DOC);
  const tip = propose(
    repo,
    'x',
    { 'a.md': text('agent') },
    { message: 'C\n\nDocket-Proposal: x\nDocket-Target: main' },
  );
  repo.git('checkout', '-q', '-b', 'side');
  let once = false;
  await applyWatched(await opened(repo), { proposal: 'x', tip }, givens, {
    at: (step) => {
      if (step === 'staged' && !once) repo.git('checkout', '-q', 'main');
      once = true;
    },
  });
  expect(repo.read('a.md')).toBe(text('agent'));
  expect(repo.git('status', '--porcelain')).toBe('');
});

describe('S21: an apply that cannot be finished by itself', () => {
  /** Killed after its first file; then the owner changes the same lines of the second. */
  async function interrupted(): Promise<TestRepo> {
    const repo = makeRepo(DOC);
    const program = bundled(join(import.meta.dirname, 'kill-program.ts'));
    propose(repo, 'x', { 'a.md': text('agent'), 'deep/b.md': 'by the agent\n' });
    propose(repo, 'y', { 'n.md': 'n\n' });
    expect(ran(program, repo.root, 'approve', 'x', 'placed-0')).toMatchObject({ end: 'SIGKILL' });
    await expect.poll(() => locksIn(join(repo.root, '.git'))).toEqual([]);
    repo.write({ 'deep/b.md': 'by the owner\n' });
    return repo;
  }

  test('stops the next one, and waits', async () => {
    const repo = await interrupted();
    const open = await opened(repo);
    const refusal = await refusalOf(approve(open, 'y'));
    expect(refusal).toMatchObject({
      code: 'interrupted_apply',
      message: expect.stringContaining('deep/b.md'),
    });
    const before = listing(repo.root);
    expect(await refusalOf(approve(open, 'x'))).toMatchObject({ code: 'interrupted_apply' });
    expect(listing(repo.root)).toEqual(before);
    repo.write({ 'deep/b.md': 'b\n' });
    expect((await recoverLandings(open, givens)).finished).toHaveLength(1);
    await approve(open, 'y');
    expect(repo.git('log', '--format=%s')).toContain('Change by x');
    expect(repo.git('status', '--porcelain')).toBe('');
  });

  test('is over when the proposal is rejected; what it had written is the owner’s to keep', async () => {
    const repo = await interrupted();
    const open = await opened(repo);
    const tip = repo.git('rev-parse', 'proposals/x');
    await rejectProposal(open, { proposal: 'x', tip, by: { name: 'O', role: 'owner' } }, givens);
    await approve(open, 'y');
    expect(repo.git('status', '--porcelain')).toBe(' M a.md\n M deep/b.md');
    expect(repo.read('deep/b.md')).toBe('by the owner\n');
  });
});

test('S21: git’s own process killed between files and refs: the locks it leaves are named, and then it is finished', async () => {
  const repo = makeRepo(DOC);
  const tip = propose(repo, 'x', { 'a.md': text('agent') });
  const open = await opened(repo);
  const refusal = await refusalOf(
    applyWatched(open, { proposal: 'x', tip }, givens, {
      at: (step) => {
        if (step === 'unlocked') for (const pid of updateRefs()) process.kill(pid, 'SIGKILL');
      },
    }),
  );
  expect(refusal.code).toBe('interrupted_apply');
  expect(repo.read('a.md')).toBe(text('agent'));
  const { left } = await recoverLandings(open, givens);
  expect(left).toMatchObject([{ why: expect.stringContaining('.lock') }]);
  for (const lock of locksIn(join(repo.root, '.git'))) rmSync(join(repo.root, '.git', lock));
  expect((await recoverLandings(open, givens)).finished).toMatchObject([
    { note: { proposal: 'x', oid: tip } },
  ]);
  expect(repo.git('rev-parse', 'main')).toBe(tip);
  expect(repo.git('status', '--porcelain')).toBe('');
});

/** This process's own children that move refs. */
function updateRefs(): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.map(Number).filter((pid) => {
    try {
      const parent = /\) \S (\d+) /.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1];
      return (
        Number(parent) === process.pid && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('update-ref')
      );
    } catch {
      return false;
    }
  });
}

test('from a folder inside the work tree', async () => {
  const repo = makeRepo(DOC);
  propose(repo, 'x', { 'a.md': text('agent') });
  mkdirSync(join(repo.root, 'deep/er'));
  const open = await openRepo(join(repo.root, 'deep/er'));
  onTestFinished(() => open.close());
  await approve(open, 'x');
  expect(repo.read('a.md')).toBe(text('agent'));
});
