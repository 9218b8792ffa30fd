import { expect, test } from 'vitest';
import { text } from '../../proposals/apply/sides.ts';
import { makeDoors } from './doors.ts';

async function undone() {
  const doors = await makeDoors({ 'a.md': text() });
  const { proposal, tip } = await doors.propose([await doors.edited('a.md', text('agent'))]);
  await doors.owner.ask('proposal.apply', { proposal, tip });
  const after = doors.disk.git('rev-parse', 'main');
  await doors.owner.ask('proposal.undo', { proposal });
  return { ...doors, proposal, tip, after };
}

test('S22: proposal.redo puts everything where the approval had put it', async () => {
  const { disk, owner, proposal, tip, after } = await undone();
  expect(await owner.ask('proposal.redo', { proposal })).toEqual({
    proposal,
    how: 'forward',
    outcome: 'applied',
    tip,
    target: 'main',
    targetOid: after,
    paths: [{ doc: 'a.md', uncommitted: false }],
    open: [],
    warnings: [],
  });
  expect(disk.git('rev-parse', 'main')).toBe(after);
  expect(disk.git('status', '--porcelain')).toBe('');
  expect(await owner.ask('proposal.show', { proposal })).toMatchObject({ outcome: { outcome: 'applied' } });
  await expect(owner.ask('proposal.redo', { proposal })).rejects.toMatchObject({ code: 'already_ended' });
});

test('S22: redo with a preview and its token; in words', async () => {
  const { disk, owner, proposal, after } = await undone();
  const plan = await owner.ask<{ token: string }>('proposal.redo', { proposal, preview: true });
  expect(plan).toMatchObject({ how: 'forward', becomes: 'applied' });
  expect(await owner.words('proposal.redo', { proposal, preview: true })).toBe(
    `Redoing takes main to where the approval of ${proposal} had put it.`,
  );
  disk.git('commit', '-q', '--allow-empty', '-m', 'Mine');
  await expect(owner.ask('proposal.redo', { proposal, token: plan.token })).rejects.toMatchObject({
    code: 'changed_since_review',
  });
  expect(await owner.words('proposal.redo', { proposal, preview: true })).toBe(
    `Redoing applies ${proposal} to what main has now.`,
  );
  disk.git('reset', '-q', '--hard', 'HEAD~1');
  expect(await owner.words('proposal.redo', { proposal, token: plan.token })).toBe(
    `Approved ${proposal} again: main is at ${after.slice(0, 10)}, where the approval had put it.`,
  );
});

test('S22: redo of a reject gives the reason again', async () => {
  const { owner, edited, propose } = await makeDoors({ 'a.md': 'a\n' });
  const { proposal, tip } = await propose([await edited('a.md', 'A\n')]);
  await owner.ask('proposal.reject', { proposal, tip, reason: 'Too long' });
  await owner.ask('proposal.undo', { proposal });
  expect(await owner.words('proposal.redo', { proposal, preview: true })).toBe(
    `Redoing ends ${proposal} again: it is rejected. No file changes.`,
  );
  expect(await owner.words('proposal.redo', { proposal })).toBe(`${proposal} is rejected again.`);
  expect(await owner.ask('proposal.show', { proposal })).toMatchObject({
    outcome: { outcome: 'rejected', reason: 'Too long' },
  });
});

test('redo of a proposal that nobody undid is refused', async () => {
  const { owner, edited, propose } = await makeDoors({ 'a.md': 'a\n' });
  const { proposal } = await propose([await edited('a.md', 'A\n')]);
  await expect(owner.ask('proposal.redo', { proposal })).rejects.toMatchObject({
    code: 'blocked',
    details: { cause: 'nothing_undone' },
  });
  await expect(owner.ask('proposal.redo', { proposal: 'never' })).rejects.toMatchObject({
    code: 'no_such_proposal',
  });
});
