// doc.reload over stdio: the seven cases. It never loses an edit, and says why it does not reload.
import { expect, test } from 'vitest';
import { makeRepo } from '../helpers/make-repo.ts';
import { approve, startAgent } from './actors.ts';
import { edit, GUIDE, having } from './guide.ts';

async function begun() {
  const repo = makeRepo({ 'guide.md': GUIDE });
  const agent = await startAgent(repo.root);
  await agent.ok('doc_open', { doc: 'guide.md' });
  const reload = () => agent.call('doc_reload', { doc: 'guide.md' });
  return { repo, agent, reload };
}

test('R3: clean and unchanged: nothing to load', async () => {
  const { reload } = await begun();
  expect((await reload()).data).toMatchObject({ doc: 'guide.md', reloaded: false });
});

test('R3: clean and changed: the file is loaded', async () => {
  const { repo, agent, reload } = await begun();
  repo.write({ 'guide.md': having({ 2: 'line 2 of the owner' }) });
  const answer = await reload();
  expect(answer.isError).toBe(false);
  expect(answer.data.reloaded || answer.synced[0].action === 'reloaded').toBe(true);
  expect(await agent.text('guide.md')).toBe(having({ 2: 'line 2 of the owner' }));
});

test('R3: the file was deleted: the doc is closed', async () => {
  const { repo, agent, reload } = await begun();
  repo.git('rm', '-q', 'guide.md');
  const answer = await reload();
  expect([...answer.synced.map(({ action }) => action), answer.data?.closed]).toContain(
    answer.synced.length > 0 ? 'closed' : true,
  );
  expect((await agent.ok('doc_status')).data.docs).toEqual([]);
});

test('R3: the working copy equals the file: clean, no edit is left', async () => {
  const { repo, agent, reload } = await begun();
  await agent.ok('doc_edit', { doc: 'guide.md', edits: [edit(2, 'line 2 anew')] });
  repo.write({ 'guide.md': having({ 2: 'line 2 anew' }) });
  expect((await reload()).isError).toBe(false);
  expect((await agent.ok('doc_status', { doc: 'guide.md' })).data).toMatchObject({ dirty: false, edits: [] });
});

test('R3: the proposal was applied: the file is loaded', async () => {
  const { repo, agent, reload } = await begun();
  const { proposal } = await agent.propose('guide.md', 'line 2\n', 'line 2 anew\n');
  repo.commit({ 'guide.md': having({ 9: 'line 9 of the owner' }) });
  expect((await approve(repo.root, proposal)).status).toBe(0);
  const answer = await reload();
  expect(answer.synced).toEqual([expect.objectContaining({ outcome: 'applied', action: 'reloaded' })]);
  expect(answer.isError).toBe(false);
  expect(await agent.text('guide.md')).toBe(having({ 2: 'line 2 anew', 9: 'line 9 of the owner' }));
});

test('R3: the edits wait in a proposal: refused', async () => {
  const { agent, reload } = await begun();
  const { proposal } = await agent.propose('guide.md', 'line 2\n', 'line 2 anew\n');
  const answer = await reload();
  expect(answer.code).toBe('proposed');
  expect(answer.text).toContain(proposal);
  expect(answer.text).toMatch(/\nNext: /);
  expect(await agent.text('guide.md')).toBe(having({ 2: 'line 2 anew' }));
});

test('R3: unsaved edits: refused, with the edits', async () => {
  const { repo, agent, reload } = await begun();
  await agent.ok('doc_edit', { doc: 'guide.md', edits: [edit(2, 'line 2 anew')] });
  repo.write({ 'guide.md': having({ 9: 'line 9 of the owner' }) });
  const answer = await reload();
  expect(answer.code).toBe('dirty');
  expect(answer.text).toContain('Edited line 2');
  expect(await agent.text('guide.md')).toBe(having({ 2: 'line 2 anew' }));
});

test('R3: a doc that is not open is refused', async () => {
  const repo = makeRepo({ 'guide.md': GUIDE });
  const agent = await startAgent(repo.root);
  expect((await agent.call('doc_reload', { doc: 'guide.md' })).code).toBe('not_open');
});
