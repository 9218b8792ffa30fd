import { expect, test } from 'vitest';
import { text } from '../../proposals/apply/sides.ts';
import { makeDoors } from './doors.ts';

async function applied() {
  const doors = await makeDoors({ 'a.md': text() });
  const { proposal, tip } = await doors.propose([await doors.edited('a.md', text('agent'))]);
  const before = doors.disk.git('rev-parse', 'main');
  await doors.owner.ask('proposal.apply', { proposal, tip });
  return { ...doors, proposal, tip, before };
}

test('S22: proposal.undo takes branch, file and proposal back together', async () => {
  const { disk, owner, proposal, tip, before } = await applied();
  disk.write({ 'a.md': text('agent', 'unstaged') });
  expect(await owner.ask('proposal.undo', { proposal })).toEqual({
    proposal,
    was: 'applied',
    how: 'back',
    outcome: 'pending',
    tip,
    revision: 1,
    held: [],
    target: 'main',
    targetOid: before,
    paths: [{ doc: 'a.md', uncommitted: true }],
    open: [],
    warnings: [],
  });
  expect(disk.git('rev-parse', 'main')).toBe(before);
  expect(disk.read('a.md')).toBe(text('unstaged'));
  expect(await owner.ask('proposal.show', { proposal })).toMatchObject({
    state: 'pending',
    outcome: { outcome: 'pending', reopenedBy: 'Olive Owner' },
  });
  await expect(owner.ask('proposal.undo', { proposal })).rejects.toMatchObject({
    code: 'blocked',
    details: { cause: 'pending' },
  });
});

test('S22: a preview says what would happen, changes nothing, and its token does exactly that', async () => {
  const { disk, owner, proposal, before } = await applied();
  const state = disk.git('for-each-ref');
  const plan = await owner.ask<{ token: string }>('proposal.undo', { proposal, preview: true });
  expect(plan).toMatchObject({ how: 'back', token: expect.stringMatching(/^1\./) });
  expect(plan).not.toHaveProperty('outcome');
  expect(disk.git('for-each-ref')).toBe(state);
  disk.write({ 'a.md': text('agent', 'unstaged') });
  await expect(owner.ask('proposal.undo', { proposal, token: plan.token })).rejects.toMatchObject({
    code: 'changed_since_review',
    details: { what: 'disk', doc: 'a.md' },
  });
  disk.write({ 'a.md': text('agent') });
  await owner.ask('proposal.undo', { proposal, token: plan.token });
  expect(disk.git('rev-parse', 'main')).toBe(before);
});

test('proposal.undo in words: what it would do, and what it did', async () => {
  const { disk, owner, proposal, before } = await applied();
  expect(await owner.words('proposal.undo', { proposal, preview: true })).toBe(
    `Undoing takes main back to where it was before ${proposal} was approved; it is pending again.`,
  );
  disk.git('tag', 'v1');
  expect(await owner.words('proposal.undo', { proposal, preview: true })).toBe(
    `Undoing adds a commit to main that takes ${proposal} out; it waits as a new revision on top of that.\nmain cannot go back: the tag v1 has the commit, too.`,
  );
  expect(await owner.words('proposal.undo', { proposal })).toMatch(
    /^Undid the approval of .* with a commit on main, [0-9a-f]{10}\. It is pending again as revision 2\.$/,
  );
  await owner.ask('proposal.redo', { proposal });
  expect(await owner.words('proposal.undo', { proposal })).toContain('and the proposal is pending again.');
  expect(disk.git('rev-parse', 'main~2')).toBe(before);
});

test('S22: the reject of a proposal is undone, too; pinned to the tip that was read', async () => {
  const { disk, owner, edited, propose } = await makeDoors({ 'a.md': 'a\n' });
  const { proposal, tip } = await propose([await edited('a.md', 'A\n')]);
  await owner.ask('proposal.reject', { proposal, tip, reason: 'No' });
  const wrong = { proposal, tip: 'f'.repeat(40) };
  await expect(owner.ask('proposal.undo', wrong)).rejects.toMatchObject({ code: 'changed_since_review' });
  await expect(owner.ask('proposal.undo', { ...wrong, preview: true })).rejects.toMatchObject({
    code: 'changed_since_review',
  });
  expect(await owner.words('proposal.undo', { proposal, preview: true })).toBe(
    `Undoing takes the rejection of ${proposal} back: it is pending again. No file changes.`,
  );
  expect(await owner.words('proposal.undo', { proposal, tip })).toBe(
    `Undid the rejection of ${proposal}: it is pending again.`,
  );
  expect(disk.git('rev-parse', `proposals/${proposal}`)).toBe(tip);
});

test('S22: an agent cannot undo, nor look at what undoing would do', async () => {
  const { agent, proposal } = await applied();
  for (const name of ['proposal.undo', 'proposal.redo', 'proposal.restore'])
    await expect(agent.ask(name, { proposal })).rejects.toMatchObject({ code: 'owner_only' });
  await expect(agent.ask('proposal.undo', { proposal, preview: true })).rejects.toMatchObject({
    code: 'owner_only',
  });
});
