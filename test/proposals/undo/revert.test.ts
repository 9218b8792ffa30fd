// Undo where something moved on: a commit takes the change out, and the proposal waits as a new revision.
import { describe, expect, test } from 'vitest';
import { outcomeOf, previewUndo, showProposal } from '../../../src/proposals/index.ts';
import type { TestRepo } from '../../helpers/make-repo.ts';
import { approve } from '../apply/proposing.ts';
import { text } from '../apply/sides.ts';
import {
  type Applied,
  applied,
  expectWhole,
  type How,
  makeRepo,
  opened,
  ownersState,
  propose,
  takers,
} from './undoing.ts';

const HELD: [string, (disk: TestRepo, after: string) => void, string[]][] = [
  ['a remote-tracking branch', pushed, ['origin/main']],
  ['a tag', (disk) => void disk.git('tag', 'v1'), ['the tag v1']],
  ['another branch', (disk) => void disk.git('branch', 'next'), ['the branch next']],
  [
    'another proposal made on it',
    (disk) => void propose(disk, 'y', { 'other.md': 'y\n' }),
    ['the branch proposals/y'],
  ],
  [
    'a ref of another tool',
    (disk) => void disk.git('update-ref', 'refs/pull/3/head', 'main'),
    ['refs/pull/3/head'],
  ],
];

function pushed(disk: TestRepo): void {
  const bare = `${disk.root}/.git/elsewhere.git`;
  disk.git('init', '-q', '--bare', bare);
  disk.git('remote', 'add', 'origin', bare);
  disk.git('push', '-q', 'origin', 'main');
}

describe('S22: something else holds what landed', () => {
  test.each(HELD.flatMap((row) => (['fast-forward', 'merge'] as How[]).map((how) => [...row, how] as const)))(
    'S22: %s',
    async (_, hold, held, how) => {
      const x = await applied({ 'a.md': text() }, { 'a.md': text('agent') }, { how });
      hold(x.disk, x.after);
      expect(await previewUndo(x.repo, { proposal: 'x' })).toMatchObject({ how: 'revert', held });
      const done = await x.undo();
      expect(done).toMatchObject({ how: 'revert', held, outcome: 'pending', revision: 2 });
      await expectReverted(x, done.tip);
    },
  );

  test('S22: a detached work tree', async () => {
    const x = await applied({ 'a.md': text() }, { 'a.md': text('agent') });
    x.disk.git('worktree', 'add', '-q', '--detach', `${x.disk.root}/.git/tree`, 'main');
    expect((await x.undo()).held).toEqual([expect.stringMatching(/^the detached HEAD of .*tree$/)]);
  });

  test('S22: what was put aside (stash) is nobody who holds it', async () => {
    const x = await applied({ 'a.md': text() }, { 'a.md': text('agent') });
    x.disk.write({ 'other.md': 'mine\n' });
    x.disk.git('stash', '-q');
    expect(await x.undo()).toMatchObject({ how: 'back' });
    x.disk.git('stash', 'pop', '-q');
    expect(x.disk.git('status', '--porcelain')).toBe(' M other.md');
  });
});

/** The target has one commit more, which takes it out; the new revision stands on that and applies it again. */
async function expectReverted({ disk, repo, tip, before, after }: Applied, next: string): Promise<void> {
  expect(disk.git('rev-parse', 'main~1', 'proposals/x', 'proposals/x~1')).toBe(
    `${after}\n${next}\n${disk.git('rev-parse', 'main')}`,
  );
  expect(disk.git('rev-parse', 'main^{tree}', 'proposals/x^{tree}')).toBe(
    disk.git('rev-parse', `${before}^{tree}`, `${after}^{tree}`),
  );
  expect(disk.git('status', '--porcelain')).toBe('');
  expect(disk.git('rev-parse', 'refs/docket/revisions/x/1', 'refs/docket/revisions/x/2')).toBe(
    `${tip}\n${next}`,
  );
  expect(disk.tryGit('rev-parse', '-q', '--verify', 'refs/docket/ended/x').status).not.toBe(0);
  for (const asked of [tip, next])
    expect(await outcomeOf(repo, { id: 'x', tip: asked, target: 'main' })).toMatchObject({
      outcome: 'pending',
      tip: next,
      reopened: { by: { name: 'Olive Owner' } },
    });
  expectWhole(disk);
}

describe('S22: commits on top', () => {
  test.each(['fast-forward', 'merge'] as const)('S22: %s, then redo, undo, redo', async (how) => {
    const x = await applied({ 'a.md': text() }, { 'a.md': text('agent') }, { how });
    x.disk.commit({ 'a.md': text('agent', 'target') }, 'On top');
    x.disk.write({ 'a.md': text('agent', 'target', 'staged') });
    x.disk.git('add', 'a.md');
    x.disk.write({ 'a.md': text('agent', 'target', 'staged', 'unstaged') });
    const top = x.disk.git('rev-parse', 'main');
    const applied1 = files(x.disk);

    expect(await x.undo()).toMatchObject({ how: 'revert', held: [], paths: [{ uncommitted: true }] });
    expect(x.disk.git('show', 'main:a.md')).toBe(text('target').trimEnd());
    expect(x.disk.git('show', ':a.md')).toBe(text('target', 'staged').trimEnd());
    expect(x.disk.read('a.md')).toBe(text('target', 'staged', 'unstaged'));
    expect(x.disk.git('rev-parse', 'main~1')).toBe(top);
    const reverted = ownersState(x.disk);

    expect(await x.redo()).toMatchObject({ how: 'apply', outcome: 'applied' });
    expect(files(x.disk)).toEqual(applied1);
    expect(x.disk.git('show', 'main:a.md')).toBe(text('agent', 'target').trimEnd());

    // That apply was a fast-forward to the new revision, and nobody else has it: the branch goes back to the revert.
    expect(await x.undo()).toMatchObject({ how: 'back' });
    expect(ownersState(x.disk)).toEqual(reverted);
    expect(await x.redo()).toMatchObject({ how: 'forward' });
    expect(files(x.disk)).toEqual(applied1);
    expectWhole(x.disk);
  });

  const files = (disk: TestRepo) => [disk.git('ls-files', '-s'), disk.read('a.md')];

  test('S22: the message says what it reverts; git log shows it as any commit of the owner', async () => {
    const x = await applied({ 'a.md': text() }, { 'a.md': text('agent') }, { how: 'merge' });
    x.disk.commit({ 'other.md': 'on top\n' }, 'On top');
    const { tip } = await x.undo();
    expect(x.disk.git('log', '-1', '--format=%an <%ae>%n%B', 'main')).toBe(
      `Olive Owner <olive@example.com>\nUndo proposal x: Change by x\n\nThis reverts commit ${x.after}, reversing changes made to ${x.before}.\n\nDocket-Reverted: x@${x.tip}\n`,
    );
    expect(x.disk.git('log', '--format=%s', 'main..proposals/x')).toBe('Change by x');
    expect(x.disk.git('branch', '--format=%(refname:short)')).toBe('main\nproposals/x');
    expect(x.disk.git('diff', '--stat', 'main...proposals/x')).toContain('a.md');
    expect(await showProposal(x.repo, 'x')).toMatchObject({
      state: 'pending',
      tip,
      revision: 2,
      target: 'main',
      summary: 'Change by x',
      paths: [{ doc: 'a.md', what: 'change', added: 1, removed: 1 }],
    });
    // A team with plain git merges it as any branch.
    x.disk.git('merge', '-q', '--ff-only', 'proposals/x');
    expect(x.disk.read('a.md')).toBe(text('agent'));
    expect(await outcomeOf(x.repo, { id: 'x', tip, target: 'main' })).toMatchObject({ outcome: 'applied' });
  });

  test('S22: several commits of a proposal are reverted at once', async () => {
    const disk = makeRepo({ 'a.md': 'a\n', 'b.md': 'b\n' });
    const first = propose(disk, 'x', { 'a.md': 'A\n' });
    propose(disk, 'x', { 'b.md': 'B\n' }, { from: first });
    const before = disk.git('rev-parse', 'main');
    const repo = await opened(disk);
    const { oid } = await approve(repo, 'x');
    disk.git('tag', 'v1');
    const { tip } = await takers(repo).undo();
    expect(disk.git('log', '-1', '--format=%b', 'main')).toContain(`This reverts commits ${before}..${oid}.`);
    expect(disk.git('rev-parse', 'main^{tree}')).toBe(disk.git('rev-parse', `${before}^{tree}`));
    expect(disk.git('diff', '--name-only', 'main', tip)).toBe('a.md\nb.md');
  });

  test('S22: a part that someone reverted already is in the new revision, too', async () => {
    const x = await applied({ 'a.md': text(), 'b.md': 'b\n' }, { 'a.md': text('agent'), 'b.md': 'B\n' });
    x.disk.commit({ 'b.md': 'b\n' }, 'Not this one');
    await x.undo();
    expect(x.disk.git('diff', '--name-only', 'main~1', 'main')).toBe('a.md');
    expect(x.disk.git('diff', '--name-only', 'main', 'proposals/x')).toBe('a.md\nb.md');
  });

  test('S22: later commits on the same lines: merge_conflict, nothing changed', async () => {
    const x = await applied({ 'a.md': text() }, { 'a.md': text('agent') });
    x.disk.commit({ 'a.md': text('agent').replace("agent's", 'everybody’s') }, 'Same line');
    const before = [ownersState(x.disk), x.disk.git('for-each-ref')];
    await expect(x.undo()).rejects.toMatchObject({
      code: 'merge_conflict',
      message: 'main has other changes on the lines of x by now: a.md.',
    });
    expect([ownersState(x.disk), x.disk.git('for-each-ref')]).toEqual(before);
  });

  test('S22: the target went on after the undo: redo applies anew where that shows nothing new', async () => {
    const x = await applied({ 'a.md': text() }, { 'a.md': text('agent') });
    await x.undo();
    x.disk.commit({ 'other.md': 'on top\n' }, 'On top');
    x.disk.write({ 'a.md': text('unstaged') });
    await expect(x.redo()).rejects.toMatchObject({ code: 'review_needed' });
    x.disk.git('checkout', '-q', 'a.md');
    expect(await x.redo()).toMatchObject({ how: 'apply', outcome: 'applied' });
    expect(x.disk.git('rev-parse', 'main^2')).toBe(x.tip);
    expect(x.disk.read('a.md')).toBe(text('agent'));
  });
});

describe('S19: the owner’s hooks and key have their say', () => {
  test('S19: commit-msg may refuse the commit that takes it out', async () => {
    const x = await applied({ 'a.md': text() }, { 'a.md': text('agent') });
    x.disk.git('tag', 'v1');
    x.disk.write({ '.git/hooks/commit-msg': '#!/bin/sh\necho no ticket >&2\nexit 1\n' });
    x.disk.executable('.git/hooks/commit-msg');
    const before = [ownersState(x.disk), x.disk.git('for-each-ref')];
    await expect(x.undo()).rejects.toMatchObject({
      code: 'hook_refused',
      details: { hook: 'commit-msg', said: 'no ticket' },
    });
    expect([ownersState(x.disk), x.disk.git('for-each-ref')]).toEqual(before);
  });

  test('S19: a key that cannot sign: signing_failed', async () => {
    const x = await applied({ 'a.md': text() }, { 'a.md': text('agent') });
    x.disk.git('tag', 'v1');
    x.disk.git('config', 'commit.gpgsign', 'true');
    x.disk.git('config', 'gpg.program', '/bin/false');
    await expect(x.undo()).rejects.toMatchObject({ code: 'signing_failed' });
    expect(x.disk.git('rev-parse', 'main')).toBe(x.after);
  });
});

describe('S10: other work trees', () => {
  test('S10: the target is checked out in another one: there, not here', async () => {
    const x = await applied({ 'a.md': text() }, { 'a.md': text('agent') });
    x.disk.git('switch', '-q', '-c', 'mine', x.before);
    x.disk.git('worktree', 'add', '-q', `${x.disk.root}/.git/tree`, 'main');
    await expect(x.undo()).rejects.toMatchObject({ code: 'checked_out_elsewhere' });
    expect(x.disk.git('rev-parse', 'main')).toBe(x.after);
  });

  test('S10: a branch that a work tree kept is pending again, and is not moved to a new revision', async () => {
    const disk = makeRepo({ 'a.md': text() });
    const tip = propose(disk, 'x', { 'a.md': text('agent') });
    disk.git('worktree', 'add', '-q', `${disk.root}/.git/tree`, 'proposals/x');
    const repo = await opened(disk);
    await approve(repo, 'x');
    const { undo, redo } = takers(repo);
    expect(await undo()).toMatchObject({ how: 'back', outcome: 'pending', tip });
    expect(await redo()).toMatchObject({
      outcome: 'applied',
      warnings: [expect.stringContaining('was left there')],
    });
    disk.git('tag', 'v1');
    await expect(undo()).rejects.toMatchObject({ code: 'checked_out_elsewhere' });
  });
});
