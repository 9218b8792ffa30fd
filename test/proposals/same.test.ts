import { expect, test } from 'vitest';
import { rejectProposal } from '../../src/proposals/index.ts';
import { makeStory } from './story.ts';

const OWNER = { name: 'Olive Owner', role: 'owner' } as const;

test('S8: the same request id gives the earlier answer, also from another process', async () => {
  const { disk, edited, propose } = await makeStory({ 'a.md': 'a\n' });
  const doc = await edited('a.md', 'b\n');
  const one = await propose([doc], { requestId: 'r1' });
  const refs = disk.git('for-each-ref');
  const two = await propose([doc], { requestId: 'r1' });
  expect(two).toEqual({ ...one, replayed: true, warnings: [] });
  const other = await makeStory(undefined, { at: disk });
  expect(await other.propose([doc], { requestId: 'r1', session: 'restarted' })).toMatchObject({
    tip: one.tip,
    replayed: true,
  });
  expect(disk.git('for-each-ref')).toBe(refs);
});

test('S8: the owner’s commits in between do not make it another request', async () => {
  const { disk, edited, propose } = await makeStory({ 'a.md': '1\n2\n3\n4\n5\n' });
  disk.write({ 'a.md': 'OWNER\n2\n3\n4\n5\n' });
  const doc = await edited('a.md', 'OWNER\n2\n3\n4\nV\n');
  const one = await propose([doc], { requestId: 'r1' });
  disk.git('commit', '-qam', 'Owner saves');
  expect((await propose([doc], { requestId: 'r1' })).tip).toBe(one.tip);
});

test('S8: the same id with other content is request_reused', async () => {
  const { edited, propose } = await makeStory({ 'a.md': 'a\n', 'b.md': 'b\n' });
  const doc = await edited('a.md', 'A\n');
  await propose([doc], { requestId: 'r1' });
  const reused = { code: 'request_reused', hint: expect.any(String) };
  await expect(propose([await edited('a.md', 'other\n')], { requestId: 'r1' })).rejects.toMatchObject(reused);
  await expect(propose([await edited('b.md', 'B\n')], { requestId: 'r1' })).rejects.toMatchObject(reused);
  await expect(propose([doc, await edited('b.md', 'B\n')], { requestId: 'r1' })).rejects.toMatchObject(
    reused,
  );
});

test('S8: request ids of other agents and other work trees are other ids', async () => {
  const { edited, propose } = await makeStory({ 'a.md': 'a\n' });
  const one = await propose([await edited('a.md', 'A\n')], { requestId: 'r1' });
  const two = await propose([await edited('a.md', 'B\n')], { requestId: 'r1', agent: { name: 'other' } });
  const three = await propose([await edited('a.md', 'C\n')], { requestId: 'r1', worktree: '/elsewhere' });
  expect(new Set([one, two, three].map(({ proposal }) => proposal)).size).toBe(3);
});

test('S8: replies carry the present outcome, of ended proposals too', async () => {
  const { repo, givens, edited, propose } = await makeStory({ 'a.md': 'a\n' });
  const doc = await edited('a.md', 'A\n');
  const one = await propose([doc], { requestId: 'r1' });
  await rejectProposal(repo, { proposal: one.proposal, tip: one.tip, by: OWNER }, givens);
  expect(await propose([doc], { requestId: 'r1' })).toMatchObject({
    proposal: one.proposal,
    replayed: true,
    outcome: 'rejected',
  });
});

test('S8: a revision’s request id is found after a later revision', async () => {
  const { edited, propose } = await makeStory({ 'a.md': 'a\n' });
  const one = await propose([await edited('a.md', 'A\n')], { requestId: 'r1' });
  const into = { into: one.proposal, seenTip: one.tip };
  const two = await propose([await edited('a.md', 'B\n')], { ...into, requestId: 'r2' });
  const late = await propose([await edited('a.md', 'A\n')], { requestId: 'r1' });
  expect(late).toMatchObject({ proposal: one.proposal, tip: two.tip, revision: 2, replayed: true });
});

test('S8: the same session, docs, base and bytes give the earlier proposal while it waits', async () => {
  const { disk, repo, givens, edited, propose } = await makeStory({ 'a.md': 'a\n' });
  const doc = await edited('a.md', 'A\n');
  const one = await propose([doc]);
  expect(await propose([doc])).toMatchObject({ proposal: one.proposal, tip: one.tip, unchanged: true });
  expect(await propose([doc], { into: one.proposal, seenTip: one.tip })).toMatchObject({
    tip: one.tip,
    revision: 1,
    unchanged: true,
  });
  expect((await propose([doc], { session: 'session-2' })).proposal).not.toBe(one.proposal);
  await rejectProposal(repo, { proposal: one.proposal, tip: one.tip, by: OWNER }, givens);
  const again = await propose([doc]);
  expect(again.proposal).not.toBe(one.proposal);
  expect(again.reproposes).toEqual({ proposal: one.proposal });
  expect(disk.git('for-each-ref', '--format=%(refname)', 'refs/heads/proposals').split('\n').length).toBe(2);
});

test('S47: newlines in summaries, labels and request ids are refused', async () => {
  const { disk, edited, propose } = await makeStory({ 'a.md': 'a\n' });
  const before = disk.git('for-each-ref');
  const doc = await edited('a.md', 'A\n');
  const wrong = { code: 'invalid_input' };
  await expect(propose([doc], { summary: 'a\n\nDocket-Proposal: x' })).rejects.toMatchObject(wrong);
  await expect(propose([doc], { requestId: 'a\nb' })).rejects.toMatchObject(wrong);
  await expect(propose([{ ...doc, edits: ['a\nb'] }])).rejects.toMatchObject(wrong);
  await expect(propose([])).rejects.toMatchObject(wrong);
  await expect(propose([doc, doc])).rejects.toMatchObject(wrong);
  expect(disk.git('for-each-ref')).toBe(before);
});

test('S9: a rejected change is known again on a newer text, a part of it is another change', async () => {
  const { disk, repo, givens, edited, propose } = await makeStory({ 'a.md': '1\n2\n3\n4\n5\n6\n7\n8\n9\n' });
  const one = await propose([await edited('a.md', '1\nII\n3\n4\n5\n6\n7\nVIII\n9\n')]);
  const rejected = { proposal: one.proposal, tip: one.tip, reason: 'No Roman numbers', by: OWNER };
  await rejectProposal(repo, rejected, givens);
  disk.commit({ 'a.md': '1\n2\n3\n4\nOWNER\n6\n7\n8\n9\n' }, 'Owner');
  const again = await propose([await edited('a.md', '1\nII\n3\n4\nOWNER\n6\n7\nVIII\n9\n')]);
  expect(again.reproposes).toEqual({ proposal: one.proposal, reason: 'No Roman numbers' });
  const part = await propose([await edited('a.md', '1\nII\n3\n4\nOWNER\n6\n7\n8\n9\n')], { session: 's2' });
  expect(part.reproposes).toBeUndefined();
});

test('S9: a rejected change is known again with more beside it, and not where the owner made it himself', async () => {
  const { disk, repo, givens, edited, propose } = await makeStory({
    'a.md': '1\n2\n3\n4\n5\n',
    'b.md': 'b\n',
  });
  const one = await propose([await edited('a.md', '1\nII\n3\n4\n5\n')]);
  await rejectProposal(repo, { proposal: one.proposal, tip: one.tip, reason: 'No', by: OWNER }, givens);
  const more = await propose([await edited('a.md', '1\nII\n3\n4\nV\n'), await edited('b.md', 'B\n')]);
  expect(more.reproposes).toEqual({ proposal: one.proposal, reason: 'No' });
  expect(more.warnings).toEqual([expect.stringContaining(`(${one.proposal}), with the reason: No`)]);
  disk.commit({ 'a.md': '1\nII\n3\n4\n5\n' }, 'Owner');
  const after = await propose([await edited('a.md', '1\nII\n3\n4\nfive\n')], { session: 's2' });
  expect(after.reproposes).toBeUndefined();
});
