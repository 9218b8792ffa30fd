// The owner's hooks, keys and identity while a proposal is approved.
import { chmodSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { applyWatched } from '../../../src/proposals/apply/apply.ts';
import { applyProposal } from '../../../src/proposals/index.ts';
import { makeRepo, type TestRepo } from '../../helpers/make-repo.ts';
import { listing } from '../../repo/landing/landings.ts';
import { approve, givens, opened, propose, refusalOf } from './proposing.ts';
import { text } from './sides.ts';

const DOC = { 'a.md': text(), 'b.md': 'b\n' };

function prepared(how: 'fast-forward' | 'merge'): { repo: TestRepo; tip: string } {
  const repo = makeRepo(DOC);
  const tip = propose(repo, 'x', { 'a.md': text('agent') });
  if (how === 'merge') repo.commit({ 'a.md': text('target') });
  return { repo, tip };
}

function hook(repo: TestRepo, name: string, ...lines: string[]): void {
  repo.write({ [`.git/hooks/${name}`]: ['#!/bin/sh', ...lines, ''].join('\n') });
  chmodSync(join(repo.root, '.git/hooks', name), 0o755);
}

const NAMES = [
  'pre-merge-commit',
  'prepare-commit-msg',
  'commit-msg',
  'post-merge',
  'pre-commit',
  'post-commit',
];

describe('S19: hooks run as git merge would run them', () => {
  test('a merge: before the commit, on its message, and after', async () => {
    const { repo } = prepared('merge');
    for (const name of NAMES) hook(repo, name, `echo ${name} "\${1##*/}" "$2" >> .git/ran`);
    hook(repo, 'pre-merge-commit', 'git diff --cached --name-only HEAD >> .git/ran');
    hook(repo, 'commit-msg', 'echo "Reviewed-by: Hook <h@example.com>" >> "$1"');
    await approve(await opened(repo), 'x');
    expect(repo.read('.git/ran')).toMatch(/^a\.md\nprepare-commit-msg \S+ merge\npost-merge 0 \n$/);
    expect(repo.git('log', '-1', '--format=%B')).toContain('Reviewed-by: Hook <h@example.com>');
    expect(repo.git('log', '-1', '--format=%(trailers:key=Docket-Applied,valueonly)')).toContain('x@');
    expect(repo.git('status', '--porcelain')).toBe('');
  });

  test('a fast-forward: only after', async () => {
    const { repo } = prepared('fast-forward');
    for (const name of NAMES) hook(repo, name, `echo ${name} "$1" >> .git/ran`);
    await approve(await opened(repo), 'x');
    expect(repo.read('.git/ran')).toBe('post-merge 0\n');
  });

  test('core.hooksPath is where git would look', async () => {
    const { repo } = prepared('merge');
    repo.git('config', 'core.hooksPath', 'ours');
    repo.write({ 'ours/commit-msg': '#!/bin/sh\necho ours >> "$1"\n' });
    chmodSync(join(repo.root, 'ours/commit-msg'), 0o755);
    await approve(await opened(repo), 'x');
    expect(repo.git('log', '-1', '--format=%B')).toContain('ours');
  });

  test.each([
    ['pre-merge-commit', 'exit 1'],
    ['prepare-commit-msg', 'exit 1'],
    ['commit-msg', 'exit 1'],
    ['commit-msg', ': > "$1"'],
    ['pre-merge-commit', 'echo sneaked > s.md; git add s.md; rm s.md'],
    ['reference-transaction', '[ "$1" != prepared ]'],
  ])('%s may refuse, with nothing changed: %s', async (name, line) => {
    const { repo } = prepared('merge');
    repo.write({ 'a.md': text('target', 'unstaged') });
    hook(repo, name, 'echo not today', line);
    const open = await opened(repo);
    const before = listing(repo.root);
    const refusal = await refusalOf(approve(open, 'x'));
    expect(refusal).toMatchObject({ code: 'hook_refused', details: { hook: name } });
    expect(listing(repo.root)).toEqual(before);
  });

  test('post-merge that fails is told of: it has landed', async () => {
    const { repo } = prepared('fast-forward');
    hook(repo, 'post-merge', 'echo tired; exit 1');
    const done = await approve(await opened(repo), 'x');
    expect(done.warnings).toContain('The hook post-merge failed: tired');
  });

  test('S67: no hook runs while index.lock is held', async () => {
    const { repo } = prepared('merge');
    for (const name of [...NAMES, 'reference-transaction'])
      hook(repo, name, `[ ! -e .git/index.lock ] || echo ${name} "$1" >> .git/held`);
    await approve(await opened(repo), 'x');
    expect(existsSync(join(repo.root, '.git/held'))).toBe(false);
  });
});

describe('S19: signing', () => {
  /** A program in place of gpg that signs whatever it gets. */
  function signing(repo: TestRepo, status = 0): void {
    const lines = [
      '#!/bin/sh',
      'cat > /dev/null',
      'echo "[GNUPG:] SIG_CREATED " >&2',
      'echo SIGNATURE',
      `exit ${status}`,
    ];
    repo.write({ '.git/gpg': `${lines.join('\n')}\n` });
    chmodSync(join(repo.root, '.git/gpg'), 0o755);
    repo.git('config', 'gpg.program', join(repo.root, '.git/gpg'));
    repo.git('config', 'commit.gpgsign', 'true');
  }
  const isSigned = (repo: TestRepo, name: string) =>
    repo.git('cat-file', 'commit', name).includes('\ngpgsig ');

  test('with commit.gpgsign an unsigned tip is merged by a signed commit', async () => {
    const { repo, tip } = prepared('fast-forward');
    signing(repo);
    const done = await applyProposal(await opened(repo), { proposal: 'x', tip }, givens);
    expect(done.how).toBe('merge');
    expect(isSigned(repo, 'main')).toBe(true);
    expect(repo.git('rev-parse', 'main^2')).toBe(tip);
  });

  test('a signed tip is fast-forwarded', async () => {
    const { repo } = prepared('fast-forward');
    signing(repo);
    const tip = repo.git('commit-tree', '-S', 'proposals/x^{tree}', '-p', 'main', '-m', 'Signed');
    repo.git('update-ref', 'refs/heads/proposals/x', tip);
    expect(await applyProposal(await opened(repo), { proposal: 'x', tip }, givens)).toMatchObject({
      how: 'fast-forward',
      oid: tip,
    });
  });

  test('a key that fails changes nothing', async () => {
    const { repo, tip } = prepared('merge');
    signing(repo, 1);
    const open = await opened(repo);
    const before = listing(repo.root);
    expect(await refusalOf(applyProposal(open, { proposal: 'x', tip }, givens))).toMatchObject({
      code: 'signing_failed',
    });
    expect(listing(repo.root)).toEqual(before);
  });

  test('a target that moves after the signature: nobody is asked to sign twice', async () => {
    const { repo, tip } = prepared('merge');
    signing(repo);
    const moving = applyWatched(await opened(repo), { proposal: 'x', tip }, givens, {
      at: (step) => {
        if (step === 'staged')
          repo.git('-c', 'commit.gpgsign=false', 'commit', '-q', '--allow-empty', '-m', 'Mine');
      },
    });
    expect(await refusalOf(moving)).toMatchObject({ code: 'target_moved' });
    expect(repo.git('log', '-1', '--format=%s')).toBe('Mine');
  });

  test.each([
    ['merge.ff', 'false'],
    ['branch.main.mergeOptions', '--no-ff'],
  ])('%s=%s: never a fast-forward', async (key, value) => {
    const { repo, tip } = prepared('fast-forward');
    repo.git('config', key, value);
    const done = await applyProposal(await opened(repo), { proposal: 'x', tip }, givens);
    expect(done.how).toBe('merge');
    expect(repo.git('rev-parse', 'main^2')).toBe(tip);
  });
});

test('S71: without an identity nothing lands', async () => {
  const { repo, tip } = prepared('merge');
  repo.git('config', '--unset', 'user.name');
  repo.git('config', '--unset', 'user.email');
  repo.git('config', 'user.useConfigOnly', 'true');
  const open = await opened(repo);
  const before = listing(repo.root);
  expect(await refusalOf(applyProposal(open, { proposal: 'x', tip }, givens))).toMatchObject({
    code: 'no_identity',
  });
  expect(listing(repo.root)).toEqual(before);
});
