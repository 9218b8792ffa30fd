// Linked worktrees: where the target is checked out decides what an approval may touch.
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeRepo, repoAt, type TestRepo } from '../helpers/make-repo.ts';
import { refusalOf } from '../session/actors.ts';
import {
  approved,
  CHANGED,
  caller,
  everything,
  expectSound,
  folder,
  GUIDE,
  mainPath,
  saved,
} from './ground.ts';

function withSide(): { main: TestRepo; side: TestRepo } {
  const main = makeRepo({ 'guide.md': GUIDE, 'other.md': 'o\n' });
  const place = join(folder(), 'side');
  main.git('worktree', 'add', '-q', '-b', 'side', place);
  return { main, side: repoAt(place) };
}

test('the whole path in a linked worktree whose branch is the target', async () => {
  const { main, side } = withSide();
  await mainPath(side);
  expect(side.git('log', '--format=%s', '-1')).toContain('Edited line 2');
  expect([main.read('guide.md'), main.git('status', '--porcelain')]).toEqual([GUIDE, '']);
  // State is kept once for all worktrees.
  expect(readdirSync(join(main.root, '.git/docket'))).toContain('events.jsonl');
});

test('S41: a proposal made in one worktree is listed in the other, and refused there by the name of the tree that has its target', async () => {
  const { main, side } = withSide();
  const { proposal } = await saved(side);
  const before = [everything(main), everything(side)];
  const owner = await caller(main, 'session');
  const plan = await owner.run('proposal.preflight', { proposal });
  expect(plan).toMatchObject({ plan: 'blocked', blocked: { code: 'checked_out_elsewhere' } });
  const refused = await refusalOf(owner.run('proposal.apply', { proposal, token: plan.token }));
  expect(refused).toMatchObject({
    code: 'checked_out_elsewhere',
    message: expect.stringContaining(side.root),
    hint: expect.stringContaining('there'),
  });
  expect([everything(main), everything(side)]).toEqual(before);
  await approved(side, proposal);
  expect(side.read('guide.md')).toBe(CHANGED);
  expectSound(side);
});

test('S34: a target that no worktree has checked out moves alone; no file and no index changes anywhere', async () => {
  const { main, side } = withSide();
  const { agent, proposal, tip } = await saved(side);
  side.git('switch', '-q', '--detach');
  const trees = () => [main, side].map((repo) => [repo.read('guide.md'), repo.git('status', '--porcelain')]);
  const before = trees();
  const applied = await approved(main, proposal);
  expect(applied).toMatchObject({ outcome: 'applied', target: 'side', oid: tip });
  expect(applied.warnings.join()).toContain('side is not checked out here');
  expect(trees()).toEqual(before);
  expect(main.git('rev-parse', 'side')).toBe(tip);
  expect(await agent.heard()).toMatchObject([{ outcome: 'applied', action: 'kept', elsewhere: 'side' }]);
  expectSound(main);
});

test('S10: a proposal branch that a worktree has checked out is neither moved nor removed by an approval', async () => {
  const { main } = withSide();
  const { proposal, tip } = await saved(main);
  const place = join(folder(), 'review');
  main.git('worktree', 'add', '-q', place, `proposals/${proposal}`);
  const applied = await approved(main, proposal);
  expect(applied.warnings.join()).toContain(`proposals/${proposal} is checked out in ${place}`);
  expect(main.git('rev-parse', `proposals/${proposal}`)).toBe(tip);
  expect(repoAt(place).git('status', '--porcelain')).toBe('');
  expect(main.read('guide.md')).toBe(CHANGED);
  expectSound(main);
});

test('a worktree whose folder is gone still holds its branch, and the refusal says where', async () => {
  const { main, side } = withSide();
  const { proposal, agent } = await saved(side);
  await agent.end();
  rmSync(side.root, { recursive: true });
  const before = everything(main);
  await expect(approved(main, proposal)).rejects.toMatchObject({
    code: 'checked_out_elsewhere',
    hint: expect.stringContaining('git worktree prune'),
  });
  expect(everything(main)).toEqual(before);
  main.git('worktree', 'prune');
  expect(await approved(main, proposal)).toMatchObject({ outcome: 'applied' });
  expectSound(main);
});

test('a worktree with configuration of its own (extensions.worktreeConfig)', async () => {
  const { main, side } = withSide();
  main.git('config', 'extensions.worktreeConfig', 'true');
  side.git('config', '--worktree', 'core.autocrlf', 'true');
  side.git('rm', '-q', '--cached', '-r', '.');
  side.git('reset', '-q', '--hard');
  expect(side.read('guide.md')).toBe(GUIDE.replaceAll('\n', '\r\n'));
  await mainPath(side, { disk: CHANGED.replaceAll('\n', '\r\n') });
  expect(main.read('guide.md')).toBe(GUIDE);
});
