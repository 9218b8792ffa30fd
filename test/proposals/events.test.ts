import { expect, test } from 'vitest';
import {
  listEvents,
  observeProposals,
  recordEvent,
  rejectProposal,
  withdrawProposal,
} from '../../src/proposals/index.ts';
import { openRepo } from '../../src/repo/index.ts';
import { makeGivens, makeStory } from './story.ts';

const OWNER = { name: 'Olive Owner', role: 'owner' } as const;
const kinds = (listed: { events: { kind: string }[] }) => listed.events.map(({ kind }) => kind);

test('S42: docket’s own steps are recorded once, and an observer adds nothing', async () => {
  const { repo, givens, edited, propose } = await makeStory({ 'a.md': 'a\n', 'b.md': 'b\n' });
  const one = await propose([await edited('a.md', 'A\n')]);
  const two = await propose([await edited('a.md', 'AA\n')], { into: one.proposal, seenTip: one.tip });
  await rejectProposal(repo, { proposal: one.proposal, tip: two.tip, reason: 'no', by: OWNER }, givens);
  const other = await propose([await edited('b.md', 'B\n')]);
  await withdrawProposal(repo, { proposal: other.proposal, session: 'session-1', agent: 'scribe' }, givens);
  await observeProposals(repo, givens);
  const listed = await listEvents(repo, null, 100);
  expect(listed.complete).toBe(true);
  expect(listed.events).toMatchObject([
    { kind: 'proposal.created', proposal: one.proposal, tip: one.tip, by: { name: 'scribe', role: 'agent' } },
    { kind: 'proposal.revised', proposal: one.proposal, tip: two.tip },
    { kind: 'proposal.rejected', proposal: one.proposal, tip: two.tip, reason: 'no', by: { role: 'owner' } },
    { kind: 'proposal.created', proposal: other.proposal },
    { kind: 'proposal.withdrawn', proposal: other.proposal },
  ]);
  expect(new Set(listed.events.map(({ id }) => id)).size).toBe(5);
  expect(await listEvents(repo, listed.cursor, 100)).toMatchObject({ events: [], complete: true });
});

test('S42: what plain git did is observed, with the same ids by whoever observes', async () => {
  const { disk, repo, givens, edited, propose } = await makeStory({
    'a.md': '1\n2\n3\n',
    'b.md': 'b\n',
    'c.md': 'c\n',
  });
  const one = await propose([await edited('a.md', '1\nII\n3\n')]);
  const two = await propose([await edited('b.md', 'B\n')]);
  await observeProposals(repo, givens);
  disk.git('checkout', '-qb', 'proposals/by-hand');
  disk.commit({ 'c.md': 'C\n' }, 'By hand');
  await observeProposals(repo, givens);
  disk.commit({ 'c.md': 'CC\n' }, 'By hand, more');
  disk.git('checkout', '-q', 'main');
  disk.git('merge', '-q', `proposals/${one.proposal}`);
  disk.git('branch', '-D', `proposals/${two.proposal}`);

  const elsewhere = await openRepo(disk.root);
  await observeProposals(elsewhere, makeGivens('other'));
  await elsewhere.close();
  await observeProposals(repo, givens);
  await observeProposals(repo, givens);

  const listed = await listEvents(repo, null, 100);
  expect(listed.events.filter(({ proposal }) => proposal === one.proposal)).toMatchObject([
    { kind: 'proposal.created' },
    { kind: 'proposal.applied', oid: one.tip },
  ]);
  expect(listed.events.filter(({ proposal }) => proposal === two.proposal)).toMatchObject([
    { kind: 'proposal.created' },
    { kind: 'proposal.rejected', outcome: 'removed', by: { role: 'unknown' } },
  ]);
  expect(listed.events.filter(({ proposal }) => proposal === 'by-hand')).toMatchObject([
    { kind: 'proposal.created', by: { name: 'Olive Owner', role: 'unknown' } },
    { kind: 'proposal.revised' },
  ]);
});

test('S42: other events get an id of their own; a cursor goes on where it was', async () => {
  const { repo, givens } = await makeStory({ 'a.md': 'a\n' });
  await recordEvent(repo, { kind: 'doc.changed', doc: 'a.md' }, givens);
  await recordEvent(repo, { kind: 'doc.changed', doc: 'a.md' }, givens);
  await recordEvent(repo, { kind: 'session.came' }, givens);
  const first = await listEvents(repo, null, 2);
  expect(first.complete).toBe(false);
  expect(kinds(first)).toEqual(['doc.changed', 'doc.changed']);
  expect(kinds(await listEvents(repo, first.cursor, 2))).toEqual(['session.came']);
  await expect(listEvents(repo, 'nonsense', 2)).rejects.toMatchObject({ code: 'cursor_expired' });
});
