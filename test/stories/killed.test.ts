// kill -9 of a server right after an edit was answered: the edit is not lost, and nothing is overwritten with it.
import { expect, test } from 'vitest';
import { makeRepo } from '../helpers/make-repo.ts';
import { startAgent, startOwner } from './actors.ts';
import { edit, GUIDE, having } from './guide.ts';

test('the draft is offered with that exact text, and nothing was written over', async () => {
  const repo = makeRepo({ 'guide.md': GUIDE });
  const agent = await startAgent(repo.root);
  await agent.ok('doc_edit', { doc: 'guide.md', edits: [edit(4, 'a text that\twas typed — once')] });
  await agent.kill();
  expect([repo.read('guide.md'), repo.git('status', '--porcelain')]).toEqual([GUIDE, '']);

  const next = await startAgent(repo.root);
  const { data } = await next.ok('doc_status');
  expect(data.drafts).toEqual([
    expect.objectContaining({ doc: 'guide.md', edits: ['Edited line 4'], fits: true }),
  ]);
  // Offered, never put back unasked.
  expect(await next.text('guide.md')).toBe(GUIDE);
  await next.ok('doc_recover', { doc: 'guide.md' });
  expect(await next.text('guide.md')).toBe(having({ 4: 'a text that\twas typed — once' }));
  expect(repo.read('guide.md')).toBe(GUIDE);
  expect(repo.git('fsck', '--strict')).not.toMatch(/error|missing/);
});

test('where the file changed meanwhile, the draft says that it does not fit, and the file stays', async () => {
  const repo = makeRepo({ 'guide.md': GUIDE });
  const agent = await startAgent(repo.root);
  await agent.ok('doc_edit', { doc: 'guide.md', edits: [edit(4, 'typed')] });
  await agent.kill();
  repo.commit({ 'guide.md': having({ 9: 'line 9 of the owner' }) });
  const next = await startAgent(repo.root);
  expect((await next.ok('doc_status')).data.drafts).toEqual([
    expect.objectContaining({ doc: 'guide.md', fits: false }),
  ]);
  await next.call('doc_recover', { doc: 'guide.md' });
  expect(repo.read('guide.md')).toBe(having({ 9: 'line 9 of the owner' }));
});

test('edits made after the save are a draft too, and the proposal still waits', async () => {
  const repo = makeRepo({ 'guide.md': GUIDE });
  const agent = await startAgent(repo.root);
  const { proposal, tip } = await agent.propose('guide.md', 'line 2\n', 'line 2 proposed\n');
  await agent.ok('doc_edit', { doc: 'guide.md', edits: [edit(4, 'typed later')] });
  await agent.kill();
  expect(repo.git('rev-parse', `proposals/${proposal}`)).toBe(tip);
  const next = await startAgent(repo.root);
  expect((await next.ok('doc_status')).data.drafts).toHaveLength(1);
  await next.ok('doc_recover', { doc: 'guide.md' });
  expect(await next.text('guide.md')).toBe(having({ 2: 'line 2 proposed', 4: 'typed later' }));
});

test('an owner’s session too: its draft is offered to the next one', async () => {
  const repo = makeRepo({ 'guide.md': GUIDE });
  const owner = startOwner(repo.root);
  await owner.ask('doc.edit', { doc: 'guide.md', edits: [edit(4, 'typed')] });
  await owner.kill();
  expect(repo.read('guide.md')).toBe(GUIDE);
  const next = startOwner(repo.root);
  expect((await next.ask('doc.status')).drafts).toEqual([
    expect.objectContaining({ doc: 'guide.md', fits: true }),
  ]);
  await next.ask('doc.recover', { doc: 'guide.md' });
  expect((await next.ask('doc.read', { doc: 'guide.md' })).text).toBe(having({ 4: 'typed' }));
});
