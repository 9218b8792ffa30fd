// What lands only when it is asked for by name: modes, and commits that hold what the last one does not show.
import { chmodSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { applyProposal, outcomeOf, preflight } from '../../../src/proposals/index.ts';
import { makeRepo, type TestRepo } from '../../helpers/make-repo.ts';
import { listing } from '../../repo/landing/landings.ts';
import { givens, opened, propose, refusalOf } from './proposing.ts';
import { text } from './sides.ts';

const DOC = { 'a.md': text(), 'b.md': 'b\n' };

/** A proposal that gives a.md a mode, and maybe a new content; made by hand, as an agent cannot. */
function withMode(repo: TestRepo, mode: string, content: string, path = 'a.md'): string {
  const oid = repo.gitInput(content, 'hash-object', '-w', '--stdin');
  repo.git('read-tree', '--index-output=.git/made', 'HEAD');
  const env = process.env.GIT_INDEX_FILE;
  process.env.GIT_INDEX_FILE = join(repo.root, '.git/made');
  try {
    repo.git('update-index', '--add', '--cacheinfo', `${mode},${oid},${path}`);
    const tree = repo.git('write-tree');
    const tip = repo.git('commit-tree', tree, '-p', 'HEAD', '-m', 'Mode');
    repo.git('update-ref', 'refs/heads/proposals/x', tip);
    return tip;
  } finally {
    if (env === undefined) delete process.env.GIT_INDEX_FILE;
    else process.env.GIT_INDEX_FILE = env;
  }
}

const isExecutable = (repo: TestRepo, path = 'a.md') => (statSync(join(repo.root, path)).mode & 0o111) !== 0;

describe('S54: a mode needs a second yes', () => {
  test('it is named, refused without, and lands with it', async () => {
    const repo = makeRepo(DOC);
    const tip = withMode(repo, '100755', text());
    const open = await opened(repo);
    const before = listing(repo.root);
    const plan = await preflight(open, 'x');
    expect(plan).toMatchObject({
      plan: 'fast-forward',
      simple: false,
      needs: [{ confirm: 'mode', doc: 'a.md', says: 'becomes executable' }],
      hunks: [{ what: 'mode', doc: 'a.md' }],
      paths: [{ what: 'mode', added: 0, removed: 0 }],
    });
    const { token } = plan;
    for (const pin of [{ token }, { tip }]) {
      const refusal = await refusalOf(applyProposal(open, { proposal: 'x', ...pin }, givens));
      expect(refusal).toMatchObject({ code: 'review_needed', details: { needs: [{ confirm: 'mode' }] } });
      expect(refusal.hint).toContain('--confirm mode');
    }
    expect(listing(repo.root)).toEqual(before);
    await applyProposal(open, { proposal: 'x', token, confirm: ['mode'] }, givens);
    expect(isExecutable(repo)).toBe(true);
    expect(repo.git('ls-files', '-s', 'a.md')).toMatch(/^100755/);
    expect(repo.git('status', '--porcelain')).toBe('');
  });

  test('beside edits of the owner, who keeps them', async () => {
    const repo = makeRepo(DOC);
    withMode(repo, '100755', text('agent'));
    repo.write({ 'a.md': text('staged') });
    repo.git('add', 'a.md');
    repo.write({ 'a.md': text('staged', 'unstaged') });
    const open = await opened(repo);
    const { token } = await preflight(open, 'x');
    await applyProposal(open, { proposal: 'x', token, confirm: ['mode'] }, givens);
    expect(repo.git('ls-files', '-s', 'a.md')).toMatch(/^100755/);
    expect(repo.git('show', ':a.md')).toBe(text('agent', 'staged').trimEnd());
    expect(repo.read('a.md')).toBe(text('agent', 'staged', 'unstaged'));
    expect(isExecutable(repo)).toBe(true);
  });

  test('without the mode its lines land, and no second yes is needed', async () => {
    const repo = makeRepo(DOC);
    withMode(repo, '100755', text('agent'));
    const open = await opened(repo);
    const { token, hunks } = await preflight(open, 'x');
    const chosen = hunks.filter(({ what }) => what === 'lines').map(({ id }) => id);
    const done = await applyProposal(open, { proposal: 'x', token, hunks: chosen }, givens);
    expect(done.partial).toEqual({ landed: 1, of: 2 });
    expect(repo.git('ls-tree', 'HEAD', 'a.md')).toMatch(/^100644/);
    expect(isExecutable(repo)).toBe(false);
    expect(repo.read('a.md')).toBe(text('agent'));
  });

  test('a new executable, and one that is none any more', async () => {
    const repo = makeRepo(DOC);
    chmodSync(join(repo.root, 'b.md'), 0o755);
    repo.git('commit', '-qam', 'Run b');
    withMode(repo, '100755', 'new\n', 'run.sh');
    const open = await opened(repo);
    const first = await preflight(open, 'x');
    expect(first.needs).toMatchObject([{ doc: 'run.sh', says: 'becomes executable' }]);
    await applyProposal(open, { proposal: 'x', token: first.token, confirm: ['mode'] }, givens);
    expect(isExecutable(repo, 'run.sh')).toBe(true);
    withMode(repo, '100644', 'b\n', 'b.md');
    const second = await preflight(open, 'x');
    expect(second.needs).toMatchObject([{ doc: 'b.md', says: 'is no longer executable' }]);
    await applyProposal(open, { proposal: 'x', token: second.token, confirm: ['mode'] }, givens);
    expect(isExecutable(repo, 'b.md')).toBe(false);
    expect(repo.git('status', '--porcelain')).toBe('');
  });
});

describe('S17: commits that hold what the last one does not show', () => {
  function secret() {
    const repo = makeRepo(DOC);
    propose(repo, 'x', { 'secret.md': 'password\n' });
    const change = { 'secret.md': null, 'a.md': text('agent') };
    const tip = propose(repo, 'x', change, { from: 'proposals/x' });
    return { repo, tip, base: repo.git('rev-parse', 'HEAD') };
  }

  test('they land as one commit on the target, by their author', async () => {
    const { repo, tip, base } = secret();
    const open = await opened(repo);
    const plan = await preflight(open, 'x');
    expect(plan).toMatchObject({ plan: 'commit', simple: false, hidden: 'secret.md' });
    expect(plan.commits).toHaveLength(2);
    expect(plan.warnings.join()).toContain('lands as one commit');
    const refusal = await refusalOf(applyProposal(open, { proposal: 'x', tip }, givens));
    expect(refusal).toMatchObject({ code: 'review_needed', message: expect.stringContaining('secret.md') });
    const done = await applyProposal(open, { proposal: 'x', token: plan.token }, givens);
    expect(done.how).toBe('commit');
    expect(repo.git('log', '-1', '--format=%P')).toBe(base);
    expect(repo.git('log', 'main', '--format=%s', '--', 'secret.md')).toBe('');
    expect(repo.read('a.md')).toBe(text('agent'));
    const outcome = await outcomeOf(open, { id: 'x', tip, target: 'main' });
    expect(outcome).toMatchObject({ outcome: 'applied', oid: done.oid });
    expect(outcome).not.toHaveProperty('partial');
  });

  test('with their history only where that is asked for', async () => {
    const { repo, tip } = secret();
    const open = await opened(repo);
    const { token } = await preflight(open, 'x');
    const done = await applyProposal(open, { proposal: 'x', token, history: true }, givens);
    expect(done).toMatchObject({ how: 'fast-forward', oid: tip });
    expect(repo.git('log', 'main', '--format=%s', '--', 'secret.md')).not.toBe('');
  });

  test('two commits on one doc', async () => {
    const repo = makeRepo(DOC);
    propose(repo, 'x', { 'a.md': text('agent') });
    propose(repo, 'x', { 'a.md': text('agent', 'unstaged') }, { from: 'proposals/x' });
    const target = repo.commit({ 'b.md': 'more\n' });
    const open = await opened(repo);
    const { token, hidden } = await preflight(open, 'x');
    expect(hidden).toBe('a.md');
    await applyProposal(open, { proposal: 'x', token }, givens);
    expect(repo.git('log', '-1', '--format=%P')).toBe(target);
    expect(repo.read('a.md')).toBe(text('agent', 'unstaged'));
  });

  test('S54: a mode that only a commit in between has needs its yes with the history', async () => {
    const repo = makeRepo(DOC);
    const first = withMode(repo, '100755', text('agent'));
    const tree = repo.gitInput(repo.git('ls-tree', first).replace('100755', '100644'), 'mktree');
    const tip = repo.git('commit-tree', tree, '-p', first, '-m', 'No mode');
    repo.git('update-ref', 'refs/heads/proposals/x', tip);
    const open = await opened(repo);
    const { token, needs } = await preflight(open, 'x');
    expect(needs).toEqual([]);
    const asked = { proposal: 'x', token, history: true };
    expect(await refusalOf(applyProposal(open, asked, givens))).toMatchObject({ code: 'review_needed' });
    await applyProposal(open, { ...asked, confirm: ['mode'] }, givens);
    expect(repo.git('rev-parse', 'main')).toBe(tip);
  });
});
