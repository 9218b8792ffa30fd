import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { preflight } from '../../../src/proposals/index.ts';
import { makeRepo, type TestRepo } from '../../helpers/make-repo.ts';
import { listing } from '../../repo/landing/landings.ts';
import { approve, opened, propose, refusalOf } from './proposing.ts';
import { text } from './sides.ts';

const DOC = { 'a.md': text(), 'b.md': 'b\n' };
const CLASH = text('agent').replace("agent's line", 'the owner’s own line');

interface Row {
  readonly what: string;
  readonly code: string;
  readonly cause?: string;
  readonly make: (repo: TestRepo) => void;
}

const change = (repo: TestRepo) => propose(repo, 'x', { 'a.md': text('agent') });

const ROWS: readonly Row[] = [
  {
    what: 'uncommitted edits of the same lines',
    code: 'uncommitted_clash',
    make: (repo) => {
      change(repo);
      repo.write({ 'a.md': CLASH });
    },
  },
  {
    what: 'staged edits of the same lines',
    code: 'staged_clash',
    make: (repo) => {
      change(repo);
      repo.write({ 'a.md': CLASH });
      repo.git('add', '-A');
      repo.write({ 'a.md': text() });
    },
  },
  {
    what: 'the target changed the same lines',
    code: 'merge_conflict',
    make: (repo) => {
      change(repo);
      repo.commit({ 'a.md': CLASH });
    },
  },
  {
    what: 'S15: an uncommitted edit of a doc that it deletes',
    code: 'uncommitted_clash',
    make: (repo) => {
      propose(repo, 'x', { 'a.md': null });
      repo.write({ 'a.md': text('unstaged') });
    },
  },
  {
    what: 'S14: a staged deletion',
    code: 'staged_clash',
    make: (repo) => {
      change(repo);
      repo.git('rm', '-q', '--cached', 'a.md');
    },
  },
  {
    what: 'S14: a staged rename',
    code: 'staged_clash',
    make: (repo) => {
      change(repo);
      repo.git('mv', 'a.md', 'z.md');
    },
  },
  {
    what: 'an untracked file in the way',
    code: 'untracked_in_the_way',
    make: (repo) => {
      propose(repo, 'x', { 'n.md': 'n\n' });
      repo.write({ 'n.md': 'mine\n' });
    },
  },
  {
    what: 'an ignored file in the way',
    code: 'untracked_in_the_way',
    make: (repo) => {
      propose(repo, 'x', { 'n.log': 'n\n' });
      repo.write({ '.git/info/exclude': '*.log\n', 'n.log': 'mine\n' });
    },
  },
  {
    what: 'a folder in the way',
    code: 'untracked_in_the_way',
    make: (repo) => {
      propose(repo, 'x', { n: 'n\n' });
      mkdirSync(join(repo.root, 'n'));
    },
  },
  {
    what: 'a file where its folder has to be',
    code: 'untracked_in_the_way',
    make: (repo) => {
      propose(repo, 'x', { 'n/n.md': 'n\n' });
      repo.write({ n: 'mine\n' });
    },
  },
  {
    what: 'a link where the doc was',
    code: 'uncommitted_clash',
    make: (repo) => {
      change(repo);
      rmSync(join(repo.root, 'a.md'));
      symlinkSync('b.md', join(repo.root, 'a.md'));
    },
  },
  {
    what: 'a linked folder on the way',
    code: 'untracked_in_the_way',
    make: (repo) => {
      propose(repo, 'x', { 'n/n.md': 'n\n' });
      mkdirSync(join(repo.root, 'real'));
      symlinkSync('real', join(repo.root, 'n'));
    },
  },
  {
    what: 'S68: a merge in progress',
    code: 'blocked_by_operation',
    cause: 'operation',
    make: (repo) => {
      change(repo);
      repo.git('checkout', '-q', '-b', 'side');
      repo.commit({ 'b.md': 'side\n' });
      repo.git('checkout', '-q', 'main');
      repo.commit({ 'b.md': 'main\n' });
      repo.tryGit('merge', 'side');
    },
  },
  {
    what: 'S11: a target that is gone',
    code: 'blocked',
    cause: 'target_gone',
    make: (repo) =>
      void propose(
        repo,
        'x',
        { 'a.md': text('agent') },
        { message: 'C\n\nDocket-Proposal: x\nDocket-Target: gone' },
      ),
  },
  {
    what: 'S11: an empty one',
    code: 'blocked',
    cause: 'empty',
    make: (repo) => void repo.git('branch', 'proposals/x'),
  },
  {
    what: 'S26: commits of another proposal',
    code: 'blocked',
    cause: 'brings',
    make: (repo) => {
      propose(repo, 'y', { 'b.md': 'of y\n' });
      propose(repo, 'x', { 'a.md': text('agent') }, { from: 'proposals/y' });
    },
  },
  {
    what: 'S18: several merge bases that clash',
    code: 'blocked',
    cause: 'several_bases',
    make: (repo) => {
      const [one, two] = [change(repo), repo.commit({ 'a.md': CLASH })];
      const cross = (id: string, a: string, b: string) =>
        repo.git('commit-tree', `${a}^{tree}`, '-p', a, '-p', b, '-m', id);
      propose(repo, 'x', { 'n.md': 'n\n' }, { from: cross('x', one, two) });
      repo.git('reset', '-q', '--hard', cross('main', two, one));
    },
  },
  {
    what: 'S18: no shared history',
    code: 'unrelated',
    cause: 'unrelated',
    make: (repo) => {
      const tree = repo.gitInput(`100644 blob ${repo.git('rev-parse', 'HEAD:b.md')}\tn.md\n`, 'mktree');
      repo.git('update-ref', 'refs/heads/proposals/x', repo.git('commit-tree', tree, '-m', 'Foreign'));
    },
  },
  {
    what: 'S54: a symbolic link',
    code: 'blocked',
    cause: 'type',
    make: (repo) => entry(repo, '120000', 'link'),
  },
  {
    what: 'S54: a submodule',
    code: 'blocked',
    cause: 'type',
    make: (repo) => entry(repo, '160000', 'module'),
  },
  {
    what: 'a path in git’s folder',
    code: 'blocked',
    cause: 'path',
    make: (repo) => void evilTree(repo, '.GIT'),
  },
  {
    what: 'a file turned into a folder',
    code: 'blocked',
    cause: 'folder',
    make: (repo) => void propose(repo, 'x', { 'a.md': null, 'a.md/b.md': 'b\n' }),
  },
  {
    what: 'a name that differs in case only',
    code: 'blocked',
    cause: 'twin',
    make: (repo) => void propose(repo, 'x', { 'A.md': 'a\n' }),
  },
  {
    what: 'attributes together with docs',
    code: 'blocked',
    cause: 'attributes',
    make: (repo) => void propose(repo, 'x', { '.gitattributes': '* text\n', 'b.md': 'c\n' }),
  },
  {
    what: 'a doc behind a filter',
    code: 'blocked',
    cause: 'filter',
    make: (repo) => {
      repo.commit({ '.gitattributes': '*.md filter=lfs\n' });
      change(repo);
    },
  },
  {
    what: 'S19: git set to fast-forward only',
    code: 'blocked',
    cause: 'ff_only',
    make: (repo) => {
      change(repo);
      repo.commit({ 'b.md': 'more\n' });
      repo.git('config', 'merge.ff', 'only');
    },
  },
  {
    what: 'binary on both sides',
    code: 'merge_conflict',
    make: (repo) => {
      repo.commit({ 'b.bin': 'a\0' });
      propose(repo, 'x', { 'b.bin': 'b\0' });
      repo.commit({ 'b.bin': 'c\0' });
    },
  },
];

function entry(repo: TestRepo, mode: string, path: string): void {
  change(repo);
  const oid = mode === '160000' ? repo.git('rev-parse', 'HEAD') : repo.git('rev-parse', 'HEAD:b.md');
  repo.git('read-tree', 'HEAD');
  repo.git('update-index', '--add', '--cacheinfo', `${mode},${oid},${path}`);
  const tree = repo.git('write-tree');
  repo.git('read-tree', 'HEAD');
  repo.git('update-ref', 'refs/heads/proposals/x', repo.git('commit-tree', tree, '-p', 'HEAD', '-m', 'X'));
}

function evilTree(repo: TestRepo, name: string): void {
  const blob = repo.git('rev-parse', 'HEAD:b.md');
  const inner = repo.gitInput(`100644 blob ${blob}\tconfig\n`, 'mktree');
  const all = repo.gitInput(`${repo.git('ls-tree', 'HEAD')}\n040000 tree ${inner}\t${name}\n`, 'mktree');
  repo.git('update-ref', 'refs/heads/proposals/x', repo.git('commit-tree', all, '-p', 'HEAD', '-m', 'Evil'));
}

test.each(ROWS)('S60: refused with nothing changed: $what', async ({ code, cause, make }) => {
  const repo = makeRepo(DOC);
  make(repo);
  const open = await opened(repo);
  const before = listing(repo.root);
  const plan = await preflight(open, 'x');
  expect(plan.plan).toBe(cause ? 'blocked' : 'clash');
  expect(plan.blocked?.cause).toBe(cause);
  const refusal = await refusalOf(approve(open, 'x'));
  expect(refusal.code).toBe(code);
  expect(refusal.hint).toBeTruthy();
  if (cause) expect(refusal.details).toMatchObject({ cause });
  expect(listing(repo.root)).toEqual(before);
});
