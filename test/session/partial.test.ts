// What an agent hears and has once its proposal landed in part, or as the owner edited it.
import { expect, test } from 'vitest';
import {
  applyInSession,
  editDoc,
  preflightInSession,
  readDoc,
  rejectInSession,
  saveDocs,
  statusDoc,
} from '../../src/session/index.ts';
import { makeRepo } from '../helpers/make-repo.ts';
import { agentOn, line, lines, ownerOn } from './actors.ts';

async function proposed() {
  const repo = makeRepo({ 'guide.md': lines() });
  const [agent, owner] = [await agentOn(repo), await ownerOn(repo)];
  const edits = [line(3, 'third'), line(10, 'tenth')];
  await editDoc(agent.session, { doc: 'guide.md', edits });
  const { proposals } = await saveDocs(agent.session, { docs: ['guide.md'] });
  const { proposal, tip } = proposals![0]!;
  const { token, hunks } = await preflightInSession(owner.session, { proposal });
  const [third, tenth] = hunks.map(({ id }) => id) as [string, string];
  return { repo, agent, owner, proposal, tip, token, third, tenth };
}

test('B29: S16: the agent is told how much landed, and what not; its next save starts from there', async () => {
  const { repo, agent, owner, proposal, tip, token, third } = await proposed();
  const { oid } = await applyInSession(owner.session, { proposal, token, hunks: [third] });
  const [told, ...more] = await agent.heard();
  expect(more).toEqual([]);
  expect(told).toMatchObject({
    ...{ doc: 'guide.md', proposal, outcome: 'applied', partial: { landed: 1, of: 2 }, action: 'reloaded' },
    difference: expect.stringMatching(/^-tenth\n\+line 10$/m),
  });
  expect((told as { difference: string }).difference).not.toMatch(/^[-+]third/m);
  expect(agent.text('guide.md')).toBe(lines({ 3: 'third' }));
  expect(await statusDoc(agent.session, 'guide.md')).toMatchObject({ dirty: false, edits: [] });
  await editDoc(agent.session, { doc: 'guide.md', edits: [line(6, 'sixth')] });
  const { proposals } = await saveDocs(agent.session, { docs: ['guide.md'] });
  const next = proposals![0]!;
  expect(repo.git('rev-parse', `${next.tip}^`)).toBe(oid);
  expect(repo.git('diff', '--stat=200', oid, next.tip)).toContain('1 insertion(+), 1 deletion(-)');
  // What was left out is still there to be merged.
  repo.git('merge', '-q', '-m', 'The rest', tip);
  expect(repo.read('guide.md')).toBe(lines({ 3: 'third', 10: 'tenth' }));
});

test('S16: later edits stay, and what was left out goes', async () => {
  const { agent, owner, proposal, token, tenth } = await proposed();
  await editDoc(agent.session, { doc: 'guide.md', edits: [line(6, 'later')] });
  await applyInSession(owner.session, { proposal, token, hunks: [tenth] });
  expect(await agent.heard()).toMatchObject([{ outcome: 'applied', partial: { landed: 1, of: 2 } }]);
  expect(agent.text('guide.md')).toBe(lines({ 6: 'later', 10: 'tenth' }));
  expect((await statusDoc(agent.session, 'guide.md')) as object).toMatchObject({ edits: ['Edited line 6'] });
});

test('B39: the agent is told what the owner made of it', async () => {
  const { agent, owner, proposal, token } = await proposed();
  const edited = [{ doc: 'guide.md', text: lines({ 3: 'Third, then', 10: 'tenth' }) }];
  await applyInSession(owner.session, { proposal, token, edited });
  const [told] = await agent.heard();
  expect(told).toMatchObject({
    ...{ outcome: 'applied', changed: true, action: 'reloaded' },
    difference: expect.stringMatching(/^-third\n\+Third, then$/m),
  });
  expect(told).not.toHaveProperty('partial');
  expect((await readDoc(agent.session, { doc: 'guide.md' })).text).toContain('Third, then');
});

test('B31: rejecting a second round leaves what was accepted of the first', async () => {
  const { repo, agent, owner, proposal, token, third } = await proposed();
  await applyInSession(owner.session, { proposal, token, hunks: [third] });
  await agent.heard();
  await editDoc(agent.session, { doc: 'guide.md', edits: [line(6, 'sixth')] });
  const { proposals } = await saveDocs(agent.session, { docs: ['guide.md'] });
  const next = proposals![0]!;
  await rejectInSession(owner.session, { proposal: next.proposal, tip: next.tip });
  expect(await agent.heard()).toMatchObject([{ outcome: 'rejected' }]);
  expect(repo.read('guide.md')).toBe(lines({ 3: 'third' }));
  expect(agent.text('guide.md')).toBe(lines({ 3: 'third' }));
});
