// The owner has a doc open with unsaved edits while proposals land and other programs write.
import { expect, test } from 'vitest';
import { makeRepo } from '../helpers/make-repo.ts';
import { approve, docketOk, startAgent, startOwner } from './actors.ts';
import { edit, GUIDE, having } from './guide.ts';

const AGENTS = { 3: 'line 3 of the agent' };

async function begun(ownersLine: number) {
  const repo = makeRepo({ 'guide.md': GUIDE });
  const agent = await startAgent(repo.root);
  const { proposal } = await agent.propose('guide.md', 'line 3\n', 'line 3 of the agent\n');
  const owner = startOwner(repo.root);
  await owner.ask('doc.edit', { doc: 'guide.md', edits: [edit(ownersLine, 'mine')] });
  const token = async () => (await owner.ask('proposal.preflight', { proposal })).token;
  const text = async () => (await owner.ask('doc.read', { doc: 'guide.md' })).text;
  return { repo, agent, owner, proposal, token, text };
}

test('R6: approved in the session that has it open: merged into the open copy', async () => {
  const { repo, owner, proposal, token, text } = await begun(9);
  const applied = await owner.ask('proposal.apply', { proposal, token: await token() });
  expect(applied).toMatchObject({ outcome: 'applied' });
  expect(JSON.stringify(applied)).toContain('"merged":true');
  expect(await text()).toBe(having({ ...AGENTS, 9: 'mine' }));
  expect(repo.read('guide.md')).toBe(having(AGENTS));
  expect(await owner.ask('doc.status', { doc: 'guide.md' })).toMatchObject({ dirty: true, stale: false });
  await owner.ask('doc.save', { doc: 'guide.md', summary: 'Mine' });
  expect(repo.git('show', 'HEAD:guide.md')).toBe(having({ ...AGENTS, 9: 'mine' }).trimEnd());
});

test('R6: approved in the session, and both changed one line: the file is written, the banner comes', async () => {
  const { repo, owner, proposal, token, text } = await begun(3);
  const applied = await owner.ask('proposal.apply', { proposal, token: await token() });
  expect(JSON.stringify(applied)).toContain('"conflict":true');
  expect(repo.read('guide.md')).toBe(having(AGENTS));
  expect(await text()).toBe(having({ 3: 'mine' }));
  expect(await owner.event({ kind: 'doc.stale' })).toMatchObject({ doc: 'guide.md', file: 'guide.md' });
  expect((await owner.answer('doc.merge', { doc: 'guide.md' })).refusal.code).toBe('merge_conflict');
  expect((await owner.answer('doc.save', { doc: 'guide.md' })).refusal.code).toBe('stale');
  await owner.ask('doc.revert', { doc: 'guide.md' });
  expect(await text()).toBe(having(AGENTS));
});

test('R6: approved by another process: merged into the open copy, and the command line warns', async () => {
  const { repo, owner, proposal, text } = await begun(9);
  const ran = await approve(repo.root, proposal);
  expect(ran.status).toBe(0);
  expect(ran.stdout + ran.stderr).toContain('guide.md');
  expect(ran.json.warnings.join()).toContain('guide.md');
  await owner.event({ kind: 'doc.changed' });
  expect(await text()).toBe(having({ ...AGENTS, 9: 'mine' }));
  expect(owner.events.filter(({ kind }) => kind === 'doc.stale')).toEqual([]);
});

test('R6: approved by another process, and both changed one line: the banner comes', async () => {
  const { repo, owner, proposal, text } = await begun(3);
  expect((await approve(repo.root, proposal)).status).toBe(0);
  expect(await owner.event({ kind: 'doc.stale' })).toMatchObject({ doc: 'guide.md' });
  expect(await text()).toBe(having({ 3: 'mine' }));
  expect(repo.read('guide.md')).toBe(having(AGENTS));
});

test('S61: plain git lands it: merged into the open copy all the same', async () => {
  const { repo, owner, proposal, text } = await begun(9);
  repo.git('merge', '-q', '--ff-only', `proposals/${proposal}`);
  await owner.event({ kind: 'doc.changed' });
  expect(await text()).toBe(having({ ...AGENTS, 9: 'mine' }));
  expect(owner.events.filter(({ kind }) => kind === 'doc.stale')).toEqual([]);
});

test('R5: an outside editor writes while the doc is dirty: the banner comes, and each way out of it works', async () => {
  for (const way of ['merge', 'revert', 'keep']) {
    const { repo, owner, text } = await begun(9);
    repo.write({ 'guide.md': having({ 1: 'theirs' }) });
    expect(await owner.event({ kind: 'doc.stale' })).toMatchObject({ doc: 'guide.md', file: 'guide.md' });
    expect(await owner.ask('doc.status', { doc: 'guide.md' })).toMatchObject({ dirty: true, stale: true });
    await owner.ask(`doc.${way}`, { doc: 'guide.md' });
    const after = {
      merge: having({ 1: 'theirs', 9: 'mine' }),
      revert: having({ 1: 'theirs' }),
      keep: having({ 9: 'mine' }),
    };
    expect(await text()).toBe(after[way as 'merge']);
    expect(repo.read('guide.md')).toBe(having({ 1: 'theirs' }));
    if (way === 'keep') {
      // A later save still asks.
      expect((await owner.answer('doc.save', { doc: 'guide.md' })).refusal.code).toBe('stale');
    }
    await owner.end();
  }
});

test('R2: an outside editor writes while the doc is clean: it follows', async () => {
  const repo = makeRepo({ 'guide.md': GUIDE });
  const owner = startOwner(repo.root);
  await owner.ask('doc.open', { doc: 'guide.md' });
  repo.write({ 'guide.md': having({ 1: 'theirs' }) });
  await owner.event({ kind: 'doc.changed' });
  expect((await owner.ask('doc.read', { doc: 'guide.md' })).text).toBe(having({ 1: 'theirs' }));
});

test('R7: the agent sees what the owner has unsaved, before and after', async () => {
  const repo = makeRepo({ 'guide.md': GUIDE, 'other.md': 'other\n' });
  const agent = await startAgent(repo.root);
  const owner = startOwner(repo.root);
  await owner.ask('doc.edit', { doc: 'guide.md', edits: [edit(9, 'mine')] });
  expect((await agent.ok('doc_status')).data.unsavedInApp).toEqual(['guide.md']);
  expect((await agent.ok('doc_status', { doc: 'guide.md' })).data).toMatchObject({
    unsavedInApp: true,
    uncommitted: false,
  });
  expect((await agent.ok('doc_status', { doc: 'other.md' })).data).toMatchObject({ unsavedInApp: false });
  await agent.ok('doc_edit', { doc: 'guide.md', edits: [edit(3, 'line 3 of the agent')] });
  const saved = await agent.ok('doc_save', { doc: 'guide.md' });
  expect(saved.text).toContain('has unsaved edits in Docket');
  repo.write({ 'other.md': 'changed\n' });
  expect((await agent.ok('doc_status', { doc: 'other.md' })).data).toMatchObject({ uncommitted: true });
  await owner.ask('doc.save', { doc: 'guide.md', summary: 'Mine' });
  expect((await agent.ok('doc_status')).data.unsavedInApp).toEqual([]);
  await owner.kill();
  expect((await docketOk(repo.root, 'status', '--json')).status).toBe(0);
});

test('R7: an owner’s session that was killed counts no more', async () => {
  const repo = makeRepo({ 'guide.md': GUIDE });
  const agent = await startAgent(repo.root);
  const owner = startOwner(repo.root);
  await owner.ask('doc.edit', { doc: 'guide.md', edits: [edit(9, 'mine')] });
  await owner.kill();
  expect((await agent.ok('doc_status')).data.unsavedInApp).toEqual([]);
});
