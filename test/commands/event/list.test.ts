import { expect, test } from 'vitest';
import { makeDoors } from '../proposal/doors.ts';

interface Listed {
  events: { kind: string; proposal?: string }[];
  cursor: string;
  complete: boolean;
}

test('S42: event.list tells what happened, also by plain git, and goes on from a cursor', async () => {
  const { disk, owner, edited, propose } = await makeDoors({ 'a.md': 'a\n' });
  const before = await owner.ask<Listed>('event.list');
  const { proposal } = await propose([await edited('a.md', 'A\n')]);
  disk.git('merge', '-q', '--no-ff', '-m', 'm', `proposals/${proposal}`);
  const listed = await owner.ask<Listed>('event.list', { since: before.cursor });
  expect(listed.events.filter((event) => event.proposal === proposal)).toMatchObject([
    { kind: 'proposal.created', by: { name: 'scribe', role: 'agent' } },
    { kind: 'proposal.applied', by: { name: 'Olive Owner' } },
  ]);
  expect(listed.complete).toBe(true);
  expect((await owner.ask<Listed>('event.list', { since: listed.cursor })).events).toEqual([]);
  expect((await owner.ask<Listed>('event.list', { since: 'start', limit: 1 })).complete).toBe(false);
  expect(await owner.words('event.list', { since: before.cursor })).toContain(
    `proposal.applied  ${proposal}  by Olive Owner`,
  );
});

test('event.list refuses a cursor it does not know', async () => {
  const { owner } = await makeDoors({ 'a.md': 'a\n' });
  await expect(owner.ask('event.list', { since: 'no such' })).rejects.toMatchObject({
    code: 'cursor_expired',
  });
  await expect(owner.ask('event.list', { limit: 0 })).rejects.toMatchObject({ code: 'invalid_input' });
});
