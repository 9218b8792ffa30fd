// Locks of git's that somebody holds: waited for for five seconds, then named, and never removed.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeRepo, type TestRepo } from '../helpers/make-repo.ts';
import { propose } from '../proposals/apply/proposing.ts';
import { text } from '../proposals/apply/sides.ts';
import { docket } from './race-world.ts';
import { litter, stateOf } from './repository-state.ts';

/** A program that holds a file of git's open, as a git that waits for an editor does. */
async function held(path: string, all: ChildProcess[]): Promise<ChildProcess> {
  const script =
    'require("fs").openSync(process.argv[1], "wx"); console.log("held"); setInterval(() => {}, 1e6)';
  const child = spawn(process.execPath, ['-e', script, path], { stdio: ['ignore', 'pipe', 'inherit'] });
  all.push(child);
  await new Promise((resolve) => child.stdout!.once('data', resolve));
  return child;
}

function prepared(): { repo: TestRepo; tip: string } {
  const repo = makeRepo({ 'a.md': text(), 'b.md': 'b\n' });
  const tip = propose(repo, 'x', { 'a.md': text('agent') });
  repo.write({ 'a.md': text('unstaged'), 'b.md': 'b2\n' });
  return { repo, tip };
}

type Act = (repo: TestRepo, tip: string) => Promise<string[]>;
const approve: Act = async ({ root }) => {
  const { json } = await docket(root, 'preflight', 'x');
  return ['approve', 'x', '--token', json.token, '--yes'];
};
const reject: Act = async (_repo, tip) => ['reject', 'x', '--tip', tip, '--yes'];
const undo: Act = async (repo, tip) => {
  await docket(repo.root, ...(await approve(repo, tip)));
  return ['undo', 'x', '--yes'];
};
const save: Act = async () => ['save', 'b.md', '--summary', 'Saved'];

const CASES: readonly (readonly [string, string, Act])[] = [
  ['approve', 'index.lock', approve],
  ['undo', 'index.lock', undo],
  ['save', 'index.lock', save],
  ['approve', 'refs/heads/main.lock', approve],
  ['approve', 'packed-refs.lock', approve],
  ['undo', 'refs/heads/main.lock', undo],
  ['reject', 'refs/heads/proposals/x.lock', reject],
  ['save', 'refs/heads/main.lock', save],
];

test('S68: whoever holds a lock of git’s is waited for, then named with its age, and keeps it', async () => {
  const holders: ChildProcess[] = [];
  onTestFinished(() => holders.forEach((each) => void each.kill('SIGKILL')));
  const ready = CASES.map(([what, lock, act]) => ({ what, lock, act, ...prepared() }));
  // All at once: each waits for five seconds.
  const ends = ready.map(async ({ what, lock, act, repo, tip }) => {
    const path = join(repo.root, '.git', lock);
    const args = await act(repo, tip);
    // A ref that is packed is deleted by rewriting packed-refs.
    if (lock === 'packed-refs.lock') repo.git('pack-refs', '--all');
    const before = stateOf(repo.root, new Set());
    const holder = await held(path, holders);
    const { ino } = statSync(path);
    const { status, json, out } = await docket(repo.root, ...args);
    const owner = `node (process ${holder.pid})`;
    expect({ what, lock, status, said: json?.refusal ?? out }).toMatchObject({
      status: 1,
      said: {
        code: 'locked',
        message: expect.stringMatching(/\.lock is held by node \(process \d+\), for \d+ s\./),
        details: { lock: path, seconds: expect.any(Number), owner },
      },
    });
    expect(statSync(path).ino).toBe(ino);
    expect(stateOf(repo.root, new Set())).toEqual(before);
    holder.kill('SIGKILL');
    rmSync(path);
    const again = await docket(repo.root, ...(what === 'approve' ? await approve(repo, tip) : args));
    expect({ what, lock, status: again.status, said: again.out }).toMatchObject({ status: 0 });
    expect(litter(repo.root)).toEqual([]);
  });
  for (const end of await Promise.allSettled(ends)) if (end.status === 'rejected') throw end.reason;
});

test('S68: a lock that nobody holds any more is said to be so, and stays', async () => {
  const { repo, tip } = prepared();
  const args = await approve(repo, tip);
  repo.write({ '.git/index.lock': '' });
  const { json } = await docket(repo.root, ...args);
  expect(json.refusal).toMatchObject({ code: 'locked', hint: expect.stringContaining('remove the lock') });
  expect(existsSync(join(repo.root, '.git/index.lock'))).toBe(true);
});

test('S68: a lock that is let go within the five seconds is no refusal', async () => {
  const { repo, tip } = prepared();
  for (const lock of ['index.lock', 'refs/heads/main.lock']) {
    const path = join(repo.root, '.git', lock);
    const args = lock === 'index.lock' ? await approve(repo, tip) : ['undo', 'x', '--yes'];
    writeFileSync(path, '', { flag: 'wx' });
    setTimeout(() => rmSync(path), 1_200);
    expect(await docket(repo.root, ...args)).toMatchObject({ status: 0 });
  }
});
