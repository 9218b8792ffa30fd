import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { applyProposal, preflight } from '../../../src/proposals/index.ts';
import { makeRepo, type TestRepo } from '../../helpers/make-repo.ts';
import { listing } from '../../repo/landing/landings.ts';
import { givens, opened, propose, refusalOf } from './proposing.ts';
import { text } from './sides.ts';

const DOC = { 'a.md': text(), 'b.md': 'b\n' };

function prepared(): { repo: TestRepo; tip: string } {
  const repo = makeRepo(DOC);
  return { repo, tip: propose(repo, 'x', { 'a.md': text('agent') }) };
}

describe('S13: what moved since the plan was read is refused, by name', () => {
  const MOVES: Record<string, (repo: TestRepo) => void> = {
    tip: (repo) => void propose(repo, 'x', { 'a.md': text('agent', 'target') }),
    target: (repo) => void repo.commit({ 'b.md': 'more\n' }),
    head: (repo) => void repo.git('checkout', '-q', '-b', 'side'),
    index: (repo) => {
      repo.write({ 'a.md': text('staged') });
      repo.git('add', 'a.md');
      repo.write({ 'a.md': text() });
    },
    disk: (repo) => repo.write({ 'a.md': text('unstaged') }),
    settings: (repo) => void repo.git('config', 'merge.ff', 'false'),
  };

  test.each(Object.keys(MOVES))('%s', async (what) => {
    const { repo } = prepared();
    repo.git('branch', 'other');
    // A target of its own, so that switching HEAD does not change which branch it is for.
    const tip = repo.git(
      'commit-tree',
      'proposals/x^{tree}',
      '-p',
      'main',
      '-m',
      'C\n\nDocket-Proposal: x\nDocket-Target: main',
    );
    repo.git('update-ref', 'refs/heads/proposals/x', tip);
    const open = await opened(repo);
    const { token } = await preflight(open, 'x');
    MOVES[what]!(repo);
    const before = listing(repo.root);
    const refusal = await refusalOf(applyProposal(open, { proposal: 'x', token }, givens));
    expect(refusal).toMatchObject({ code: 'changed_since_review', details: { what, proposal: 'x' } });
    if (what === 'index' || what === 'disk') expect(refusal.details).toMatchObject({ doc: 'a.md' });
    expect(listing(repo.root)).toEqual(before);
    // What is there now can be read and approved.
    const again = await preflight(open, 'x');
    await applyProposal(open, { proposal: 'x', token: again.token }, givens);
    expect(repo.git('show', 'main:a.md')).toContain("agent's line");
  });

  test('docket.json, by whoever changed it', async () => {
    const { repo } = prepared();
    const open = await opened(repo);
    const { token } = await preflight(open, 'x');
    repo.write({ 'docket.json': '{ "version": 1, "protect": ["*.md"] }\n' });
    expect(await refusalOf(applyProposal(open, { proposal: 'x', token }, givens))).toMatchObject({
      details: { what: 'settings' },
    });
  });

  test('what does not concern it does not matter', async () => {
    const { repo } = prepared();
    const open = await opened(repo);
    const { token } = await preflight(open, 'x');
    repo.write({ 'b.md': 'mine\n', 'u.md': 'u\n' });
    repo.git('add', 'b.md');
    repo.git('branch', 'other');
    expect((await applyProposal(open, { proposal: 'x', token }, givens)).outcome).toBe('applied');
    expect(repo.git('status', '--porcelain')).toBe('M  b.md\n?? u.md');
  });
});

describe('S13: the tip alone', () => {
  test('is enough for a clean merge', async () => {
    const { repo, tip } = prepared();
    repo.commit({ 'a.md': text('target') });
    const done = await applyProposal(await opened(repo), { proposal: 'x', tip }, givens);
    expect(done.how).toBe('merge');
  });

  test('names only the tip that was read', async () => {
    const { repo, tip } = prepared();
    const now = propose(repo, 'x', { 'a.md': text('agent', 'target') });
    const refusal = await refusalOf(applyProposal(await opened(repo), { proposal: 'x', tip }, givens));
    expect(refusal).toMatchObject({
      code: 'changed_since_review',
      details: { what: 'tip', tip: now, read: tip },
    });
  });

  const touching = text().replace('line 4', 'the target’s');
  test.each<[string, (repo: TestRepo) => void, string]>([
    ['uncommitted edits', (repo) => repo.write({ 'a.md': text('unstaged') }), 'uncommitted edits of a.md'],
    [
      'staged edits',
      (repo) => {
        repo.write({ 'a.md': text('staged') });
        repo.git('add', 'a.md');
      },
      'staged edits of a.md',
    ],
    [
      'a neighbouring change',
      (repo) => void repo.commit({ 'a.md': touching }),
      'neighbouring changes of both sides in a.md',
    ],
  ])('is not enough beside %s: what was not seen is named', async (_, make, named) => {
    const { repo, tip } = prepared();
    make(repo);
    const open = await opened(repo);
    const before = listing(repo.root);
    const refusal = await refusalOf(applyProposal(open, { proposal: 'x', tip }, givens));
    expect(refusal).toMatchObject({ code: 'review_needed', message: expect.stringContaining(named) });
    expect(listing(repo.root)).toEqual(before);
    expect((await preflight(open, 'x')).simple).toBe(false);
  });

  test('is not enough beside an open copy with unsaved edits', async () => {
    const { repo, tip } = prepared();
    const open = await opened(repo);
    const copies = [{ path: 'a.md', dirty: true, where: 'tui (process 7)' }];
    const refusal = await refusalOf(applyProposal(open, { proposal: 'x', tip, open: copies }, givens));
    expect(refusal).toMatchObject({
      code: 'review_needed',
      message: expect.stringContaining('tui (process 7)'),
    });
    const { token, paths } = await preflight(open, 'x', { open: copies });
    expect(paths).toMatchObject([{ open: 'tui (process 7)' }]);
    await applyProposal(open, { proposal: 'x', token, open: copies }, givens);
  });
});

test('S13: without tip or token nothing lands', async () => {
  const { repo } = prepared();
  const refusal = await refusalOf(applyProposal(await opened(repo), { proposal: 'x' }, givens));
  expect(refusal.code).toBe('review_needed');
});

test('a made-up token is no token', async () => {
  const { repo } = prepared();
  const refusal = await refusalOf(applyProposal(await opened(repo), { proposal: 'x', token: 'yes' }, givens));
  expect(refusal).toMatchObject({ code: 'invalid_input', details: { field: 'token' } });
});

test('S63: disk must hold what is expected', async () => {
  const { repo, tip } = prepared();
  const open = await opened(repo);
  const hash = createHash('sha256').update(text()).digest('hex');
  const expecting = (expect: Record<string, string | null>) =>
    applyProposal(open, { proposal: 'x', tip, expect }, givens);
  expect(await refusalOf(expecting({ 'a.md': null }))).toMatchObject({
    code: 'disk_differs',
    details: { sha256: hash },
  });
  expect(await refusalOf(expecting({ 'n.md': hash }))).toMatchObject({ details: { sha256: 'absent' } });
  expect(await refusalOf(expecting({ '../a.md': hash }))).toMatchObject({ code: 'path_outside_repo' });
  await expecting({ 'a.md': hash, 'n.md': null });
});

test('S28: what the target has already is not applied again', async () => {
  const { repo, tip } = prepared();
  repo.git('merge', '-q', '--no-ff', '-m', 'By hand', 'proposals/x');
  const refusal = await refusalOf(applyProposal(await opened(repo), { proposal: 'x', tip }, givens));
  expect(refusal).toMatchObject({ code: 'already_ended', details: { outcome: 'applied' } });
});

test('an unknown proposal, and one that was approved a moment ago', async () => {
  const { repo, tip } = prepared();
  const open = await opened(repo);
  expect(await refusalOf(preflight(open, 'nobody'))).toMatchObject({ code: 'no_such_proposal' });
  await applyProposal(open, { proposal: 'x', tip }, givens);
  expect(await refusalOf(applyProposal(open, { proposal: 'x', tip }, givens))).toMatchObject({
    code: 'already_ended',
  });
});
