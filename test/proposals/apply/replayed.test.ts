import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { makeRepo } from '../../helpers/make-repo.ts';
import { approve, opened, propose } from './proposing.ts';
import { type Case, cases, OWNERS, type Party, withEdits } from './replays.ts';

test('S14: the owner’s edits are replayed byte for byte on the new target, and the commit holds the agent’s alone', async () => {
  await fc.assert(fc.asyncProperty(cases, replayed), { numRuns: 8, seed: 20260101, endOnFailure: true });
});

test('S14: and so with other cases each time', async () => {
  await fc.assert(fc.asyncProperty(cases, replayed), { numRuns: 4, endOnFailure: true });
});

async function replayed(one: Case): Promise<void> {
  const stored = one.endings === 'crlf' ? '\r\n' : '\n';
  const written = one.endings === 'autocrlf' ? '\r\n' : stored;
  const text = (...parties: Party[]) => withEdits(one, parties, stored);
  const disk = (...parties: Party[]) => withEdits(one, parties, written);
  const repo = makeRepo({ 'other.md': 'o\n' });
  if (one.endings === 'autocrlf') repo.git('config', 'core.autocrlf', 'true');
  repo.commit({ 'a.md': disk() }, 'Add');
  propose(repo, 'x', { 'a.md': text('agent') });
  const target: Party[] = one.how === 'merge' ? ['target'] : [];
  if (one.how === 'merge') repo.commit({ 'a.md': disk('target'), 'other.md': 'moved on\n' });
  const [staged, own] = [OWNERS[one.owner].filter((each) => each === 'staged'), OWNERS[one.owner]];
  repo.write({ 'a.md': disk(...target, ...staged) });
  repo.git('add', 'a.md');
  repo.write({ 'a.md': disk(...target, ...own) });

  const done = await approve(await opened(repo), 'x');

  expect(done.how).toBe(one.how);
  const at = (name: string) => bytesOf(repo.root, name);
  expect(at('main:a.md')).toBe(text('agent', ...target));
  expect(at(':a.md')).toBe(text('agent', ...target, ...staged));
  expect(repo.read('a.md')).toBe(disk('agent', ...target, ...own));
  expect(repo.git('diff', '--cached', '--name-only', 'main', '--', 'other.md')).toBe('');
  const marks = repo.git('status', '--porcelain', '--untracked-files=all');
  const [x, y] = [
    text('agent', ...target) !== text('agent', ...target, ...staged),
    disk(...staged) !== disk(...own),
  ];
  expect(marks).toBe(x || y ? `${x ? 'M' : ' '}${y ? 'M' : ' '} a.md` : '');
}

function bytesOf(root: string, name: string): string {
  return spawnSync('git', ['cat-file', 'blob', name], { cwd: root }).stdout.toString('utf8');
}
