import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import {
  commitsBetween,
  firstParents,
  isAncestor,
  mergeBases,
  openRepo,
  operationInProgress,
  shallowBoundary,
  worktrees,
  writeCommit,
} from '../../src/repo/index.ts';
import { makeRepo, repoAt, type TestRepo } from '../helpers/make-repo.ts';

const PERSON = { name: 'A', email: 'a@b', at: '2026-01-01T00:00:00Z', zone: '+0000' };

async function opened(made: TestRepo) {
  const repo = await openRepo(made.root);
  onTestFinished(() => repo.close());
  return repo;
}

function folder(): string {
  const made = realpathSync(mkdtempSync(join(tmpdir(), 'docket-test-')));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

test('random histories: bases, ancestry, ranges and first parents are git’s', async () => {
  const made = makeRepo({ a: '' });
  const tree = made.git('rev-parse', 'HEAD^{tree}');
  const shape = fc.array(fc.tuple(fc.nat(), fc.nat(), fc.nat(9)), { minLength: 3, maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(shape, fc.nat(), fc.nat(), async (steps, i, j) => {
      const repo = await openRepo(made.root);
      const commits: string[] = [];
      for (const [one, two, kind] of steps) {
        const near = commits.at(-1 - (one % 2));
        const parents =
          kind === 0 || !near ? [] : kind < 8 ? [near] : [...new Set([near, commits[two % commits.length]!])];
        commits.push(
          await writeCommit(repo, {
            tree,
            parents,
            author: PERSON,
            committer: PERSON,
            message: `${commits.length}`,
          }),
        );
      }
      const [a, b] = [commits[i % commits.length]!, commits[j % commits.length]!];
      const lines = (text: string) => text.split('\n').filter(Boolean);
      expect((await mergeBases(repo, a, b)).sort()).toEqual(
        lines(made.tryGit('merge-base', '--all', a, b).stdout).sort(),
      );
      expect(await isAncestor(repo, a, b)).toBe(
        made.tryGit('merge-base', '--is-ancestor', a, b).status === 0,
      );
      expect((await commitsBetween(repo, { from: a, to: b })).sort()).toEqual(
        lines(made.git('rev-list', b, `^${a}`)).sort(),
      );
      expect(await firstParents(repo, b, 5)).toEqual(lines(made.git('rev-list', '--first-parent', '-5', b)));
      await repo.close();
    }),
    { numRuns: 15 },
  );
});

test('longer lines, many questions about one tip, and all of a history', async () => {
  const made = makeRepo({ a: '' });
  const commits = Array.from({ length: 40 }, (_, i) =>
    i === 0 ? made.git('rev-parse', 'HEAD') : made.commit({ a: `${i}` }),
  );
  const repo = await opened(made);
  const tip = commits.at(-1)!;
  for (const commit of commits) expect(await isAncestor(repo, commit, tip)).toBe(true);
  for (const commit of commits.slice(0, -1)) expect(await isAncestor(repo, tip, commit)).toBe(false);
  expect(await commitsBetween(repo, { from: null, to: tip })).toEqual([...commits].reverse());
  expect(await commitsBetween(repo, { from: commits[2]!, to: tip })).toEqual(commits.slice(3).reverse());
  expect(await commitsBetween(repo, { from: tip, to: commits[2]! })).toEqual([]);
  expect(await firstParents(repo, tip, 30)).toEqual(commits.slice(-30).reverse());
  expect(await mergeBases(repo, commits[1]!, tip)).toEqual([commits[1]]);
});

test('a shallow clone: its boundary, and no ancestry told beyond it', async () => {
  const made = makeRepo({ a: '' });
  for (let i = 0; i < 5; i++) made.commit({ a: `${i}` });
  const place = folder();
  made.git('clone', '-q', '--depth=2', `file://${made.root}`, place);
  const repo = await opened(repoAt(place));
  const [tip, before, older] = made.git('rev-list', 'HEAD').split('\n') as [string, string, string];
  expect(await shallowBoundary(repo)).toEqual(new Set([before]));
  expect(await commitsBetween(repo, { from: null, to: tip })).toEqual([tip, before]);
  expect(await isAncestor(repo, before, tip)).toBe(true);
  await expect(isAncestor(repo, older, tip)).rejects.toThrow();
  expect(await shallowBoundary(await opened(made))).toEqual(new Set());
});

test('worktrees, the main one first; a rebase still holds its branch', async () => {
  const made = makeRepo({ a: '1\n' });
  const repo = await opened(made);
  const tip = made.git('rev-parse', 'HEAD');
  expect(await worktrees(repo)).toEqual([{ path: made.root, branch: 'refs/heads/main', head: tip }]);
  const place = folder();
  const [one, two] = [join(place, 'new\nline'), join(place, 'two')];
  made.git('worktree', 'add', '-q', '-b', 'side', one);
  made.git('worktree', 'add', '-q', '--detach', two);
  expect(await worktrees(repo)).toEqual([
    { path: made.root, branch: 'refs/heads/main', head: tip },
    { path: one, branch: 'refs/heads/side', head: tip },
    { path: two, branch: null, head: tip },
  ]);
  const side = repoAt(one);
  side.commit({ a: '2\n' });
  const moved = made.commit({ a: '3\n' });
  expect(side.tryGit('rebase', '-q', 'main').status).toBe(1);
  expect(await operationInProgress(await opened(side))).toBe('rebase');
  expect(await worktrees(repo)).toContainEqual({ path: one, branch: 'refs/heads/side', head: moved });
  expect(await worktrees(await opened(side))).toHaveLength(3);
});

test('S37: every operation that git has begun is seen, and its end', async () => {
  const made = makeRepo({ a: '1\n' });
  const repo = await opened(made);
  made.git('checkout', '-q', '-b', 'side');
  const side = [made.commit({ a: '2\n' }), made.commit({ a: '2\n', b: 'x' })];
  made.git('checkout', '-q', 'main');
  const other = made.commit({ a: '3\n' });
  const during = async (...args: string[]) => {
    made.tryGit(...args);
    return operationInProgress(repo);
  };
  expect(await operationInProgress(repo)).toBe(null);
  expect(await during('merge', 'side')).toBe('merge');
  expect(await during('merge', '--abort')).toBe(null);
  expect(await during('cherry-pick', ...side)).toBe('cherry-pick');
  made.write({ a: '4\n' });
  made.git('add', 'a');
  made.git('commit', '-q', '-m', 'picked');
  expect(await operationInProgress(repo)).toBe('cherry-pick');
  expect(await during('cherry-pick', '--quit')).toBe(null);
  expect(await during('revert', '--no-edit', other)).toBe('revert');
  expect(await during('revert', '--abort')).toBe(null);
  expect(await during('rebase', 'side')).toBe('rebase');
  expect(await during('rebase', '--abort')).toBe(null);
  expect(await during('bisect', 'start')).toBe('bisect');
  expect((await worktrees(repo))[0]!.branch).toBe('refs/heads/main');
  expect(await during('bisect', 'reset')).toBe(null);
});
