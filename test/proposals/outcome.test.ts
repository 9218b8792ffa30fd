import { expect, test } from 'vitest';
import { listProposals, outcomeOf, rejectProposal } from '../../src/proposals/index.ts';
import { makeStory } from './story.ts';

const OWNER = { name: 'Olive Owner', email: 'olive@example.com', role: 'owner' } as const;
const LINES = [...Array(30).keys()].map((n) => `line ${n + 1}\n`);
const TEXT = LINES.join('');

function withLines(lines: Record<number, string>): string {
  return LINES.map((line, at) => lines[at + 1] ?? line).join('');
}

async function waiting(text = withLines({ 5: 'agent\n', 20: 'agent too\n' })) {
  const story = await makeStory({ 'a.md': TEXT, 'b.md': 'b\n' });
  const done = await story.propose([await story.edited('a.md', text)]);
  const ask = () => outcomeOf(story.repo, { id: done.proposal, tip: done.tip, target: 'main' });
  return { ...story, ...done, branch: `proposals/${done.proposal}`, ask };
}

test('S30: one hunk of two picked by hand: pending with what landed, applied in part once the branch is gone', async () => {
  const { disk, branch, ask } = await waiting();
  disk.commit({ 'a.md': withLines({ 5: 'agent\n' }) }, 'One of them');
  expect(await ask()).toMatchObject({
    outcome: 'pending',
    partial: { landed: 1, of: 2 },
    docs: { 'a.md': 'partial' },
  });
  disk.git('branch', '-D', branch);
  expect(await ask()).toMatchObject({ outcome: 'applied', partial: { landed: 1, of: 2 } });
});

test('S30: each doc has its own outcome', async () => {
  const { disk, repo, edited, propose } = await makeStory({ 'a.md': 'a\n', 'b.md': 'b\n' });
  const done = await propose([await edited('a.md', 'A\n'), await edited('b.md', 'B\n')]);
  disk.commit({ 'b.md': 'B\n' }, 'Only b');
  disk.git('branch', '-D', `proposals/${done.proposal}`);
  expect(await outcomeOf(repo, { id: done.proposal, tip: done.tip, target: 'main' })).toMatchObject({
    outcome: 'applied',
    partial: { landed: 1, of: 2 },
    docs: { 'a.md': 'not', 'b.md': 'applied' },
  });
});

test('S29: a merge in which one hunk was dropped by hand is partial', async () => {
  const { disk, branch, ask } = await waiting();
  disk.git('merge', '-q', '--no-ff', '--no-commit', branch);
  disk.write({ 'a.md': withLines({ 5: 'agent\n' }) });
  disk.git('commit', '-qam', 'half of it');
  disk.git('branch', '-D', branch);
  expect(await ask()).toMatchObject({ outcome: 'applied', partial: { landed: 1, of: 2 } });
});

test('S33: rejected by docket, then merged all the same: bytes beat the event', async () => {
  const { disk, repo, givens, proposal, tip, ask } = await waiting();
  await rejectProposal(repo, { proposal, tip, reason: 'no', by: OWNER }, givens);
  expect(await ask()).toMatchObject({ outcome: 'rejected', reason: 'no', by: OWNER });
  disk.git('merge', '-q', tip);
  expect(await ask()).toMatchObject({ outcome: 'applied' });
});

test('S33: of two equal proposals one lands: the other has landed too and cannot be rejected', async () => {
  const { disk, repo, givens, edited, propose } = await makeStory({ 'a.md': 'a\n' });
  const one = await propose([await edited('a.md', 'A\n')]);
  const two = await propose([await edited('a.md', 'A\n')], { session: 'session-2' });
  expect(two.proposal).not.toBe(one.proposal);
  disk.git('merge', '-q', '--squash', `proposals/${one.proposal}`);
  disk.git('commit', '-qm', 'one');
  const before = await outcomeOf(repo, { id: two.proposal, tip: two.tip, target: 'main' });
  expect(before).toMatchObject({ outcome: 'applied', branchLeft: true });
  await expect(
    rejectProposal(repo, { proposal: two.proposal, tip: two.tip, by: OWNER }, givens),
  ).rejects.toMatchObject({ code: 'already_ended', details: { outcome: 'applied' } });
});

test('S11: a branch without a commit of its own is empty, neither pending nor ended', async () => {
  const { disk, repo } = await makeStory({ 'a.md': 'a\n' });
  disk.git('branch', 'proposals/mine');
  expect(await listProposals(repo)).toEqual([]);
  expect(await listProposals(repo, { state: 'ended' })).toEqual([]);
  expect(await listProposals(repo, { state: 'all' })).toMatchObject([{ id: 'mine', state: 'empty' }]);
  disk.commit({ 'a.md': 'b\n' });
  expect(await listProposals(repo, { state: 'all' })).toMatchObject([{ id: 'mine', state: 'empty' }]);
  disk.git('checkout', '-q', 'proposals/mine');
  disk.commit({ 'c.md': 'c\n' }, 'By hand');
  disk.git('checkout', '-q', 'main');
  expect(await listProposals(repo)).toMatchObject([
    {
      id: 'mine',
      state: 'pending',
      summary: 'By hand',
      target: 'main',
      targetAssumed: true,
      docs: ['c.md'],
      agent: null,
    },
  ]);
  disk.git('merge', '-q', 'proposals/mine');
  expect(await listProposals(repo, { state: 'all' })).toMatchObject([
    { state: 'ended', outcome: { outcome: 'applied' } },
  ]);
});

test('S11: a plain branch that was fast-forwarded was applied, not empty', async () => {
  const { disk, repo } = await makeStory({ 'a.md': 'a\n' });
  disk.git('checkout', '-qb', 'proposals/mine');
  disk.commit({ 'a.md': 'b\n' }, 'By hand');
  disk.git('checkout', '-q', 'main');
  disk.git('merge', '-q', '--ff-only', 'proposals/mine');
  expect(await listProposals(repo, { state: 'all' })).toMatchObject([
    { state: 'ended', outcome: { outcome: 'applied' } },
  ]);
});

test('S11: a proposal’s branch reset to the target is empty, never applied', async () => {
  const { disk, repo, branch, ask } = await waiting();
  disk.git('branch', '-f', branch, 'main');
  expect(await ask()).toMatchObject({ outcome: 'pending', empty: true });
  expect(await listProposals(repo, { state: 'all' })).toMatchObject([{ state: 'empty' }]);
  disk.commit({ 'b.md': 'owner\n' }, 'Owner');
  disk.git('branch', '-f', branch, 'main');
  expect(await ask()).toMatchObject({ outcome: 'pending', empty: true });
});

test('S11: a missing target is no ending', async () => {
  const { disk, branch, ask } = await waiting();
  disk.git('checkout', '-q', '-b', 'other');
  disk.git('branch', '-D', 'main');
  expect(await ask()).toMatchObject({ outcome: 'pending' });
  disk.git('branch', '-D', branch);
  expect(await ask()).toMatchObject({ outcome: 'removed' });
});

test('S12: a ref that moves after it ended is a new pending revision', async () => {
  const { disk, repo, branch, ask, proposal } = await waiting();
  disk.git('merge', '-q', '--no-ff', '-m', 'take', branch);
  disk.git('checkout', '-q', branch);
  disk.commit({ 'a.md': disk.read('a.md').replace('line 12\n', 'more\n') }, 'Follow up');
  disk.git('checkout', '-q', 'main');
  expect(await ask()).toMatchObject({ outcome: 'applied' });
  const [listed] = await listProposals(repo);
  expect(listed).toMatchObject({
    id: proposal,
    state: 'pending',
    revision: 2,
    tip: disk.git('rev-parse', branch),
  });
});

test('S12: a branch restored behind its ended tip is ended, left behind', async () => {
  const { disk, repo, givens, proposal, tip, branch } = await waiting();
  await rejectProposal(repo, { proposal, tip, by: OWNER }, givens);
  disk.git('branch', branch, tip);
  expect(await listProposals(repo)).toEqual([]);
  expect(await listProposals(repo, { state: 'ended' })).toMatchObject([
    { id: proposal, outcome: { outcome: 'rejected', branchLeft: true } },
  ]);
});

test('S33: an event counts for its own tip alone', async () => {
  const { disk, repo, givens, proposal, tip, branch } = await waiting();
  await rejectProposal(repo, { proposal, tip, by: OWNER }, givens);
  disk.git('checkout', '-qb', branch, 'main');
  disk.commit({ 'b.md': 'something else\n' }, 'A new incarnation');
  disk.git('checkout', '-q', 'main');
  expect(await listProposals(repo)).toMatchObject([
    { id: proposal, state: 'pending', summary: 'A new incarnation', agent: null },
  ]);
});

test('S28: the tip a session knows was replaced, and the newer one ended: that is what it hears', async () => {
  const { disk, repo, edited, propose, proposal, tip, ask } = await waiting();
  const next = await propose([await edited('a.md', withLines({ 7: 'again\n' }))], {
    into: proposal,
    seenTip: tip,
  });
  expect(await ask()).toMatchObject({ outcome: 'pending', tip: next.tip });
  disk.git('merge', '-q', '--no-ff', '-m', 'take', `proposals/${proposal}`);
  disk.git('branch', '-D', `proposals/${proposal}`);
  const known = await outcomeOf(repo, { id: proposal, tip: next.tip, target: 'main' });
  expect(known).toMatchObject({ outcome: 'applied' });
});
