import { expect, test } from 'vitest';
import { rejectProposal, showProposal, textAt } from '../../src/proposals/index.ts';
import { makeStory, owners } from './story.ts';

const TEXT = '1\n2\n3\n4\n5\n6\n7\n8\n9\n';
const OWNER = { name: 'Olive Owner', role: 'owner' } as const;
const edit = (...lines: [number, string][]) =>
  lines.reduce((text, [line, to]) => text.replace(`${line}\n`, `${to}\n`), TEXT);

async function waiting() {
  const story = await makeStory({ 'a.md': TEXT, 'b.md': 'b\n' });
  const first = await story.propose([await story.edited('a.md', edit([9, 'nine']))]);
  const branch = `proposals/${first.proposal}`;
  const again = async (text: string, more = {}) =>
    story.propose([await story.edited('a.md', text)], { into: first.proposal, seenTip: first.tip, ...more });
  return { ...story, first, branch, again };
}

test('S3: a session’s next revision takes the place of its tip; every revision stays readable', async () => {
  const { disk, repo, first, again } = await waiting();
  const before = owners(disk);
  const next = await again(edit([9, 'nine'], [1, 'one']));
  expect(next).toMatchObject({ proposal: first.proposal, revision: 2, outcome: 'pending' });
  expect(disk.git('rev-list', `main..${next.tip}`)).toBe(next.tip);
  expect(await textAt(repo, next.tip, 'a.md')).toBe(edit([9, 'nine'], [1, 'one']));
  expect(disk.git('rev-parse', `refs/docket/revisions/${first.proposal}/1`)).toBe(first.tip);
  expect(disk.git('rev-parse', `refs/docket/revisions/${first.proposal}/2`)).toBe(next.tip);
  expect(owners(disk)).toBe(before);
});

test('S4: a revision keeps the owner’s uncommitted lines out as the first save does', async () => {
  const { disk, repo, first, edited, propose } = await waiting();
  disk.write({ 'a.md': edit([5, 'OWNER']) });
  const next = await propose([await edited('a.md', edit([5, 'OWNER'], [9, 'nine'], [1, 'one']))], {
    into: first.proposal,
    seenTip: first.tip,
  });
  expect(await textAt(repo, next.tip, 'a.md')).toBe(edit([9, 'nine'], [1, 'one']));
});

test('S3: a commit of somebody else on top is kept: the revision is its child', async () => {
  const { disk, repo, branch, first, again } = await waiting();
  disk.git('checkout', '-q', branch);
  disk.commit({ 'a.md': edit([9, 'nine'], [5, 'reviewer']), 'c.md': 'c\n' }, 'Reviewer');
  const theirs = disk.git('rev-parse', 'HEAD');
  disk.git('checkout', '-q', 'main');
  const next = await again(edit([9, 'nine'], [1, 'one']));
  expect(disk.git('rev-parse', `${next.tip}^`)).toBe(theirs);
  expect(await textAt(repo, next.tip, 'a.md')).toBe(edit([9, 'nine'], [5, 'reviewer'], [1, 'one']));
  expect(await textAt(repo, next.tip, 'c.md')).toBe('c\n');
  expect(next.revision).toBe(3);
  expect(disk.git('rev-parse', `refs/docket/revisions/${first.proposal}/2`)).toBe(theirs);
  const third = await again(edit([9, 'nine'], [5, 'reviewer'], [1, 'uno']), { seenTip: next.tip });
  expect(disk.git('rev-parse', `${third.tip}^`)).toBe(next.tip);
  expect((await showProposal(repo, first.proposal)).commits.length).toBe(4);
});

test('S3: the tip moved on the same lines: proposal_moved, with them, and nothing moves', async () => {
  const { disk, branch, again } = await waiting();
  disk.git('checkout', '-q', branch);
  disk.commit({ 'a.md': edit([9, 'reviewer']) }, 'Reviewer');
  disk.git('checkout', '-q', 'main');
  const before = disk.git('for-each-ref');
  await expect(again(edit([9, 'nine and more']))).rejects.toMatchObject({
    code: 'proposal_moved',
    details: { doc: 'a.md', clashes: [{ ours: ['nine and more\n'], theirs: ['reviewer\n'] }] },
  });
  expect(disk.git('for-each-ref')).toBe(before);
});

test('S40: another session needs the tip that it read', async () => {
  const { first, again } = await waiting();
  const text = edit([9, 'nine'], [1, 'one']);
  await expect(again(text, { session: 'session-2' })).rejects.toMatchObject({
    code: 'review_needed',
    details: { tip: first.tip },
  });
  await expect(again(text, { session: 'session-2', tip: 'f'.repeat(40) })).rejects.toMatchObject({
    code: 'proposal_moved',
    details: { tip: first.tip },
  });
  const next = await again(text, { session: 'session-2', tip: first.tip });
  expect(next.revision).toBe(2);
});

test('S38: a session that took over a dead one’s work revises it as its own', async () => {
  const { disk, again } = await waiting();
  const next = await again(edit([1, 'one']), { session: 'session-2', formerSessions: ['session-1'] });
  expect(disk.git('rev-list', '--count', `main..${next.tip}`)).toBe('1');
});

test('S3: docs that are not saved stay, remove drops them', async () => {
  const { disk, repo, edited, propose } = await makeStory({ 'a.md': 'a\n', 'b.md': 'b\n', 'c.md': 'c\n' });
  const first = await propose([await edited('a.md', 'A\n'), await edited('b.md', 'B\n')]);
  const into = { into: first.proposal, seenTip: first.tip };
  const next = await propose([await edited('c.md', 'C\n')], into);
  expect(disk.git('diff', '--name-only', 'main', next.tip).split('\n')).toEqual(['a.md', 'b.md', 'c.md']);
  expect(next.edits).toEqual(['Edited a.md', 'Edited b.md', 'Edited c.md']);
  const last = await propose([await edited('c.md', 'CC\n')], {
    ...into,
    seenTip: next.tip,
    remove: ['b.md'],
  });
  expect(disk.git('diff', '--name-only', 'main', last.tip).split('\n')).toEqual(['a.md', 'c.md']);
  expect(last.docs.map(({ doc }) => doc)).toEqual(['a.md', 'c.md']);
  expect((await showProposal(repo, first.proposal)).docs).toEqual(['a.md', 'c.md']);
  await expect(propose([], { ...into, seenTip: last.tip, remove: ['a.md', 'c.md'] })).rejects.toMatchObject({
    code: 'blocked',
  });
});

test('S39: a doc on a newer base takes the whole proposal there', async () => {
  const { disk, repo, edited, propose } = await makeStory({ 'a.md': TEXT, 'b.md': TEXT });
  const first = await propose([
    await edited('a.md', edit([9, 'nine'])),
    await edited('b.md', edit([9, 'nine'])),
  ]);
  const newer = disk.commit({ 'a.md': edit([1, 'owner']), 'b.md': edit([1, 'owner']) }, 'Owner');
  const next = await propose([await edited('a.md', edit([1, 'owner'], [9, 'nine'], [5, 'five']))], {
    into: first.proposal,
    seenTip: first.tip,
  });
  expect(disk.git('rev-parse', `${next.tip}^`)).toBe(newer);
  expect(await textAt(repo, next.tip, 'a.md')).toBe(edit([1, 'owner'], [9, 'nine'], [5, 'five']));
  expect(await textAt(repo, next.tip, 'b.md')).toBe(edit([1, 'owner'], [9, 'nine']));
});

test('S39: a doc that stays behind and clashes on the newer base is named', async () => {
  const { disk, edited, propose } = await makeStory({ 'a.md': TEXT, 'b.md': TEXT });
  const first = await propose([
    await edited('a.md', edit([9, 'nine'])),
    await edited('b.md', edit([9, 'nine'])),
  ]);
  disk.commit({ 'b.md': edit([9, 'owner']) }, 'Owner');
  await expect(
    propose([await edited('a.md', edit([9, 'nine'], [5, 'five']))], {
      into: first.proposal,
      seenTip: first.tip,
    }),
  ).rejects.toMatchObject({ code: 'merge_conflict', details: { doc: 'b.md' } });
});

test('S1: a proposal whose ground was reset away is brought onto what the target still holds', async () => {
  const { disk, repo, edited, propose } = await makeStory({ 'a.md': TEXT });
  const kept = disk.git('rev-parse', 'HEAD');
  disk.commit({ 'key.txt': 'SECRET\n' }, 'Oops');
  const first = await propose([await edited('a.md', edit([9, 'nine']))]);
  disk.git('reset', '-q', '--hard', kept);
  const next = await propose([await edited('a.md', edit([9, 'nine'], [1, 'one']))], {
    into: first.proposal,
    seenTip: first.tip,
  });
  expect(disk.git('rev-parse', `${next.tip}^`)).toBe(kept);
  expect(await textAt(repo, next.tip, 'key.txt')).toBeNull();
  expect(await textAt(repo, next.tip, 'a.md')).toBe(edit([9, 'nine'], [1, 'one']));
});

test('S69: a summary that was given stays, one that was made follows the edits', async () => {
  const { repo, first, edited, propose } = await waiting();
  const doc = async (text: string, edits: string[]) => edited('a.md', text, { edits });
  const into = { into: first.proposal, seenTip: first.tip };
  const two = await propose([await doc(edit([9, 'IX']), ['Edited line 9', 'Edited line 1'])], into);
  expect((await showProposal(repo, first.proposal)).summary).toBe('Edited line 9 and 1 more');
  const three = await propose([await doc(edit([9, 'X']), ['Edited line 9'])], {
    ...into,
    seenTip: two.tip,
    summary: 'Mine',
  });
  await propose([await doc(edit([9, 'XI']), ['Edited line 9'])], { ...into, seenTip: three.tip });
  expect((await showProposal(repo, first.proposal)).summary).toBe('Mine');
});

test('S9: into a proposal that ended or is gone: refused with the way out; follows names the old one', async () => {
  const { disk, repo, givens, first, branch, again, edited, propose } = await waiting();
  await rejectProposal(
    repo,
    { proposal: first.proposal, tip: first.tip, reason: 'Not now', by: OWNER },
    givens,
  );
  await expect(again(edit([1, 'one']))).rejects.toMatchObject({ code: 'already_ended' });
  await expect(again('x\n', { into: 'never-was' })).rejects.toMatchObject({ code: 'no_such_proposal' });
  const next = await propose([await edited('a.md', edit([9, 'nine']))], { follows: first.proposal });
  expect(next.proposal).not.toBe(first.proposal);
  expect(next.reproposes).toEqual({ proposal: first.proposal, reason: 'Not now' });
  expect(next.warnings).toEqual([expect.stringContaining('Not now')]);
  expect((await showProposal(repo, next.proposal)).follows).toBe(first.proposal);
  expect(disk.tryGit('rev-parse', '--verify', branch).status).not.toBe(0);
});

test('S12: a case twin is refused', async () => {
  const { disk, first, branch, again } = await waiting();
  disk.git('branch', branch.toUpperCase().replace('PROPOSALS', 'proposals'), 'main');
  await expect(again(edit([1, 'one']))).rejects.toMatchObject({
    code: 'ambiguous',
    hint: expect.stringContaining('git branch -m'),
  });
  void first;
});

test('an agent may revise a branch that a person made, once it read its tip', async () => {
  const { disk, repo, edited, propose } = await makeStory({ 'a.md': TEXT, 'b.md': 'b\n' });
  disk.git('checkout', '-qb', 'proposals/mine');
  disk.commit({ 'b.md': 'bb\n' }, 'By hand');
  disk.git('checkout', '-q', 'main');
  const tip = disk.git('rev-parse', 'proposals/mine');
  const next = await propose([await edited('a.md', edit([1, 'one']))], { into: 'mine', seenTip: tip, tip });
  expect(disk.git('rev-parse', `${next.tip}^`)).toBe(tip);
  expect(next.revision).toBe(2);
  expect(disk.git('rev-parse', 'refs/docket/revisions/mine/1')).toBe(tip);
  expect((await showProposal(repo, 'mine')).docs).toEqual(['a.md', 'b.md']);
});
