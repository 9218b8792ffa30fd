// Where HEAD is, and what git has begun: each state works or is refused by its name.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openRepo } from '../../src/repo/index.ts';
import { makeRepo, repoAt, type TestRepo } from '../helpers/make-repo.ts';
import { refusalOf } from '../session/actors.ts';
import {
  approved,
  CHANGED,
  caller,
  everything,
  expectSound,
  folder,
  found,
  GUIDE,
  mainPath,
  owners,
  saved,
} from './ground.ts';

test('S7: with HEAD detached a save is refused, and with a target it is a proposal for that branch', async () => {
  const repo = makeRepo({ 'guide.md': GUIDE });
  repo.git('switch', '-q', '--detach');
  const before = everything(repo);
  const agent = await caller(repo, 'mcp');
  await agent.run('doc.edit', { doc: 'guide.md', edits: [{ oldText: 'line 2\n', newText: 'line two\n' }] });
  const refused = await refusalOf(agent.run('doc.save', { doc: 'guide.md' }));
  expect(refused.message).toMatch(/detached/i);
  expect(refused.hint).toMatch(/target/);
  expect(everything(repo)).toEqual(before);
  // The edits stay.
  expect(await agent.run('doc.status', { doc: 'guide.md' })).toMatchObject({ dirty: true });
  const { proposals } = await agent.run('doc.save', { doc: 'guide.md', target: 'main' });
  const [{ proposal, tip, target }] = proposals;
  expect(target).toBe('main');
  const applied = await approved(repo, proposal);
  expect(applied.warnings.join()).toMatch(/detached/);
  expect([repo.git('rev-parse', 'main'), repo.read('guide.md')]).toEqual([tip, GUIDE]);
  expect(repo.git('status', '--porcelain')).toBe('');
  expect(await agent.heard()).toMatchObject([{ outcome: 'applied', action: 'kept', elsewhere: 'main' }]);
  expectSound(repo);
});

test('with HEAD detached the owner’s own save is a commit there, as git makes it', async () => {
  const repo = makeRepo({ 'guide.md': GUIDE });
  repo.git('switch', '-q', '--detach');
  const owner = await caller(repo, 'session');
  await owner.run('doc.edit', { doc: 'guide.md', edits: [{ oldText: 'line 2\n', newText: 'line two\n' }] });
  await owner.run('doc.save', { doc: 'guide.md' });
  expect([repo.git('show', 'HEAD:guide.md'), repo.git('status', '--porcelain')]).toEqual([
    CHANGED.trimEnd(),
    '',
  ]);
  expect(repo.git('show', 'main:guide.md')).toBe(GUIDE.trimEnd());
  expectSound(repo);
});

test('S7: on a branch without a commit the proposal begins the history', async () => {
  const repo = makeRepo();
  expect(await found(repo)).toEqual(['unborn']);
  const agent = await caller(repo, 'mcp');
  await agent.run('doc.create', { doc: 'guide.md', text: GUIDE });
  const { proposals } = await agent.run('doc.save', { doc: 'guide.md' });
  const [{ proposal, tip, target }] = proposals;
  expect([target, repo.git('log', '--format=%P', tip)]).toEqual(['main', '']);
  expect([existsSync(join(repo.root, 'guide.md')), repo.git('status', '--porcelain')]).toEqual([false, '']);
  await approved(repo, proposal);
  expect([repo.git('rev-parse', 'main'), repo.read('guide.md')]).toEqual([tip, GUIDE]);
  expect(repo.git('status', '--porcelain')).toBe('');
  expect(await agent.heard()).toMatchObject([{ outcome: 'applied', action: 'clean' }]);
  expectSound(repo);
});

test('S74: a proposal from before the first commit lands on a branch that was born meanwhile', async () => {
  const repo = makeRepo();
  repo.write({ 'notes.md': 'uncommitted\n' });
  const agent = await caller(repo, 'mcp');
  await agent.run('doc.create', { doc: 'guide.md', text: GUIDE });
  const { proposals } = await agent.run('doc.save', { doc: 'guide.md' });
  repo.write({ 'first.md': 'first\n' });
  repo.git('add', 'first.md');
  repo.git('commit', '-q', '-m', 'First');
  await approved(repo, proposals[0].proposal);
  expect([repo.read('guide.md'), repo.read('first.md'), repo.read('notes.md')]).toEqual([
    GUIDE,
    'first\n',
    'uncommitted\n',
  ]);
  expect(repo.git('status', '--porcelain')).toBe('?? notes.md');
  expectSound(repo);
});

test('staged files stay staged when the first commit of a branch is an approval', async () => {
  const repo = makeRepo();
  repo.write({ 'mine.md': 'mine\n' });
  repo.git('add', 'mine.md');
  const agent = await caller(repo, 'mcp');
  await agent.run('doc.create', { doc: 'guide.md', text: GUIDE });
  const { proposals } = await agent.run('doc.save', { doc: 'guide.md' });
  await approved(repo, proposals[0].proposal);
  expect(repo.git('status', '--porcelain')).toBe('A  mine.md');
  expectSound(repo);
});

test('a bare repository is refused with the way to a work tree, and works there', async () => {
  const bare = repoAt(join(folder(), 'bare.git'));
  const origin = makeRepo({ 'guide.md': GUIDE });
  origin.git('clone', '-q', '--bare', origin.root, bare.root);
  const before = bare.git('for-each-ref');
  expect(await refusalOf(openRepo(bare.root))).toMatchObject({
    code: 'unsupported_repo',
    message: expect.stringContaining('bare'),
    hint: expect.stringContaining('git worktree add'),
  });
  expect(existsSync(join(bare.root, 'docket'))).toBe(false);
  expect(bare.git('for-each-ref')).toBe(before);
  const place = join(folder(), 'tree');
  bare.git('worktree', 'add', '-q', place, 'main');
  const tree = repoAt(place);
  tree.git('config', 'user.name', 'Olive Owner');
  tree.git('config', 'user.email', 'olive@example.com');
  await mainPath(tree);
});

describe('S68: a git operation that waits for its end', () => {
  const OPERATIONS: Record<string, (repo: TestRepo) => void> = {
    merge: (repo) => repo.tryGit('merge', 'side'),
    rebase: (repo) => repo.tryGit('rebase', 'side'),
    'cherry-pick': (repo) => repo.tryGit('cherry-pick', 'side'),
    revert: (repo) => repo.tryGit('revert', '--no-edit', 'HEAD~1'),
    bisect: (repo) => {
      repo.git('bisect', 'start', 'HEAD', 'HEAD~2');
    },
  };
  test.each(Object.keys(OPERATIONS))(
    '%s: saves and approvals are refused by its name, nothing settles, and all goes on after it',
    async (operation) => {
      const repo = makeRepo({ 'guide.md': GUIDE, 'other.md': 'one\n' });
      repo.git('switch', '-q', '-c', 'side');
      repo.commit({ 'other.md': 'side\n' });
      repo.git('switch', '-q', 'main');
      repo.commit({ 'other.md': 'two\n' });
      repo.commit({ 'other.md': 'three\n' });
      const { agent, proposal } = await saved(repo);
      await agent.run('doc.edit', {
        doc: 'guide.md',
        edits: [{ oldText: 'line 8\n', newText: 'line eight\n' }],
      });
      OPERATIONS[operation]!(repo);
      const before = everything(repo);
      const refused = await refusalOf(agent.run('doc.save', { doc: 'guide.md' }));
      expect(refused).toMatchObject({ code: 'blocked_by_operation', details: { operation } });
      expect(refused.hint).toContain(
        operation === 'bisect' ? 'git bisect reset' : `git ${operation} --abort`,
      );
      const owner = await caller(repo, 'session');
      const plan = await owner.run('proposal.preflight', { proposal });
      expect(plan).toMatchObject({
        plan: 'blocked',
        blocked: { code: 'blocked_by_operation', message: `A ${operation} is in progress.` },
      });
      expect((await refusalOf(owner.run('proposal.apply', { proposal, token: plan.token }))).code).toBe(
        'blocked_by_operation',
      );
      await owner.run('doc.edit', {
        doc: 'guide.md',
        edits: [{ oldText: 'line 9\n', newText: 'line nine\n' }],
      });
      expect((await refusalOf(owner.run('doc.save', { doc: 'guide.md' }))).code).toBe('blocked_by_operation');
      expect(await agent.session.sync()).toMatchObject({ settled: [] });
      expect(everything(repo)).toEqual(before);
      await owner.end();
      repo.git(operation, operation === 'bisect' ? 'reset' : '--abort');
      const again = await agent.run('doc.save', { doc: 'guide.md' });
      expect(again.proposals[0].revision).toBe(2);
      await approved(repo, proposal);
      expect(repo.read('guide.md')).toBe(CHANGED.replace('line 8', 'line eight'));
      expectSound(repo);
    },
  );
});

test('S37: a reload waits for the end of a merge too: what stands in the file then may be half of it', async () => {
  const repo = makeRepo({ 'guide.md': GUIDE });
  repo.git('switch', '-q', '-c', 'side');
  repo.commit({ 'guide.md': GUIDE.replace('line 5', 'line five') });
  repo.git('switch', '-q', 'main');
  repo.commit({ 'guide.md': GUIDE.replace('line 5', 'line 5!') });
  const agent = await caller(repo, 'mcp');
  await agent.run('doc.open', { doc: 'guide.md' });
  repo.tryGit('merge', 'side');
  expect(repo.read('guide.md')).toContain('<<<<<<<');
  const before = owners(repo);
  await agent.session.sync();
  expect(agent.text('guide.md')).toBe(GUIDE.replace('line 5', 'line 5!'));
  repo.git('merge', '--abort');
  await agent.session.sync();
  expect(agent.text('guide.md')).toBe(GUIDE.replace('line 5', 'line 5!'));
  expect(owners(repo)).not.toEqual(before);
});
