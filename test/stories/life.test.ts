// The main road, end to end: propose, read, approve or reject, hear of it. Restarts on the way change nothing.
import { expect, test } from 'vitest';
import { makeRepo } from '../helpers/make-repo.ts';
import { approve, docket, docketOk, reject, startAgent } from './actors.ts';
import { edit, GUIDE, having } from './guide.ts';

test('an agent proposes, the owner reads and approves, the agent hears of it', async () => {
  const repo = makeRepo({ 'guide.md': GUIDE });
  const agent = await startAgent(repo.root, 'scribe');
  const saved = await agent.propose('guide.md', 'line 4\n', 'line 4, better\n', {
    summary: 'Better line four',
  });
  const id = saved.proposal;

  // Anyone can see it with plain git; nothing of the owner's moved.
  expect(repo.git('log', '-1', '--format=%an <%ae>%n%s', `proposals/${id}`)).toBe(
    'scribe <scribe@agents.docket.invalid>\nBetter line four',
  );
  expect(repo.git('log', '-1', '--format=%B', `proposals/${id}`)).toMatch(
    /Edited line 4[\s\S]*Docket-Proposal: /,
  );
  expect(repo.git('diff', `main...proposals/${id}`, '--stat')).toContain('1 file changed');
  expect([repo.git('status', '--porcelain'), repo.read('guide.md')]).toEqual(['', GUIDE]);

  expect((await docketOk(repo.root, 'list')).stdout).toContain('Better line four');
  expect((await docketOk(repo.root, 'diff', id)).stdout).toContain('+line 4, better');
  expect((await docketOk(repo.root, 'preflight', id)).stdout).toMatch(/fast.forward/i);
  const applied = await approve(repo.root, id);
  expect(applied.json).toMatchObject({ outcome: 'applied', how: 'fast-forward', oid: saved.tip });
  expect(repo.git('rev-parse', 'main')).toBe(saved.tip);
  expect(repo.read('guide.md')).toBe(having({ 4: 'line 4, better' }));
  expect([repo.git('status', '--porcelain'), repo.git('branch', '--list', 'proposals/*')]).toEqual(['', '']);

  const heard = await agent.ok('proposal_list');
  expect(heard.synced).toEqual([
    expect.objectContaining({ proposal: id, outcome: 'applied', action: 'clean' }),
  ]);
  expect((await docketOk(repo.root, 'list')).stdout).not.toContain('Better line four');
  expect(repo.git('fsck', '--strict')).not.toMatch(/error|missing/);
});

test('approving needs what was read and a yes; rejecting gives the reason to the agent', async () => {
  const repo = makeRepo({ 'guide.md': GUIDE });
  const agent = await startAgent(repo.root);
  const { proposal } = await agent.propose('guide.md', 'line 4\n', 'line 4, better\n');
  const bare = await docket(repo.root, 'approve', proposal, '--json');
  expect([bare.status, bare.json.refusal.code]).toEqual([1, 'review_needed']);
  await reject(repo.root, proposal, 'Four is fine');
  expect(
    (await docket(repo.root, 'approve', proposal, '--tip', '0'.repeat(40), '--yes', '--json')).json.refusal
      .code,
  ).toBe('already_ended');
  const { synced } = await agent.ok('event_list');
  expect(synced).toEqual([
    expect.objectContaining({ outcome: 'rejected', reason: 'Four is fine', action: 'reloaded' }),
  ]);
});

test('S9: a save after the end is a new proposal that follows the old one', async () => {
  const repo = makeRepo({ 'guide.md': GUIDE });
  const agent = await startAgent(repo.root);
  const first = await agent.propose('guide.md', 'line 4\n', 'line 4, better\n');
  await agent.ok('doc_edit', { doc: 'guide.md', edits: [edit(8, 'line 8 too')] });
  await reject(repo.root, first.proposal, 'Not yet');
  const saved = await agent.ok('doc_save', { doc: 'guide.md' });
  expect(saved.synced).toEqual([
    expect.objectContaining({ proposal: first.proposal, outcome: 'rejected', action: 'kept' }),
  ]);
  const [second] = saved.data.proposals;
  expect(second.proposal).not.toBe(first.proposal);
  expect(repo.git('log', '-1', '--format=%B', `proposals/${second.proposal}`)).toContain(
    `Docket-Follows: ${first.proposal}`,
  );
});

test('a second save of a waiting doc is the next revision of its proposal', async () => {
  const repo = makeRepo({ 'guide.md': GUIDE });
  const agent = await startAgent(repo.root);
  const first = await agent.propose('guide.md', 'line 4\n', 'line 4, better\n');
  const second = await agent.propose('guide.md', 'line 8\n', 'line 8 too\n');
  expect(second).toMatchObject({ proposal: first.proposal, revision: 2 });
  expect((await docketOk(repo.root, 'list', '--json')).json.proposals).toHaveLength(1);
  expect((await approve(repo.root, first.proposal)).status).toBe(0);
  expect(repo.read('guide.md')).toBe(having({ 4: 'line 4, better', 8: 'line 8 too' }));
});

test('S8: the same request, sent again by a restarted server, is answered with the same proposal', async () => {
  const repo = makeRepo({ 'guide.md': GUIDE });
  const first = await startAgent(repo.root);
  const one = await first.propose('guide.md', 'line 4\n', 'line 4, better\n', { requestId: 'ask-1' });
  await first.kill();
  const again = await startAgent(repo.root);
  const { data } = await again.ok('doc_save', { doc: 'guide.md', requestId: 'ask-1' });
  expect(data.proposals[0]).toMatchObject({ proposal: one.proposal, tip: one.tip, replayed: true });
  expect(repo.git('branch', '--list', 'proposals/*').split('\n')).toHaveLength(1);
});

test.each([
  ['approved', 'killed'],
  ['approved', 'ended'],
  ['rejected', 'killed'],
  ['rejected', 'ended'],
])(
  'S38: %s while the server is down (%s): the restarted one hears of it in its first answer',
  async (fate, how) => {
    const repo = makeRepo({ 'guide.md': GUIDE });
    const agent = await startAgent(repo.root);
    const { proposal } = await agent.propose('guide.md', 'line 4\n', 'line 4, better\n');
    await (how === 'killed' ? agent.kill() : agent.end());
    if (fate === 'approved') expect((await approve(repo.root, proposal)).status).toBe(0);
    else await reject(repo.root, proposal, 'No');
    const next = await startAgent(repo.root);
    const { synced } = await next.ok('doc_status');
    expect(synced).toEqual([
      expect.objectContaining({ proposal, outcome: fate === 'approved' ? 'applied' : 'rejected' }),
    ]);
    expect((await next.ok('doc_status')).synced).toEqual([]);
  },
);

test('S38: an answer that never arrived is told again after a restart', async () => {
  const repo = makeRepo({ 'guide.md': GUIDE });
  const agent = await startAgent(repo.root);
  const { proposal } = await agent.propose('guide.md', 'line 4\n', 'line 4, better\n');
  expect((await approve(repo.root, proposal)).status).toBe(0);
  expect((await agent.ok('doc_list')).synced).toHaveLength(1);
  await agent.kill();
  // No call followed that answer, so nobody knows whether it was read.
  const next = await startAgent(repo.root);
  expect((await next.ok('doc_list')).synced).toEqual([
    expect.objectContaining({ proposal, outcome: 'applied' }),
  ]);
  await next.ok('doc_list');
  await next.kill();
  const third = await startAgent(repo.root);
  expect((await third.ok('doc_list')).synced).toEqual([]);
});

test('S38: a restarted server’s save is the next revision of what waited', async () => {
  const repo = makeRepo({ 'guide.md': GUIDE });
  const agent = await startAgent(repo.root);
  const first = await agent.propose('guide.md', 'line 4\n', 'line 4, better\n');
  await agent.kill();
  const next = await startAgent(repo.root);
  expect((await next.ok('doc_status', { doc: 'guide.md' })).data).toMatchObject({ proposal: first.proposal });
  const second = await next.propose('guide.md', 'line 8\n', 'line 8 too\n');
  expect(second).toMatchObject({ proposal: first.proposal, revision: 2 });
});

test('an agent edits further while its proposal waits: the proposal holds what was saved', async () => {
  for (const fate of ['approved', 'rejected']) {
    const repo = makeRepo({ 'guide.md': GUIDE });
    const agent = await startAgent(repo.root);
    const { proposal } = await agent.propose('guide.md', 'line 4\n', 'line 4, better\n');
    await agent.ok('doc_edit', { doc: 'guide.md', edits: [edit(9, 'line 9 later')] });
    if (fate === 'approved') expect((await approve(repo.root, proposal)).status).toBe(0);
    else await reject(repo.root, proposal, 'No');
    expect(repo.read('guide.md')).toBe(fate === 'approved' ? having({ 4: 'line 4, better' }) : GUIDE);
    expect((await agent.ok('doc_list')).synced).toEqual([
      expect.objectContaining({ action: fate === 'approved' ? 'rebased' : 'kept' }),
    ]);
    expect(await agent.text('guide.md')).toBe(having({ 4: 'line 4, better', 9: 'line 9 later' }));
    const [after] = (await agent.ok('doc_save', { doc: 'guide.md' })).data.proposals;
    expect(after.edits).toEqual(fate === 'approved' ? ['Edited line 9'] : ['Edited line 4', 'Edited line 9']);
  }
});
