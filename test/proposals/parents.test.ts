import { describe, expect, test } from 'vitest';
import { textAt } from '../../src/proposals/index.ts';
import { type Holds, newestOf } from '../../src/proposals/save/aim.ts';
import { repoAt } from '../helpers/make-repo.ts';
import { makeStory } from './story.ts';

const TEXT = '1\n2\n3\n4\n5\n6\n7\n8\n9\n';

describe('S2: the newest of several bases', () => {
  // a-b-c-t is the target's line; s is a side that t merged; x is foreign to all of them.
  const above: Record<string, string> = { a: 'abcst', b: 'bct', c: 'ct', s: 'st', t: 't', x: 'x' };
  const holds: Holds = async (ancestor, of) => above[ancestor]!.includes(of);
  test.each([
    ['one', ['b'], 'b'],
    ['in order', ['a', 'b', 'c'], 'c'],
    ['in any order', ['c', 'a', 'b'], 'c'],
    ['the same twice', ['b', 'b'], 'b'],
    ['on two sides of a merge: the target', ['c', 's'], 't'],
    ['none: the target', [], 't'],
    ['the target itself', ['a', 't'], 't'],
  ])('S2: %s', async (_, commits, wanted) => {
    expect(await newestOf('t', commits, holds)).toBe(wanted);
  });
});

test('S1: the base is an ancestor of the target: it is the parent, though the target went on', async () => {
  const { disk, repo, edited, propose } = await makeStory({ 'a.md': TEXT, 'b.md': 'b\n' });
  const base = disk.git('rev-parse', 'HEAD');
  const doc = await edited('a.md', TEXT.replace('9\n', 'nine\n'));
  disk.commit({ 'b.md': 'bb\n' }, 'Owner goes on');
  const done = await propose([doc]);
  expect(disk.git('rev-parse', `${done.tip}^`)).toBe(base);
  expect(await textAt(repo, done.tip, 'b.md')).toBe('b\n');
});

test('S1: the base was reset away: its secret does not come back with the proposal', async () => {
  const { disk, repo, edited, propose } = await makeStory({ 'a.md': TEXT });
  const safe = disk.git('rev-parse', 'HEAD');
  disk.commit({ 'a.md': TEXT.replace('2\n', '2\nSECRET\n'), 'key.txt': 'SECRET\n' }, 'Oops');
  const doc = await edited('a.md', TEXT.replace('2\n', '2\nSECRET\n').replace('9\n', 'nine\n'));
  disk.git('reset', '-q', '--hard', safe);
  const done = await propose([doc]);
  expect(disk.git('rev-parse', `${done.tip}^`)).toBe(safe);
  expect(await textAt(repo, done.tip, 'a.md')).toBe(TEXT.replace('9\n', 'nine\n'));
  expect(disk.git('log', '-p', '--format=', `main..${done.tip}`)).not.toContain('SECRET');
  expect(disk.git('rev-list', `main..${done.tip}`).split('\n')).toEqual([done.tip]);
});

test('S1: the base was amended', async () => {
  const { disk, repo, edited, propose } = await makeStory({ 'a.md': TEXT });
  disk.commit({ 'a.md': TEXT.replace('5\n', 'five\n') }, 'To be amended');
  const doc = await edited('a.md', TEXT.replace('5\n', 'five\n').replace('9\n', 'nine\n'));
  disk.git('commit', '-q', '--amend', '-m', 'Amended');
  const done = await propose([doc]);
  expect(disk.git('rev-parse', `${done.tip}^`)).toBe(disk.git('rev-parse', 'HEAD^'));
  expect(await textAt(repo, done.tip, 'a.md')).toBe(TEXT.replace('9\n', 'nine\n'));
});

test('S1, S34: opened on one branch, saved on another: the base’s branch is the target, and a warning says so', async () => {
  const { disk, edited, propose } = await makeStory({ 'a.md': TEXT });
  const doc = await edited('a.md', TEXT.replace('9\n', 'nine\n'));
  disk.git('checkout', '-qb', 'other');
  const done = await propose([doc]);
  expect(done.target).toBe('main');
  expect(done.warnings).toEqual([expect.stringContaining('main is not checked out here')]);
});

test('S1: a target that is named wins, and unfinished work of another branch stays out', async () => {
  const { disk, repo, edited, propose } = await makeStory({ 'a.md': TEXT });
  disk.git('checkout', '-qb', 'feature');
  disk.commit({ 'a.md': TEXT.replace('1\n', 'unfinished\n') }, 'Unfinished');
  const doc = await edited('a.md', TEXT.replace('1\n', 'unfinished\n').replace('9\n', 'nine\n'));
  const done = await propose([doc], { target: 'main' });
  expect(done.target).toBe('main');
  expect(await textAt(repo, done.tip, 'a.md')).toBe(TEXT.replace('9\n', 'nine\n'));
  expect(disk.git('rev-list', '--count', `main..${done.tip}`)).toBe('1');
});

test('S2: docs with different bases stand on the newest, each merged up to it', async () => {
  const { disk, repo, edited, propose } = await makeStory({ 'a.md': TEXT, 'b.md': TEXT });
  const older = await edited('a.md', TEXT.replace('9\n', 'nine\n'));
  const middle = disk.commit({ 'a.md': TEXT.replace('1\n', 'one\n') }, 'Owner');
  const newer = await edited('b.md', TEXT.replace('5\n', 'five\n'));
  disk.commit({ 'c.md': 'c\n' }, 'Owner again');
  const done = await propose([older, newer]);
  expect(disk.git('rev-parse', `${done.tip}^`)).toBe(middle);
  expect(await textAt(repo, done.tip, 'a.md')).toBe(TEXT.replace('1\n', 'one\n').replace('9\n', 'nine\n'));
  expect(await textAt(repo, done.tip, 'b.md')).toBe(TEXT.replace('5\n', 'five\n'));
});

test('S2: a clash on the way up refuses and names the doc', async () => {
  const { disk, edited, propose } = await makeStory({ 'a.md': TEXT, 'b.md': TEXT });
  const older = await edited('a.md', TEXT.replace('1\n', 'agent\n'));
  disk.commit({ 'a.md': TEXT.replace('1\n', 'owner\n') }, 'Owner');
  const newer = await edited('b.md', TEXT.replace('5\n', 'five\n'));
  await expect(propose([older, newer])).rejects.toMatchObject({
    code: 'merge_conflict',
    details: { doc: 'a.md' },
  });
});

test('S2: docs of two branches are refused unless a target is named', async () => {
  const { disk, edited, propose } = await makeStory({ 'a.md': TEXT, 'b.md': TEXT });
  const one = await edited('a.md', TEXT.replace('1\n', 'x\n'));
  disk.git('checkout', '-qb', 'other');
  const two = await edited('b.md', TEXT.replace('1\n', 'x\n'));
  await expect(propose([one, two])).rejects.toMatchObject({ code: 'branch_changed' });
  expect((await propose([one, two], { target: 'main' })).target).toBe('main');
});

test('S7: detached HEAD is refused unless a target is given', async () => {
  const { disk, edited, propose } = await makeStory({ 'a.md': TEXT });
  disk.git('checkout', '-q', '--detach');
  const doc = await edited('a.md', TEXT.replace('1\n', 'x\n'));
  await expect(propose([doc])).rejects.toMatchObject({
    code: 'target_gone',
    hint: expect.stringContaining('target'),
  });
  expect((await propose([doc], { target: 'main' })).target).toBe('main');
});

test('S7: on an unborn branch the proposal is a root commit', async () => {
  const { disk, repo, edited, propose } = await makeStory(undefined);
  const done = await propose([await edited('a.md', 'first\n', { created: true })]);
  expect(disk.git('rev-list', '--parents', '-1', done.tip)).toBe(done.tip);
  expect(done).toMatchObject({ target: 'main', docs: [{ doc: 'a.md', added: 1, removed: 0 }] });
  expect(await textAt(repo, done.tip, 'a.md')).toBe('first\n');
  const again = await propose([await edited('a.md', 'second\n', { created: true })], {
    into: done.proposal,
    seenTip: done.tip,
  });
  expect(again.revision).toBe(2);
  expect(disk.git('rev-list', '--parents', '-1', again.tip)).toBe(again.tip);
});

test('S7: opened unborn, saved when the branch was born: it stands on the branch', async () => {
  const { disk, repo, edited, propose } = await makeStory(undefined);
  const doc = await edited('a.md', 'first\n', { created: true });
  const born = disk.commit({ 'b.md': 'b\n' });
  const done = await propose([doc]);
  expect(disk.git('rev-parse', `${done.tip}^`)).toBe(born);
  expect(await textAt(repo, done.tip, 'b.md')).toBe('b\n');
});

test('S10: on a proposal’s own branch a new proposal aims where that one aims', async () => {
  const { disk, edited, propose } = await makeStory({ 'a.md': TEXT, 'b.md': 'b\n' });
  const one = await propose([await edited('a.md', TEXT.replace('1\n', 'x\n'))]);
  disk.git('checkout', '-q', `proposals/${one.proposal}`);
  const two = await propose([await edited('b.md', 'bb\n')]);
  expect(two.target).toBe('main');
  expect(disk.git('rev-list', '--count', `main..${two.tip}`)).toBe('1');
});

test('S10: a proposal branch that a worktree has checked out is not moved', async () => {
  const { disk, edited, propose } = await makeStory({ 'a.md': TEXT });
  const one = await propose([await edited('a.md', TEXT.replace('1\n', 'x\n'))]);
  disk.git('worktree', 'add', '-q', `${disk.root}-tree`, `proposals/${one.proposal}`);
  const tree = repoAt(`${disk.root}-tree`);
  await expect(
    propose([await edited('a.md', TEXT.replace('1\n', 'y\n'))], { into: one.proposal, seenTip: one.tip }),
  ).rejects.toMatchObject({ code: 'checked_out_elsewhere', details: { worktree: tree.root } });
  expect(disk.git('rev-parse', `proposals/${one.proposal}`)).toBe(one.tip);
  disk.git('worktree', 'remove', '--force', tree.root);
});

test('S11: a target that is gone is refused with the way out', async () => {
  const { disk, edited, propose } = await makeStory({ 'a.md': TEXT });
  const doc = await edited('a.md', TEXT.replace('1\n', 'x\n'));
  disk.git('checkout', '-qb', 'other');
  disk.git('branch', '-D', 'main');
  await expect(propose([doc])).rejects.toMatchObject({ code: 'target_gone' });
  await expect(propose([doc], { target: 'nowhere' })).rejects.toMatchObject({ code: 'target_gone' });
});
