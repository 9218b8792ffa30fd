import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { listRefs, openRepo, readEvents, withLock } from '../../src/repo/index.ts';
import { makeRepo } from '../helpers/make-repo.ts';
import { program } from './child-program.ts';

const NAMES = ['a', 'b', 'c', 'd'];

/** Starts a racer for each name and waits for all of them; `beside` runs again and again meanwhile. */
async function race(
  root: string,
  what: string,
  times: number,
  beside: () => unknown = () => {},
): Promise<void> {
  const start = program('racer.ts');
  const racers = NAMES.map((name) => start(root, what, name, String(times)).done);
  let running = true;
  const all = Promise.all(racers).finally(() => {
    running = false;
  });
  while (running) {
    await beside();
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  for (const { status, stderr } of await all) expect([status, stderr]).toEqual([0, '']);
}

test('several processes extend one branch by compare-and-swap: no commit is lost', async () => {
  const made = makeRepo({ a: '' });
  made.git('branch', 'shared');
  await race(made.root, 'extend', 10, () => made.tryGit('pack-refs', '--all'));
  const subjects = made.git('log', '--format=%s', 'shared', '^main').split('\n').sort();
  expect(subjects).toEqual(
    NAMES.flatMap((name) => Array.from({ length: 10 }, (_, i) => `${name} ${i}`)).sort(),
  );
  for (const name of NAMES) expect(made.git('show', `shared:by/${name}.md`)).toBe(`${name} 9`);
  expect(made.git('fsck', '--strict', '--no-progress', '--no-dangling')).toBe('');
});

test('branches come and go beside gc and pack-refs: none is lost, none comes back, every object is there', async () => {
  const made = makeRepo({ a: '' });
  const main = made.git('rev-parse', 'HEAD');
  const bystanders = Array.from({ length: 100 }, (_, i) => `refs/heads/proposals/still-${i}`);
  made.gitInput(bystanders.map((ref) => `create ${ref} ${main}\n`).join(''), 'update-ref', '--stdin');
  const repo = await openRepo(made.root);
  onTestFinished(() => repo.close());
  let turn = 0;
  await race(made.root, 'branches', 12, async () => {
    made.tryGit(...(turn++ % 3 ? ['pack-refs', '--all'] : ['gc', '-q', '--prune=2.weeks.ago']));
    // Whoever reads meanwhile misses none of those that stay, in whatever form git has them just now.
    const seen = await listRefs(repo, 'refs/heads/proposals/');
    expect(bystanders.filter((ref) => seen.get(ref) !== main)).toEqual([]);
  });
  const left = NAMES.flatMap((name) =>
    Array.from({ length: 6 }, (_, i) => `refs/heads/proposals/${name}-${i * 2}`),
  );
  expect([...(await listRefs(repo, 'refs/heads/proposals/')).keys()]).toEqual(
    [...bystanders, ...left].sort(),
  );
  expect((await listRefs(repo, 'refs/docket/ended/')).size).toBe(24);
  expect(made.git('fsck', '--strict', '--no-progress', '--no-dangling')).toBe('');
});

test('the lock is held by one process at a time', async () => {
  const made = makeRepo({ a: '' });
  const repo = await openRepo(made.root);
  onTestFinished(() => repo.close());
  await withLock(repo, async () => writeFileSync(join(repo.stateDir, 'count'), '0'));
  await race(made.root, 'count', 25);
  expect(readFileSync(join(repo.stateDir, 'count'), 'utf8')).toBe('100');
});

test('a process that is killed with the lock keeps nobody out, and many waiting take turns', async () => {
  const made = makeRepo({ a: '' });
  const repo = await openRepo(made.root);
  onTestFinished(() => repo.close());
  const start = program('racer.ts');
  await withLock(repo, async () => writeFileSync(join(repo.stateDir, 'count'), '0'));
  for (let round = 0; round < 3; round++) {
    const { child, done } = start(made.root, 'hold', 'x');
    await new Promise((resolve) => child.stdout!.once('data', resolve));
    const waiting = NAMES.map((name) => start(made.root, 'count', name, '5').done);
    child.kill('SIGKILL');
    await done;
    for (const { status, stderr } of await Promise.all(waiting)) expect([status, stderr]).toEqual([0, '']);
  }
  expect(readFileSync(join(repo.stateDir, 'count'), 'utf8')).toBe('60');
});

test('S42: events of several processes are all there, whole, the shared ones once', async () => {
  const made = makeRepo({ a: '' });
  await race(made.root, 'events', 15);
  const repo = await openRepo(made.root);
  onTestFinished(() => repo.close());
  const { events, complete } = await readEvents(repo, null, 1000);
  const told = events as { kind: string; id: string; name?: string; i?: number }[];
  expect(complete).toBe(true);
  expect(
    told
      .filter(({ kind }) => kind === 'own')
      .map(({ name, i }) => `${name}${i}`)
      .sort(),
  ).toEqual(NAMES.flatMap((name) => Array.from({ length: 15 }, (_, i) => `${name}${i}`)).sort());
  expect(
    told
      .filter(({ kind }) => kind === 'shared')
      .map(({ id }) => id)
      .sort(),
  ).toEqual(Array.from({ length: 15 }, (_, i) => `shared-${i}`).sort());
});

test('a process that read and never closed ends by itself', async () => {
  const made = makeRepo({ a: '' });
  const { done } = program('racer.ts')(made.root, 'leave', 'x');
  expect(await done).toEqual({ status: 0, stdout: 'Begin\n', stderr: '' });
});
