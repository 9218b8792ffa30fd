import { expect, test } from 'vitest';
import { makeDoors } from './doors.ts';

test('proposal.reject ends a proposal with a reason, by the owner', async () => {
  const { disk, owner, edited, propose } = await makeDoors({ 'a.md': 'a\n' });
  const done = await propose([await edited('a.md', 'A\n')]);
  const input = { proposal: done.proposal, tip: done.tip, reason: 'Keep it small' };
  expect(await owner.ask('proposal.reject', input)).toEqual({
    proposal: done.proposal,
    tip: done.tip,
    outcome: 'rejected',
    warnings: [],
  });
  expect(disk.git('for-each-ref', 'refs/heads/proposals')).toBe('');
  expect(await owner.ask('proposal.show', { proposal: done.proposal })).toMatchObject({
    outcome: {
      reason: 'Keep it small',
      by: { name: 'Olive Owner', email: 'olive@example.com', role: 'owner' },
    },
  });
  await expect(owner.ask('proposal.reject', input)).rejects.toMatchObject({ code: 'already_ended' });
});

test('S20: proposal.reject is pinned, and an agent may not', async () => {
  const { owner, agent, edited, propose } = await makeDoors({ 'a.md': 'a\n' });
  const { proposal, tip } = await propose([await edited('a.md', 'A\n')]);
  await expect(owner.ask('proposal.reject', { proposal, tip: 'f'.repeat(40) })).rejects.toMatchObject({
    code: 'changed_since_review',
    details: { what: 'tip' },
  });
  await expect(owner.ask('proposal.reject', { proposal })).rejects.toMatchObject({ code: 'invalid_input' });
  await expect(owner.ask('proposal.reject', { proposal, tip: tip.slice(0, 10) })).rejects.toMatchObject({
    code: 'invalid_input',
  });
  await expect(agent.ask('proposal.reject', { proposal, tip })).rejects.toMatchObject({ code: 'owner_only' });
});
