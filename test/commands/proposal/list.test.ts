import { expect, test } from 'vitest';
import { makeDoors } from './doors.ts';

interface Listed {
  proposals: { proposal: string; added: number; removed: number; docs: string[] }[];
  total: number;
  next?: string;
}

test('proposal.list answers rows with counts, and a line each in words', async () => {
  const { owner, edited, propose } = await makeDoors({ 'a.md': '1\n2\n', 'b.md': 'b\n' });
  expect(await owner.words('proposal.list')).toBe('No proposals.');
  const one = await propose([await edited('a.md', '1\nII\nIII\n')], { summary: 'Roman \u001b[31mnumbers' });
  const two = await propose([await edited('b.md', null), await edited('a.md', '1\nII\n')], { session: 's2' });
  const listed = await owner.ask<Listed>('proposal.list');
  expect(listed).toMatchObject({
    total: 2,
    proposals: [
      { proposal: two.proposal, added: 1, removed: 2, docs: ['b.md', 'a.md'] },
      { proposal: one.proposal, added: 2, removed: 1, agent: { name: 'scribe', version: '1.0' } },
    ],
  });
  expect(JSON.stringify(listed)).not.toContain('null');
  const lines = (await owner.words('proposal.list')).split('\n');
  expect(lines.length).toBe(2);
  expect(lines[1]).toContain(`${one.proposal}`);
  expect(lines[1]).toMatch(/pending {2}\+2 -1 {2}a\.md {13}scribe {2}Roman ␛\[31mnumbers$/);
});

test('proposal.list by state, doc, session, in pages', async () => {
  const { owner, agent, edited, propose } = await makeDoors({ 'a.md': 'a\n', 'b.md': 'b\n', 'c.md': 'c\n' });
  await propose([await edited('a.md', 'A\n')]);
  const two = await propose([await edited('b.md', 'B\n')], { session: agent.session.id });
  const three = await propose([await edited('c.md', 'C\n')]);
  await owner.ask('proposal.reject', { proposal: three.proposal, tip: three.tip, reason: 'no \u202e' });
  expect(
    (await agent.ask<Listed>('proposal.list', { mine: true })).proposals.map((each) => each.proposal),
  ).toEqual([two.proposal]);
  expect((await owner.ask<Listed>('proposal.list', { doc: 'b.md' })).total).toBe(1);
  expect(await owner.ask('proposal.list', { state: 'ended' })).toMatchObject({
    proposals: [
      { state: 'ended', outcome: { outcome: 'rejected', reason: 'no \u202e', by: { name: 'Olive Owner' } } },
    ],
  });
  expect(await owner.words('proposal.list', { state: 'ended' })).toContain(
    'rejected by Olive Owner: no <U+202E>',
  );
  const first = await owner.ask<Listed>('proposal.list', { state: 'all', limit: 2 });
  expect(first).toMatchObject({ total: 3, next: two.proposal });
  const rest = await owner.ask<Listed>('proposal.list', { state: 'all', limit: 2, cursor: first.next });
  expect(rest.proposals.length).toBe(1);
  expect(rest.next).toBeUndefined();
  await expect(owner.ask('proposal.list', { cursor: 'no-such' })).rejects.toMatchObject({
    code: 'cursor_expired',
  });
});

test.each([
  { state: 'open' },
  { limit: 0 },
  { limit: 1001 },
  { mine: 'yes' },
  { doc: '' },
  { cursor: '' },
  { more: 1 },
])('proposal.list refuses %j', async (input) => {
  const { owner } = await makeDoors({ 'a.md': 'a\n' });
  await expect(owner.ask('proposal.list', input)).rejects.toMatchObject({ code: 'invalid_input' });
});
