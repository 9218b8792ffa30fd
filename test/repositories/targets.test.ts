// What a proposal aims at moves, is rewound, replaced, renamed, removed, or was merged back and forth.
import { expect, test } from 'vitest';
import { makeRepo, type TestRepo } from '../helpers/make-repo.ts';
import { propose } from '../proposals/apply/proposing.ts';
import { refusalOf } from '../session/actors.ts';
import { approved, CHANGED, caller, everything, expectSound, GUIDE, owners, saved } from './ground.ts';

const FILES = { 'guide.md': GUIDE, 'other.md': 'o\n' };

test('a target that is not checked out: fast-forward and merge move the branch alone, beside staged and unstaged edits', async () => {
  const repo = makeRepo(FILES);
  const { agent, proposal, tip } = await saved(repo);
  repo.git('switch', '-q', '-c', 'elsewhere');
  repo.write({ 'guide.md': `${GUIDE}unstaged\n`, 'other.md': 'staged\n' });
  repo.git('add', 'other.md');
  const before = () => ({ ...owners(repo), refs: null });
  const here = before();
  expect(await approved(repo, proposal)).toMatchObject({ how: 'fast-forward', target: 'main', oid: tip });
  expect(before()).toEqual(here);
  const next = propose(
    repo,
    'y',
    { 'other.md': 'O\n' },
    { from: 'main', message: 'Y\n\nDocket-Proposal: y\nDocket-Target: main' },
  );
  const moved = repo.git('commit-tree', 'main^{tree}', '-p', 'main', '-m', 'Moved on');
  repo.git('update-ref', 'refs/heads/main', moved);
  const { oid } = await approved(repo, 'y');
  expect(repo.git('log', '-1', '--format=%P', 'main')).toBe(`${moved} ${next}`);
  expect(repo.git('rev-parse', 'main')).toBe(oid);
  expect(before()).toEqual(here);
  expect(await agent.heard()).toMatchObject([{ outcome: 'applied', action: 'kept', elsewhere: 'main' }]);
  expectSound(repo);
});

test('a conflict on a target that is not checked out is refused with its lines', async () => {
  const repo = makeRepo(FILES);
  const { proposal } = await saved(repo);
  repo.commit({ 'guide.md': GUIDE.replace('line 2', 'line 2 of main') });
  repo.git('switch', '-q', '--detach', 'HEAD~1');
  const before = everything(repo);
  expect(await refusalOf(approved(repo, proposal))).toMatchObject({
    code: 'merge_conflict',
    details: { clashes: [{ doc: 'guide.md', hunks: [{ base: [1, 2] }] }] },
  });
  expect(everything(repo)).toEqual(before);
});

/** History that was merged back and forth: main and the proposal have two merge bases. */
function crossed(repo: TestRepo, one: Record<string, string>, two: Record<string, string>): void {
  repo.git('switch', '-q', '-c', 'side');
  const a = repo.commit(two, 'On the side');
  repo.git('switch', '-q', 'main');
  const b = repo.commit(one, 'On main');
  repo.git('merge', '-q', '--no-ff', '-m', 'Side into main', a);
  repo.git('switch', '-q', 'side');
  repo.git('merge', '-q', '--no-ff', '-m', 'Main into side', b);
  repo.git('switch', '-q', 'main');
  expect(repo.git('merge-base', '--all', 'main', 'side').split('\n')).toHaveLength(2);
}

test('S18: several merge bases that merge cleanly: what lands is what git merge-tree makes', async () => {
  const repo = makeRepo({ ...FILES, 'a.md': GUIDE });
  crossed(
    repo,
    { 'a.md': GUIDE.replace('line 8', 'line eight') },
    { 'a.md': GUIDE.replace('line 5', 'line five') },
  );
  const change = { 'guide.md': CHANGED, 'a.md': repo.read('a.md').replace('line 2', 'line two') };
  propose(repo, 'x', change, { from: 'side' });
  repo.git('branch', '-D', 'side');
  repo.commit({ 'other.md': 'moved on\n' });
  repo.write({ 'guide.md': GUIDE.replace('line 9', 'line nine') });
  const tree = repo.git('merge-tree', '--write-tree', 'main', 'proposals/x');
  expect(await approved(repo, 'x')).toMatchObject({ how: 'merge' });
  expect(repo.git('rev-parse', 'main^{tree}')).toBe(tree);
  expect(repo.read('guide.md')).toBe(CHANGED.replace('line 9', 'line nine'));
  expect(repo.read('a.md')).toBe(change['a.md']);
  expect(repo.git('status', '--porcelain')).toBe(' M guide.md');
  const owner = await caller(repo, 'session');
  expect((await owner.run('proposal.show', { proposal: 'x' })).outcome).toMatchObject({ outcome: 'applied' });
  expectSound(repo);
});

test('S18: three merge bases are merged one after the other, as git does', async () => {
  const repo = makeRepo({ ...FILES, 'a.md': 'a\n', 'b.md': 'b\n', 'c.md': 'c\n' });
  const start = repo.git('rev-parse', 'HEAD');
  const tips = ['a.md', 'b.md', 'c.md'].map((path) => {
    repo.git('switch', '-q', '--detach', start);
    return repo.commit({ [path]: 'changed\n' });
  });
  const octopus = (first: string, ...rest: string[]) => {
    repo.git('switch', '-q', '--detach', first);
    repo.git('merge', '-q', '-m', 'All', ...rest);
    return repo.git('rev-parse', 'HEAD');
  };
  const [one, two] = [octopus(tips[0]!, tips[1]!, tips[2]!), octopus(tips[2]!, tips[0]!, tips[1]!)];
  repo.git('switch', '-q', '-C', 'main', one);
  expect(repo.git('merge-base', '--all', one, two).split('\n')).toHaveLength(3);
  propose(repo, 'x', { 'guide.md': CHANGED }, { from: two });
  const tree = repo.git('merge-tree', '--write-tree', 'main', 'proposals/x');
  await approved(repo, 'x');
  expect(repo.git('rev-parse', 'main^{tree}')).toBe(tree);
  expectSound(repo);
});

test('S18: several merge bases that clash with each other are refused by name, and nothing changes', async () => {
  const repo = makeRepo(FILES);
  repo.git('switch', '-q', '-c', 'side');
  const a = repo.commit({ 'guide.md': GUIDE.replace('line 5', 'line V') });
  repo.git('switch', '-q', 'main');
  const b = repo.commit({ 'guide.md': GUIDE.replace('line 5', 'line five') });
  const cross = (first: string, second: string) =>
    repo.git('commit-tree', `${first}^{tree}`, '-p', first, '-p', second, '-m', 'Merge');
  repo.git('reset', '-q', '--hard', cross(b, a));
  propose(repo, 'x', { 'other.md': 'O\n' }, { from: cross(a, b) });
  const before = everything(repo);
  expect(await refusalOf(approved(repo, 'x'))).toMatchObject({
    code: 'blocked',
    details: { cause: 'several_bases' },
  });
  expect(everything(repo)).toEqual(before);
});

test('a target that moved on since it was read is refused, and lands as a merge when read again', async () => {
  const repo = makeRepo(FILES);
  const { proposal, tip } = await saved(repo);
  const owner = await caller(repo, 'session');
  const { token } = await owner.run('proposal.preflight', { proposal });
  repo.commit({ 'other.md': 'moved on\n' });
  expect(await refusalOf(owner.run('proposal.apply', { proposal, token }))).toMatchObject({
    code: 'changed_since_review',
    details: { what: 'target' },
  });
  expect(await approved(repo, proposal)).toMatchObject({ how: 'merge' });
  expect(repo.git('log', '-1', '--format=%P').split(' ')[1]).toBe(tip);
  expectSound(repo);
});

test('S1: a target that was rewound: what was taken back does not return with the proposal; saved again it lands alone', async () => {
  const repo = makeRepo(FILES);
  const secret = repo.commit({ 'secret.md': 'password\n' }, 'Oops');
  const { agent, proposal } = await saved(repo);
  repo.git('reset', '-q', '--hard', 'HEAD~1');
  const before = everything(repo);
  const refused = await refusalOf(approved(repo, proposal));
  expect(refused).toMatchObject({ code: 'blocked', details: { cause: 'brings' } });
  expect(refused.message).toContain(secret.slice(0, 10));
  expect(everything(repo)).toEqual(before);
  const again = await agent.run('doc.save', { doc: 'guide.md' });
  expect(again.proposals[0]).toMatchObject({ proposal, revision: 2 });
  expect(repo.git('log', '--format=%s', `proposals/${proposal}`)).not.toContain('Oops');
  await approved(repo, proposal);
  expect(repo.git('ls-tree', '--name-only', 'main').split('\n').sort()).toEqual(['guide.md', 'other.md']);
  expect(repo.read('guide.md')).toBe(CHANGED);
  expectSound(repo);
});

test('S1: a target that was replaced (amended, force-pushed): the same', async () => {
  const repo = makeRepo(FILES);
  repo.commit({ 'other.md': 'O\n' }, 'Frist');
  const { agent, proposal } = await saved(repo);
  repo.git('commit', '-q', '--amend', '-m', 'First');
  expect(await refusalOf(approved(repo, proposal))).toMatchObject({
    code: 'blocked',
    details: { cause: 'brings' },
  });
  await agent.run('doc.save', { doc: 'guide.md' });
  await approved(repo, proposal);
  expect(repo.git('log', '--format=%s').split('\n')).not.toContain('Frist');
  expect(repo.git('log', '--format=%s').split('\n')).toContain('First');
  expectSound(repo);
});

test('S11: a target that was renamed is gone: blocked by its name, never ended, and lands once the branch is there again', async () => {
  const repo = makeRepo(FILES);
  const { agent, proposal } = await saved(repo);
  repo.git('branch', '-m', 'main', 'trunk');
  const before = everything(repo);
  const refused = await refusalOf(approved(repo, proposal));
  expect(refused).toMatchObject({ code: 'blocked', details: { cause: 'target_gone' } });
  expect(refused.message).toContain('main');
  expect(await agent.heard()).toEqual([]);
  expect(everything(repo)).toEqual(before);
  repo.git('branch', 'main', 'trunk');
  expect(await approved(repo, proposal)).toMatchObject({ outcome: 'applied', target: 'main' });
  expect(repo.read('guide.md')).toBe(GUIDE);
  expectSound(repo);
});

test('S11: a target that was deleted, another branch checked out: the same, and a rejection still works', async () => {
  const repo = makeRepo(FILES);
  const { agent, proposal, tip } = await saved(repo);
  repo.git('switch', '-q', '-c', 'other');
  repo.git('branch', '-D', 'main');
  expect(await refusalOf(approved(repo, proposal))).toMatchObject({ details: { cause: 'target_gone' } });
  const owner = await caller(repo, 'session');
  await owner.run('proposal.reject', { proposal, tip, reason: 'The branch is gone' });
  expect(await agent.heard()).toMatchObject([{ outcome: 'rejected', reason: 'The branch is gone' }]);
  expectSound(repo);
});
