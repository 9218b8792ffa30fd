import { expect, test } from 'vitest';
import { makeDoors } from './doors.ts';

test('S56: proposal.diff names the revision it was computed on, and foreign text is visible', async () => {
  const { agent, edited, propose } = await makeDoors({ 'a.md': '1\n2\n' });
  const done = await propose([await edited('a.md', '1\n\u001b[2J\n')]);
  expect(await agent.ask('proposal.diff', { proposal: done.proposal })).toMatchObject({
    proposal: done.proposal,
    tip: done.tip,
    revision: 1,
    text: expect.stringContaining('+\u001b[2J\n'),
  });
  const words = await agent.words('proposal.diff', { proposal: done.proposal, context: 0 });
  expect(words).toBe(
    [
      `# ${done.proposal}, revision 1, ${done.tip.slice(0, 10)}`,
      'diff --git a/a.md b/a.md',
      '--- a/a.md',
      '+++ b/a.md',
      '@@ -2 +2 @@',
      '-2',
      '+␛[2J',
      '',
    ].join('\n'),
  );
  expect(await agent.words('proposal.diff', { proposal: done.proposal, since: 1 })).toMatch(
    / since revision 1\nNothing differs\.$/,
  );
});

test('proposal.diff refuses what is not there', async () => {
  const { owner, edited, propose } = await makeDoors({ 'a.md': 'a\n', 'b.md': 'b\n' });
  const { proposal } = await propose([await edited('a.md', 'A\n')]);
  const ask = (input: object) => owner.ask('proposal.diff', { proposal, ...input });
  await expect(ask({ doc: 'b.md' })).rejects.toMatchObject({
    code: 'no_such_doc',
    details: { docs: ['a.md'] },
  });
  await expect(ask({ since: 9 })).rejects.toMatchObject({ code: 'not_found' });
  await expect(ask({ since: 0 })).rejects.toMatchObject({ code: 'invalid_input' });
  await expect(ask({ proposal: 'x' })).rejects.toMatchObject({ code: 'no_such_proposal' });
});
