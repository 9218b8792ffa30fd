// The settle table row by row: an agent over stdio, real refs, the owner on the command line or in plain git.
// What settled is asserted in the very next answer as text, and the bytes on disk and in the working copy after it.
import { expect, test } from 'vitest';
import { makeRepo, type TestRepo } from '../helpers/make-repo.ts';
import { type Agent, approve, docket, docketOk, reject, startAgent } from './actors.ts';
import { GUIDE, having } from './guide.ts';

/** A repository with `guide.md`, and an agent that has proposed to change line 3. */
async function begun(): Promise<{ repo: TestRepo; agent: Agent; proposal: string }> {
  const repo = makeRepo({ 'guide.md': GUIDE, 'other.md': 'other\n' });
  const agent = await startAgent(repo.root);
  const { proposal } = await agent.propose('guide.md', 'line 3\n', 'line 3 of the agent\n');
  return { repo, agent, proposal };
}

/** The next answer of a tool that has nothing to do with the doc. */
async function next(agent: Agent) {
  return (await agent.ok('doc_list')).synced;
}

async function stateOf(agent: Agent) {
  return (await agent.ok('doc_status', { doc: 'guide.md' })).data;
}

const LATER = { edits: [{ oldText: 'line 10\n', newText: 'line 10 later\n' }], doc: 'guide.md' };

test('R1: pending and nothing moved: nothing settles, the proposal waits', async () => {
  const { repo, agent, proposal } = await begun();
  expect(await next(agent)).toEqual([]);
  expect(await stateOf(agent)).toMatchObject({ dirty: true, proposal });
  expect(repo.read('guide.md')).toBe(GUIDE);
  expect(await agent.text('guide.md')).toBe(having({ 3: 'line 3 of the agent' }));
});

test('R1: pending, and the file became equal to the working copy: clean, the proposal stays pending', async () => {
  const { repo, agent, proposal } = await begun();
  repo.write({ 'guide.md': having({ 3: 'line 3 of the agent' }) });
  expect(await next(agent)).toEqual([
    expect.objectContaining({ doc: 'guide.md', proposal, outcome: 'pending', action: 'clean' }),
  ]);
  expect(await stateOf(agent)).toMatchObject({ dirty: false, proposal });
  expect(await next(agent)).toEqual([]);
});

test('R1: pending, and somebody amended the proposal: taken over as one step', async () => {
  const { repo, agent, proposal } = await begun();
  amend(repo, proposal, having({ 3: 'line 3 of the agent', 8: 'line 8 of the reviewer' }));
  expect(await next(agent)).toEqual([
    expect.objectContaining({ doc: 'guide.md', proposal, outcome: 'pending', action: 'amended' }),
  ]);
  expect(await agent.text('guide.md')).toBe(
    having({ 3: 'line 3 of the agent', 8: 'line 8 of the reviewer' }),
  );
  await agent.ok('doc_undo', { doc: 'guide.md' });
  expect(await agent.text('guide.md')).toBe(having({ 3: 'line 3 of the agent' }));
});

test('S36: pending with later edits, and amended: both stay', async () => {
  const { repo, agent, proposal } = await begun();
  await agent.ok('doc_edit', LATER);
  amend(repo, proposal, having({ 3: 'line 3 of the agent', 7: 'line 7 of the reviewer' }));
  expect(await next(agent)).toEqual([expect.objectContaining({ action: 'amended', proposal })]);
  expect(await agent.text('guide.md')).toBe(
    having({ 3: 'line 3 of the agent', 7: 'line 7 of the reviewer', 10: 'line 10 later' }),
  );
});

test('S36: pending with later edits on the amended lines: told, nothing taken, the save is refused', async () => {
  const { repo, agent, proposal } = await begun();
  await agent.ok('doc_edit', LATER);
  amend(repo, proposal, having({ 3: 'line 3 of the agent', 10: 'line 10 of the reviewer' }));
  expect(await next(agent)).toEqual([
    expect.objectContaining({ proposal, outcome: 'pending', hunks: [expect.anything()] }),
  ]);
  expect(await agent.text('guide.md')).toBe(having({ 3: 'line 3 of the agent', 10: 'line 10 later' }));
  expect((await agent.call('doc_save', { doc: 'guide.md' })).isError).toBe(true);
  expect(await next(agent)).toEqual([]);
});

test('R1: applied, the working copy equals the file: clean', async () => {
  const { repo, agent, proposal } = await begun();
  expect((await approve(repo.root, proposal)).status).toBe(0);
  expect(await next(agent)).toEqual([
    expect.objectContaining({
      doc: 'guide.md',
      proposal,
      outcome: 'applied',
      action: 'clean',
      by: expect.objectContaining({ name: 'Olive Owner', role: 'owner' }),
    }),
  ]);
  expect(repo.read('guide.md')).toBe(having({ 3: 'line 3 of the agent' }));
  expect(await stateOf(agent)).toMatchObject({ dirty: false, edits: [] });
  expect(await stateOf(agent)).not.toHaveProperty('proposal');
});

test('R1: applied onto other changes, no later edits: reloaded', async () => {
  const { repo, agent, proposal } = await begun();
  repo.commit({ 'guide.md': having({ 11: 'line 11 of the owner' }) });
  expect((await approve(repo.root, proposal)).status).toBe(0);
  expect(await next(agent)).toEqual([
    expect.objectContaining({ proposal, outcome: 'applied', action: 'reloaded' }),
  ]);
  const both = having({ 3: 'line 3 of the agent', 11: 'line 11 of the owner' });
  expect([repo.read('guide.md'), await agent.text('guide.md')]).toEqual([both, both]);
});

test('R1: rejected, no later edits: the file is loaded, with who and why', async () => {
  const { repo, agent, proposal } = await begun();
  await reject(repo.root, proposal, 'Line 3 was right');
  expect(await next(agent)).toEqual([
    expect.objectContaining({
      proposal,
      outcome: 'rejected',
      action: 'reloaded',
      reason: 'Line 3 was right',
    }),
  ]);
  expect([repo.read('guide.md'), await agent.text('guide.md')]).toEqual([GUIDE, GUIDE]);
});

test('R1: a doc that was created for a proposal which is rejected is closed', async () => {
  const repo = makeRepo({ 'other.md': 'other\n' });
  const agent = await startAgent(repo.root);
  await agent.ok('doc_create', { doc: 'new.md', text: 'new\n' });
  const { data } = await agent.ok('doc_save', { doc: 'new.md' });
  await reject(repo.root, data.proposals[0].proposal, 'Not needed');
  expect(await next(agent)).toEqual([
    expect.objectContaining({ doc: 'new.md', outcome: 'rejected', action: 'closed', reason: 'Not needed' }),
  ]);
  expect((await agent.call('doc_read', { doc: 'new.md' })).code).toBe('no_such_doc');
  expect(repo.tryGit('status', '--porcelain').stdout).toBe('');
});

test('R1: applied with later edits: rebased, only the later edits are left', async () => {
  const { repo, agent, proposal } = await begun();
  await agent.ok('doc_edit', LATER);
  repo.commit({ 'guide.md': having({ 12: 'line 12 of the owner' }) });
  expect((await approve(repo.root, proposal)).status).toBe(0);
  expect(await next(agent)).toEqual([
    expect.objectContaining({ proposal, outcome: 'applied', action: 'rebased' }),
  ]);
  const landed = { 3: 'line 3 of the agent', 12: 'line 12 of the owner' };
  expect(repo.read('guide.md')).toBe(having(landed));
  expect(await agent.text('guide.md')).toBe(having({ ...landed, 10: 'line 10 later' }));
  expect(await stateOf(agent)).toMatchObject({ dirty: true, stale: false, edits: ['Edited line 10'] });
});

test('R1: applied, and the later edits clash with what landed beside it: kept, stale, with the lines', async () => {
  const { repo, agent, proposal } = await begun();
  await agent.ok('doc_edit', LATER);
  repo.commit({ 'guide.md': having({ 10: 'line 10 of the owner' }) });
  expect((await approve(repo.root, proposal)).status).toBe(0);
  expect(await next(agent)).toEqual([
    expect.objectContaining({
      proposal,
      outcome: 'applied',
      action: 'kept',
      hunks: [{ base: [9, 10], ours: ['line 10 later\n'], theirs: ['line 10 of the owner\n'] }],
    }),
  ]);
  expect(await agent.text('guide.md')).toBe(having({ 3: 'line 3 of the agent', 10: 'line 10 later' }));
  expect(repo.read('guide.md')).toBe(having({ 3: 'line 3 of the agent', 10: 'line 10 of the owner' }));
  expect(await stateOf(agent)).toMatchObject({ dirty: true, stale: true });
});

test('S34: applied where it is not checked out: kept, with the branch it landed on', async () => {
  const { repo, agent, proposal } = await begun();
  repo.git('switch', '-q', '-c', 'elsewhere');
  expect((await approve(repo.root, proposal)).status).toBe(0);
  expect(await next(agent)).toEqual([
    expect.objectContaining({ proposal, outcome: 'applied', action: 'kept', elsewhere: 'main' }),
  ]);
  expect(repo.read('guide.md')).toBe(GUIDE);
  expect(repo.git('show', 'main:guide.md')).toBe(having({ 3: 'line 3 of the agent' }).trimEnd());
  expect(await agent.text('guide.md')).toBe(having({ 3: 'line 3 of the agent' }));
});

test('R1: rejected with later edits: kept, all edits are the agent’s own again', async () => {
  const { repo, agent, proposal } = await begun();
  await agent.ok('doc_edit', LATER);
  await reject(repo.root, proposal, 'Not like this');
  expect(await next(agent)).toEqual([
    expect.objectContaining({ proposal, outcome: 'rejected', action: 'kept', reason: 'Not like this' }),
  ]);
  expect(await agent.text('guide.md')).toBe(having({ 3: 'line 3 of the agent', 10: 'line 10 later' }));
  expect(await stateOf(agent)).toMatchObject({ dirty: true, edits: ['Edited line 3', 'Edited line 10'] });
});

test('R1: withdrawn by its agent with later edits: kept', async () => {
  const { agent, proposal } = await begun();
  await agent.ok('doc_edit', LATER);
  const withdrawn = await agent.ok('proposal_withdraw', { proposal });
  const told = [...withdrawn.synced, ...(await next(agent))];
  expect(told).toEqual([expect.objectContaining({ proposal, outcome: 'withdrawn', action: 'kept' })]);
});

test('R2: no proposal, clean, the file changed: reloaded', async () => {
  const repo = makeRepo({ 'guide.md': GUIDE });
  const agent = await startAgent(repo.root);
  await agent.ok('doc_read', { doc: 'guide.md' });
  repo.write({ 'guide.md': having({ 5: 'line 5 of the owner' }) });
  expect(await next(agent)).toEqual([{ doc: 'guide.md', action: 'reloaded' }]);
  expect(await agent.text('guide.md')).toBe(having({ 5: 'line 5 of the owner' }));
});

test('R2: no proposal, clean, the file is gone: closed', async () => {
  const repo = makeRepo({ 'guide.md': GUIDE });
  const agent = await startAgent(repo.root);
  await agent.ok('doc_open', { doc: 'guide.md' });
  repo.git('rm', '-q', 'guide.md');
  expect(await next(agent)).toEqual([expect.objectContaining({ doc: 'guide.md', action: 'closed' })]);
});

test('no proposal, dirty, the file became equal to the working copy: clean', async () => {
  const repo = makeRepo({ 'guide.md': GUIDE });
  const agent = await startAgent(repo.root);
  await agent.ok('doc_edit', LATER);
  repo.write({ 'guide.md': having({ 10: 'line 10 later' }) });
  expect(await next(agent)).toEqual([{ doc: 'guide.md', action: 'clean' }]);
  expect(await stateOf(agent)).toMatchObject({ dirty: false, uncommitted: true });
});

test('no proposal, dirty, the file changed: nothing settles, doc_status says stale and where', async () => {
  const repo = makeRepo({ 'guide.md': GUIDE });
  const agent = await startAgent(repo.root);
  await agent.ok('doc_edit', LATER);
  repo.write({ 'guide.md': having({ 5: 'line 5 of the owner' }) });
  expect(await next(agent)).toEqual([]);
  expect(await stateOf(agent)).toMatchObject({ dirty: true, stale: true, staleLines: [{ from: 5, to: 5 }] });
  expect(await agent.text('guide.md')).toBe(having({ 10: 'line 10 later' }));
  expect(repo.read('guide.md')).toBe(having({ 5: 'line 5 of the owner' }));
});

test('several docs in one proposal settle each by its own row', async () => {
  const repo = makeRepo({ 'a.md': GUIDE, 'b.md': GUIDE });
  const agent = await startAgent(repo.root);
  for (const doc of ['a.md', 'b.md'])
    await agent.ok('doc_edit', { doc, edits: [{ oldText: 'line 3\n', newText: 'line 3 of the agent\n' }] });
  const { data } = await agent.ok('doc_save', { docs: ['a.md', 'b.md'] });
  await agent.ok('doc_edit', { ...LATER, doc: 'b.md' });
  expect((await approve(repo.root, data.proposals[0].proposal)).status).toBe(0);
  expect(await next(agent)).toEqual([
    expect.objectContaining({ doc: 'a.md', action: 'clean', outcome: 'applied' }),
    expect.objectContaining({ doc: 'b.md', action: 'rebased', outcome: 'applied' }),
  ]);
});

test('what settled is told by whichever tool is called next, also when it is refused or answers with text', async () => {
  for (const [tool, input] of [
    ['doc_read', { doc: 'other.md' }],
    ['doc_diff', { doc: 'guide.md' }],
    ['doc_save', { doc: 'nowhere.md' }],
    ['proposal_list', {}],
  ] as const) {
    const { repo, agent, proposal } = await begun();
    expect((await approve(repo.root, proposal)).status).toBe(0);
    expect((await agent.call(tool, input)).synced).toEqual([
      expect.objectContaining({ proposal, outcome: 'applied' }),
    ]);
    expect(await next(agent)).toEqual([]);
  }
});

test('S37: during a merge of the owner nothing settles, and the answer says so', async () => {
  const { repo, agent, proposal } = await begun();
  repo.git('switch', '-q', '-c', 'side');
  repo.commit({ 'other.md': 'side\n' });
  repo.git('switch', '-q', 'main');
  repo.commit({ 'other.md': 'main\n' });
  repo.tryGit('merge', 'side');
  const answer = await agent.ok('doc_list');
  expect(answer.synced).toEqual([]);
  expect(answer.data.warnings).toEqual([expect.stringMatching(/^Nothing was settled this time: a merge/)]);
  expect(
    (
      await docket(
        repo.root,
        'approve',
        proposal,
        '--tip',
        repo.git('rev-parse', `proposals/${proposal}`),
        '--yes',
      )
    ).status,
  ).toBe(1);
  repo.git('merge', '--abort');
  await docketOk(repo.root, 'list');
});

/** A reviewer commits onto the proposal's branch with plain git, in a worktree of their own. */
function amend(repo: TestRepo, proposal: string, text: string): void {
  const place = `${repo.root}-review`;
  repo.git('worktree', 'add', '-q', place, `proposals/${proposal}`);
  repo.write({ [`../${place.split('/').pop()}/guide.md`]: text });
  repo.git('-C', place, 'commit', '-q', '-am', 'Amend');
  repo.git('worktree', 'remove', place);
}
