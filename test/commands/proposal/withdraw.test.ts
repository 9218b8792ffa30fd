import { expect, test } from 'vitest';
import { makeDoors } from './doors.ts';

test('proposal.withdraw ends a proposal of this session', async () => {
  const { disk, agent, edited, propose } = await makeDoors({ 'a.md': 'a\n' });
  const { proposal, tip } = await propose([await edited('a.md', 'A\n')], { session: agent.session.id });
  expect(await agent.ask('proposal.withdraw', { proposal, reason: 'Not needed' })).toEqual({
    proposal,
    tip,
    outcome: 'withdrawn',
    warnings: [],
  });
  expect(disk.git('for-each-ref', 'refs/heads/proposals')).toBe('');
});

test('S40: proposal.withdraw of another session’s proposal needs the tip that was read', async () => {
  const { agent, edited, propose } = await makeDoors({ 'a.md': 'a\n' });
  const { proposal, tip } = await propose([await edited('a.md', 'A\n')]);
  await expect(agent.ask('proposal.withdraw', { proposal })).rejects.toMatchObject({
    code: 'review_needed',
    hint: expect.stringContaining(tip),
  });
  expect(await agent.words('proposal.withdraw', { proposal, tip })).toBe(`Withdrew ${proposal}.`);
  await expect(agent.ask('proposal.withdraw', { proposal: '' })).rejects.toMatchObject({
    code: 'invalid_input',
  });
});
