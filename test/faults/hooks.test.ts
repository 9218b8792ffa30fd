// Hooks that refuse, rewrite or hang, keys and identities that are missing: each has a refusal, and nothing is half
// done.
import { chmodSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { outcomeOf, rejectProposal, undoProposal } from '../../src/proposals/index.ts';
import { commitPaths, type Repo } from '../../src/repo/index.ts';
import { makeRepo, type TestRepo } from '../helpers/make-repo.ts';
import { approve, givens, opened, propose, refusalOf } from '../proposals/apply/proposing.ts';
import { text } from '../proposals/apply/sides.ts';
import { litter, stateOf } from './repository-state.ts';

/** After this a hook is taken to hang; no more, or what comes after would be stopped too. */
const LIMIT_MS = 15 * 60_000;
afterEach(() => void vi.useRealTimers());

function hook(repo: TestRepo, name: string, ...lines: string[]): void {
  repo.write({ [`.git/hooks/${name}`]: ['#!/bin/sh', ...lines, ''].join('\n') });
  chmodSync(join(repo.root, '.git/hooks', name), 0o755);
}

/** A merge to be approved, with uncommitted and staged edits, and a doc to be saved. */
async function prepared(): Promise<{ repo: TestRepo; open: Repo; tip: string }> {
  const repo = makeRepo({ 'a.md': text(), 'b.md': 'b\n', 'o.md': 'o\n' });
  const tip = propose(repo, 'x', { 'a.md': text('agent') });
  repo.commit({ 'a.md': text('target') });
  repo.write({ 'a.md': text('target', 'unstaged'), 'o.md': 'staged\n' });
  repo.git('add', 'o.md');
  repo.write({ 'b.md': 'b saved\n', 'new.md': 'new\n' });
  return { repo, open: await opened(repo), tip };
}

const save = (open: Repo) => commitPaths(open, ['b.md', 'new.md'], { message: 'Saved' });
const reject = (open: Repo, tip: string) =>
  rejectProposal(open, { proposal: 'x', tip, by: { name: 'o', role: 'owner' } }, givens);

/** Nothing changed and nothing is left. */
function expectUntouched(repo: TestRepo, before: unknown): void {
  expect(stateOf(repo.root, new Set())).toEqual(before);
  expect(litter(repo.root)).toEqual([]);
}

describe('S19, S27: a hook that hangs is stopped and named, with nothing changed', () => {
  /** Waits until the hook says that it runs, then lets so much time pass that nothing but a hang takes. */
  async function hanging(repo: TestRepo, act: () => Promise<unknown>) {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const refused = refusalOf(act());
    while (!existsSync(join(repo.root, '.git/hangs'))) await new Promise((resolve) => setImmediate(resolve));
    await vi.advanceTimersByTimeAsync(LIMIT_MS);
    const refusal = await refused;
    vi.useRealTimers();
    process.kill(Number(readFileSync(join(repo.root, '.git/hangs'), 'utf8')), 'SIGKILL');
    return refusal;
  }
  const HANG = ['sleep 1000 & echo $! > .git/hanging; mv .git/hanging .git/hangs; wait'];

  test.each(['pre-merge-commit', 'prepare-commit-msg', 'commit-msg', 'reference-transaction'])(
    '%s, at an apply',
    async (name) => {
      const { repo, open } = await prepared();
      hook(
        repo,
        name,
        ...(name === 'reference-transaction' ? ['[ "$1" = prepared ] || exit 0'] : []),
        ...HANG,
      );
      const before = stateOf(repo.root, new Set());
      const refusal = await hanging(repo, () => approve(open, 'x'));
      expect(refusal).toMatchObject({ code: 'hook_refused' });
      expect(refusal.message).toContain(name);
      expect(refusal.message).toContain('15 minutes');
      expectUntouched(repo, before);
    },
  );

  test.each(['pre-commit', 'prepare-commit-msg', 'commit-msg', 'reference-transaction'])(
    '%s, at a save: what was put down in the index is taken back',
    async (name) => {
      const { repo, open } = await prepared();
      hook(
        repo,
        name,
        ...(name === 'reference-transaction' ? ['[ "$1" = prepared ] || exit 0'] : []),
        ...HANG,
      );
      const before = stateOf(repo.root, new Set());
      const refusal = await hanging(repo, () => save(open));
      expect(refusal).toMatchObject({ code: 'hook_refused' });
      expectUntouched(repo, before);
    },
  );

  test('reference-transaction, at a reject', async () => {
    const { repo, open, tip } = await prepared();
    hook(repo, 'reference-transaction', '[ "$1" = prepared ] || exit 0', ...HANG);
    const before = stateOf(repo.root, new Set());
    expect(await hanging(repo, () => reject(open, tip))).toMatchObject({ code: 'hook_refused' });
    expectUntouched(repo, before);
  });
});

describe('S19, S67: a hook that refuses', () => {
  test('reference-transaction, at a reject and an undo: nothing is half done', async () => {
    const { repo, open, tip } = await prepared();
    const veto = () => hook(repo, 'reference-transaction', 'echo not so >&2; [ "$1" != prepared ]');
    veto();
    const before = stateOf(repo.root, new Set());
    expect(await refusalOf(reject(open, tip))).toMatchObject({ code: 'hook_refused' });
    expectUntouched(repo, before);
    rmSync(join(repo.root, '.git/hooks/reference-transaction'));
    await approve(open, 'x');
    veto();
    const applied = stateOf(repo.root, new Set());
    expect(await refusalOf(undoProposal(open, { proposal: 'x' }, givens))).toMatchObject({
      code: 'hook_refused',
    });
    expectUntouched(repo, applied);
  });

  test.each(['pre-commit', 'prepare-commit-msg', 'commit-msg', 'reference-transaction'])(
    '%s, at a save of a new doc: the index is as it was',
    async (name) => {
      const { repo, open } = await prepared();
      hook(repo, name, name === 'reference-transaction' ? '[ "$1" != prepared ]' : 'exit 1');
      const before = stateOf(repo.root, new Set());
      expect(await refusalOf(save(open))).toMatchObject({ code: 'hook_refused', details: { written: true } });
      expectUntouched(repo, before);
    },
  );

  test('post-commit and post-rewrite may fail: the save is there', async () => {
    const { repo, open } = await prepared();
    hook(repo, 'post-commit', 'exit 1');
    const { oid } = await save(open);
    expect(repo.git('rev-parse', 'HEAD')).toBe(oid);
  });
});

describe('S19: a hook that rewrites', () => {
  test('the message, without docket’s trailers too: it is applied all the same', async () => {
    const { repo, open, tip } = await prepared();
    hook(repo, 'prepare-commit-msg', 'echo "Rewritten" > "$1"');
    await approve(open, 'x');
    expect(repo.git('log', '-1', '--format=%B', 'main')).toBe('Rewritten\n');
    expect(await outcomeOf(open, { id: 'x', tip, target: 'main' })).toMatchObject({ outcome: 'applied' });
    expect(litter(repo.root)).toEqual([]);
  });

  test('a file, before the merge is made: the plan is made again or refused, and both edits stay', async () => {
    const { repo, open } = await prepared();
    hook(repo, 'commit-msg', 'echo "from a hook" >> a.md');
    const refusal = await refusalOf(approve(open, 'x'));
    expect(refusal.code).toMatch(/target_moved|changed_since_review/);
    expect(repo.read('a.md')).toBe(`${text('target', 'unstaged')}from a hook\n`);
    expect(repo.git('log', '-1', '--format=%s', 'main')).toBe('Change');
    expect(litter(repo.root)).toEqual([]);
  });

  test('post-merge that writes into what landed is an edit of the owner’s', async () => {
    const { repo, open } = await prepared();
    hook(repo, 'post-merge', 'echo "from a hook" >> a.md');
    await approve(open, 'x');
    expect(repo.read('a.md')).toBe(`${text('agent', 'target', 'unstaged')}from a hook\n`);
    expect(repo.git('show', 'main:a.md')).toBe(text('agent', 'target').trimEnd());
  });
});

describe('S19, S27: keys and identity', () => {
  const SETTINGS: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
    ['no such program', { 'gpg.program': '/nowhere/gpg' }],
    ['an ssh key that is not there', { 'gpg.format': 'ssh', 'user.signingkey': '/nowhere/key.pub' }],
    ['no ssh key at all', { 'gpg.format': 'ssh' }],
    ['a program that fails', { 'gpg.program': 'false' }],
    ['a program that signs nothing', { 'gpg.program': 'true' }],
  ];
  test.each(SETTINGS)('%s: neither apply nor save leaves anything', async (_, settings) => {
    const { repo, open } = await prepared();
    for (const [key, value] of Object.entries({ 'commit.gpgsign': 'true', ...settings }))
      repo.git('config', key, value);
    const before = stateOf(repo.root, new Set());
    expect(await refusalOf(approve(open, 'x'))).toMatchObject({ code: 'signing_failed' });
    expectUntouched(repo, before);
    expect(await refusalOf(save(open))).toMatchObject({ code: 'signing_failed' });
    expectUntouched(repo, before);
  });

  test('S71: without an identity nothing is undone or rejected', async () => {
    const { repo, open, tip } = await prepared();
    for (const key of ['user.name', 'user.email']) repo.git('config', '--unset', key);
    repo.git('config', 'user.useConfigOnly', 'true');
    const before = stateOf(repo.root, new Set());
    expect(await refusalOf(reject(open, tip))).toMatchObject({ code: 'no_identity' });
    expect(await refusalOf(save(open))).toMatchObject({ code: 'no_identity' });
    expectUntouched(repo, before);
  });
});
