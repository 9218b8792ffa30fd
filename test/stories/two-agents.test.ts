// Two agents, each with its own server, on one doc; the owner approves on the command line.
import { expect, test } from 'vitest';
import { makeRepo } from '../helpers/make-repo.ts';
import { approve, docket, docketOk, startAgent } from './actors.ts';
import { edit, GUIDE, having } from './guide.ts';

test('two agents on lines apart: both land, each line once', async () => {
  const repo = makeRepo({ 'guide.md': GUIDE });
  const [one, two] = [await startAgent(repo.root, 'one'), await startAgent(repo.root, 'two')];
  const first = await one.propose('guide.md', 'line 2\n', 'line 2 of one\n');
  const second = await two.propose('guide.md', 'line 9\n', 'line 9 of two\n');
  expect((await docketOk(repo.root, 'list', '--json')).json.proposals).toHaveLength(2);
  for (const { proposal } of [first, second]) expect((await approve(repo.root, proposal)).status).toBe(0);
  const both = having({ 2: 'line 2 of one', 9: 'line 9 of two' });
  expect(repo.read('guide.md')).toBe(both);
  expect(repo.git('status', '--porcelain')).toBe('');
  for (const agent of [one, two]) {
    expect((await agent.ok('doc_list')).synced).toEqual([
      expect.objectContaining({ outcome: 'applied', action: 'reloaded' }),
    ]);
    expect(await agent.text('guide.md')).toBe(both);
  }
});

test('two agents on one line: the second is refused, still pending, and lands after its agent’s next save', async () => {
  const repo = makeRepo({ 'guide.md': GUIDE });
  const [one, two] = [await startAgent(repo.root, 'one'), await startAgent(repo.root, 'two')];
  const first = await one.propose('guide.md', 'line 5\n', 'line 5 of one\n');
  const second = await two.propose('guide.md', 'line 5\n', 'line 5 of two\n');
  expect((await approve(repo.root, first.proposal)).status).toBe(0);

  const before = repo.git('for-each-ref');
  const refused = await approve(repo.root, second.proposal);
  expect(refused.status).toBe(1);
  expect(refused.json.refusal.code).toBe('merge_conflict');
  expect(repo.git('for-each-ref')).toBe(before);
  expect(repo.read('guide.md')).toBe(having({ 5: 'line 5 of one' }));
  expect((await docketOk(repo.root, 'list', '--json')).json.proposals).toEqual([
    expect.objectContaining({ proposal: second.proposal, state: 'pending' }),
  ]);

  // The second agent sees that its doc is stale, takes the new text as its base, and saves again.
  expect((await two.ok('doc_status', { doc: 'guide.md' })).data).toMatchObject({
    stale: true,
    proposal: second.proposal,
  });
  expect((await two.call('doc_merge', { doc: 'guide.md' })).code).toBe('merge_conflict');
  await two.ok('doc_revert', { doc: 'guide.md' });
  await two.ok('doc_edit', { doc: 'guide.md', edits: [edit(5, 'line 5 of one, then two', 'line 5 of one')] });
  const saved = (await two.ok('doc_save', { doc: 'guide.md' })).data.proposals[0];
  expect(saved.proposal).toBe(second.proposal);
  expect((await approve(repo.root, saved.proposal)).status).toBe(0);
  expect(repo.read('guide.md')).toBe(having({ 5: 'line 5 of one, then two' }));
  expect(
    repo.git('log', '--format=%s', '-S', 'line 5 of one', '--', 'guide.md').split('\n').length,
  ).toBeGreaterThan(0);
  expect((await two.ok('doc_list')).synced).toEqual([expect.objectContaining({ outcome: 'applied' })]);
});

test('the second agent may save onto what landed meanwhile without being told: nothing of the first is lost', async () => {
  const repo = makeRepo({ 'guide.md': GUIDE });
  const [one, two] = [await startAgent(repo.root, 'one'), await startAgent(repo.root, 'two')];
  await two.ok('doc_open', { doc: 'guide.md' });
  const first = await one.propose('guide.md', 'line 5\n', 'line 5 of one\n');
  expect((await approve(repo.root, first.proposal)).status).toBe(0);
  const second = await two.propose('guide.md', 'line 11\n', 'line 11 of two\n');
  expect((await approve(repo.root, second.proposal)).status).toBe(0);
  expect(repo.read('guide.md')).toBe(having({ 5: 'line 5 of one', 11: 'line 11 of two' }));
  expect(repo.git('log', '--format=%an', '-1', `${second.tip}`)).toBe('two');
});

test('six agents propose at once, and the owner approves all: every line lands once, by its own agent', async () => {
  const repo = makeRepo({ 'guide.md': GUIDE });
  const lines = [1, 3, 5, 7, 9, 11];
  const agents = await Promise.all(lines.map((line) => startAgent(repo.root, `agent-${line}`)));
  const saved = await Promise.all(
    agents.map((agent, i) => agent.propose('guide.md', `line ${lines[i]}\n`, `line ${lines[i]} by agent\n`)),
  );
  expect(new Set(saved.map(({ proposal }) => proposal)).size).toBe(6);
  for (const { proposal } of saved) {
    const ran = await approve(repo.root, proposal);
    expect({ said: ran.stdout + ran.stderr, status: ran.status }).toMatchObject({ status: 0 });
  }
  const all = having(Object.fromEntries(lines.map((line) => [line, `line ${line} by agent`])));
  expect(repo.read('guide.md')).toBe(all);
  const blame = repo.git('blame', '--line-porcelain', 'guide.md');
  expect([...blame.matchAll(/^author (agent-\d+)$/gm)].map(([, name]) => name)).toEqual(
    lines.map((line) => `agent-${line}`),
  );
  const told = await Promise.all(agents.map((agent) => agent.ok('doc_list')));
  for (const { synced } of told) expect(synced).toEqual([expect.objectContaining({ outcome: 'applied' })]);
  for (const agent of agents) expect(await agent.text('guide.md')).toBe(all);
  expect(repo.git('status', '--porcelain')).toBe('');
  expect(repo.git('fsck', '--strict')).not.toMatch(/error|missing/);
});

test('R7: an agent is told which docs another agent’s server has open: none, only the owner’s doors count', async () => {
  const repo = makeRepo({ 'guide.md': GUIDE });
  const [one, two] = [await startAgent(repo.root, 'one'), await startAgent(repo.root, 'two')];
  await one.ok('doc_edit', { doc: 'guide.md', edits: [edit(1, 'x')] });
  expect((await two.ok('doc_status')).data.unsavedInApp).toEqual([]);
  expect((await docket(repo.root, 'status', '--json')).status).toBe(0);
});
