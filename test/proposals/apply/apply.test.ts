import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { applyProposal, outcomeOf, preflight } from '../../../src/proposals/index.ts';
import { makeRepo, type TestRepo } from '../../helpers/make-repo.ts';
import { approve, givens, opened, propose, refusalOf } from './proposing.ts';
import { text } from './sides.ts';

const DOC = { 'guide/a.md': text(), 'other.md': 'other\n' };

test('fast-forward: branch, file and index are the tip; the proposal has ended', async () => {
  const repo = makeRepo(DOC);
  const before = repo.git('rev-parse', 'HEAD');
  const tip = propose(repo, 'x', { 'guide/a.md': text('agent') });
  const open = await opened(repo);
  const plan = await preflight(open, 'x');
  expect(plan).toMatchObject({
    plan: 'fast-forward',
    simple: true,
    target: 'main',
    targetOid: before,
    tip,
    touching: 0,
  });
  const done = await applyProposal(open, { proposal: 'x', tip }, givens);
  expect(done).toMatchObject({
    ...{ proposal: 'x', outcome: 'applied', how: 'fast-forward', oid: tip, target: 'main' },
    by: { name: 'Olive Owner', email: 'olive@example.com', role: 'owner' },
    paths: [{ doc: 'guide/a.md', uncommitted: false, before: text(), after: text('agent') }],
  });
  expect(repo.git('rev-parse', 'main')).toBe(tip);
  expect(repo.read('guide/a.md')).toBe(text('agent'));
  expect(repo.git('status', '--porcelain')).toBe('');
  expect(repo.git('rev-parse', 'ORIG_HEAD')).toBe(before);
  expect(repo.git('for-each-ref', '--format=%(refname)')).toBe(
    'refs/docket/ended/x\nrefs/docket/reviews/x\nrefs/docket/revisions/x/1\nrefs/heads/main',
  );
  expect(await outcomeOf(open, { id: 'x', tip, target: 'main' })).toMatchObject({
    outcome: 'applied',
    oid: tip,
  });
});

test('S69: a merge commit of target and tip, by the owner, that names what it applied', async () => {
  const repo = makeRepo(DOC);
  const tip = propose(repo, 'x', { 'guide/a.md': text('agent') });
  const target = repo.commit({ 'guide/a.md': text('target') }, 'Meanwhile');
  const open = await opened(repo);
  const done = await applyProposal(open, { proposal: 'x', tip }, givens);
  expect(repo.git('log', '-1', '--format=%P%n%an <%ae>%n%B')).toBe(
    `${target} ${tip}\nOlive Owner <olive@example.com>\nMerge proposal x: Change by x\n\nDocket-Applied: x@${tip}\n`,
  );
  expect(repo.git('rev-parse', 'HEAD')).toBe(done.oid);
  expect(repo.git('show', 'HEAD:guide/a.md')).toBe(text('target', 'agent').trimEnd());
  expect(repo.git('status', '--porcelain')).toBe('');
  expect(repo.git('branch', '--merged', 'main', '--format=%(refname:short)')).toBe('main');
});

test('S69: the summary is the subject', async () => {
  const repo = makeRepo(DOC);
  propose(repo, 'x', { 'guide/a.md': text('agent') });
  repo.commit({ 'other.md': 'more\n' });
  const open = await opened(repo);
  expect(await refusalOf(approve(open, 'x', { summary: 'two\nlines' }))).toMatchObject({
    code: 'invalid_input',
  });
  await approve(open, 'x', { summary: 'As agreed' });
  expect(repo.git('log', '-1', '--format=%s')).toBe('As agreed');
});

describe('S14: the owner’s edits stay as they were, on the new target', () => {
  const OWNER = {
    clean: [],
    staged: ['staged'],
    unstaged: ['unstaged'],
    both: ['staged', 'unstaged'],
  } as const;
  const cases = Object.entries(OWNER).flatMap(([name, edits]) =>
    (['fast-forward', 'merge'] as const).flatMap((how) =>
      (['change', 'rename'] as const).map((what) => [name, how, what, edits] as const),
    ),
  );
  test.each(cases)('%s edits, %s, %s', async (_, how, what, edits) => {
    const repo = makeRepo(DOC);
    const base = [...(how === 'merge' ? (['target'] as const) : [])];
    const name = what === 'rename' ? 'guide/b.md' : 'guide/a.md';
    const content = text('agent');
    propose(repo, 'x', { [name]: what === 'rename' ? ['guide/a.md', content] : content });
    if (how === 'merge') repo.commit({ 'guide/a.md': text(...base) });
    const staged = edits.filter((edit) => edit === 'staged');
    repo.write({ 'guide/a.md': text(...base, ...staged) });
    repo.git('add', '-A');
    repo.write({ 'guide/a.md': text(...base, ...edits) });
    const open = await opened(repo);
    const done = await approve(open, 'x');
    expect(done.how).toBe(how);
    expect(repo.git('show', `main:${name}`)).toBe(text('agent', ...base).trimEnd());
    expect(repo.git('show', `:${name}`)).toBe(text('agent', ...base, ...staged).trimEnd());
    expect(repo.read(name)).toBe(text('agent', ...base, ...edits));
    expect(existsSync(join(repo.root, 'guide/a.md'))).toBe(what !== 'rename');
    expect(done.paths).toMatchObject([{ doc: name, uncommitted: edits.length > 0 }]);
    expect(repo.git('fsck', '--strict', '--no-dangling')).toBe('');
  });
});

test('new, deleted and changed docs land together; other staged and untracked files stay', async () => {
  const repo = makeRepo({ ...DOC, 'old/gone.md': 'gone\n' });
  propose(repo, 'x', { 'new/deep/n.md': 'n\n', 'old/gone.md': null, 'guide/a.md': text('agent') });
  repo.write({ 'other.md': 'mine\n', 'untracked.md': 'u\n' });
  repo.git('add', 'other.md');
  await approve(await opened(repo), 'x');
  expect(repo.git('status', '--porcelain')).toBe('M  other.md\n?? untracked.md');
  expect(repo.git('ls-tree', '-r', '--name-only', 'main')).toBe('guide/a.md\nnew/deep/n.md\nother.md');
  expect(existsSync(join(repo.root, 'old'))).toBe(false);
});

test('S23: the owner’s bytes that git has nowhere are kept in recovery', async () => {
  const repo = makeRepo(DOC);
  propose(repo, 'x', { 'guide/a.md': text('agent') });
  repo.write({ 'guide/a.md': text('unstaged') });
  await approve(await opened(repo), 'x');
  expect(recovered(repo)).toEqual([text('unstaged')]);
});

function recovered(repo: TestRepo): string[] {
  const folder = join(repo.root, '.git/docket/recovery');
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.bytes'))
    .map((name) => repo.read(`.git/docket/recovery/${name}`));
}

describe('where the target is', () => {
  test('S7: on a branch without a commit the tip becomes the branch', async () => {
    const repo = makeRepo();
    const tip = propose(repo, 'x', { 'a.md': 'a\n' });
    const done = await applyProposal(await opened(repo), { proposal: 'x', tip }, givens);
    expect(done).toMatchObject({ how: 'fast-forward', oid: tip });
    expect(repo.git('status', '--porcelain')).toBe('');
    expect(repo.read('a.md')).toBe('a\n');
  });

  test('not checked out: its branch alone moves', async () => {
    const repo = makeRepo(DOC);
    const tip = propose(repo, 'x', { 'guide/a.md': text('agent') });
    repo.git('checkout', '-q', '-b', 'side');
    repo.commit({ 'side.md': 's\n' });
    repo.git('commit', '--amend', '-q', '--allow-empty', '-m', 'Side');
    const tipOfX = repo.git(
      'commit-tree',
      `${tip}^{tree}`,
      '-p',
      'main',
      '-m',
      'For main\n\nDocket-Proposal: x\nDocket-Target: main',
    );
    repo.git('update-ref', 'refs/heads/proposals/x', tipOfX);
    repo.write({ 'guide/a.md': text('unstaged') });
    const open = await opened(repo);
    const plan = await preflight(open, 'x');
    expect(plan).toMatchObject({ plan: 'fast-forward', simple: true, paths: [{ disk: 'elsewhere' }] });
    await approve(open, 'x');
    expect(repo.git('rev-parse', 'main')).toBe(tipOfX);
    expect(repo.git('status', '--porcelain')).toBe(' M guide/a.md');
    expect(repo.read('guide/a.md')).toBe(text('unstaged'));
  });

  test('HEAD detached: the branch moves, the work tree stays', async () => {
    const repo = makeRepo(DOC);
    const tip = propose(repo, 'x', { 'guide/a.md': text('agent') });
    repo.git('checkout', '-q', '--detach');
    const open = await opened(repo);
    expect((await preflight(open, 'x')).warnings.join()).toContain('HEAD is detached');
    await approve(open, 'x');
    expect(repo.git('rev-parse', 'main')).toBe(tip);
    expect(repo.read('guide/a.md')).toBe(text());
    expect(repo.git('status', '--porcelain')).toBe('');
  });

  test('checked out in another work tree: refused, with its folder', async () => {
    const repo = makeRepo(DOC);
    propose(
      repo,
      'x',
      { 'guide/a.md': text('agent') },
      { message: 'C\n\nDocket-Proposal: x\nDocket-Target: main' },
    );
    repo.git('checkout', '-q', '-b', 'side');
    repo.git('worktree', 'add', '-q', join(repo.root, '.git/other'), 'main');
    const open = await opened(repo);
    expect(await refusalOf(approve(open, 'x'))).toMatchObject({
      code: 'checked_out_elsewhere',
      message: expect.stringContaining('.git/other'),
    });
  });

  test('S10: a proposal’s branch that is checked out is left, and said so', async () => {
    const repo = makeRepo(DOC);
    const tip = propose(repo, 'x', { 'guide/a.md': text('agent') });
    repo.git('worktree', 'add', '-q', join(repo.root, '.git/other'), 'proposals/x');
    const done = await approve(await opened(repo), 'x');
    expect(done.warnings.join()).toContain('.git/other');
    expect(repo.git('rev-parse', 'proposals/x', 'refs/docket/ended/x')).toBe(`${tip}\n${tip}`);
  });
});
