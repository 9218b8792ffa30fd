// Undo while docs are open: in the session that undoes, in another owner's, and in the agent's.
import { describe, expect, test, vi } from 'vitest';
import {
  applyInSession,
  editDoc,
  openDoc,
  previewUndoInSession,
  redoInSession,
  rejectInSession,
  saveDocs,
  statusDoc,
  undoInSession,
} from '../../../src/session/index.ts';
import { makeRepo } from '../../helpers/make-repo.ts';
import { type Actor, agentOn, line, lines, ownerOn } from '../../session/actors.ts';

async function begun() {
  const repo = makeRepo({ 'guide.md': lines(), 'other.md': 'other\n' });
  const agent = await agentOn(repo);
  await editDoc(agent.session, { doc: 'guide.md', edits: [line(3, 'agent')] });
  const { proposal, tip } = (await saveDocs(agent.session, { summary: 'Third' })).proposals![0]!;
  const owner = await ownerOn(repo);
  const ask = { proposal };
  return {
    repo,
    agent,
    owner,
    proposal,
    tip,
    ask,
    apply: () => applyInSession(owner.session, { proposal, tip }),
  };
}

const kinds = (owner: Actor) =>
  owner.events.map(({ kind }) => kind).filter((kind) => kind.startsWith('doc.'));

describe('S22: the open copies of the session that undoes', () => {
  test('S22: a clean one is loaded', async () => {
    const { owner, ask, apply } = await begun();
    await openDoc(owner.session, { doc: 'guide.md' });
    await apply();
    expect(owner.text('guide.md')).toBe(lines({ 3: 'agent' }));
    expect(await undoInSession(owner.session, ask)).toMatchObject({
      open: [{ doc: 'guide.md', how: 'reloaded' }],
    });
    expect(owner.text('guide.md')).toBe(lines());
  });

  test('S22: a dirty one keeps its edits: merge3(applied, current, before); redo brings the change again', async () => {
    const { owner, ask, apply } = await begun();
    await apply();
    await editDoc(owner.session, { doc: 'guide.md', edits: [line(9, 'mine')] });
    expect((await previewUndoInSession(owner.session, ask)).warnings).toEqual([
      'guide.md has unsaved edits: the change is merged into your open copy, keeping them. If both are on the same lines, you are asked what to keep.',
    ]);
    expect(await undoInSession(owner.session, ask)).toMatchObject({
      merged: true,
      open: [{ doc: 'guide.md', how: 'merged', says: 'merged into your open copy of guide.md' }],
    });
    expect(owner.text('guide.md')).toBe(lines({ 9: 'mine' }));
    expect(await statusDoc(owner.session, 'guide.md')).toMatchObject({
      dirty: true,
      stale: false,
      edits: ['Edited line 9'],
    });
    expect(await redoInSession(owner.session, ask)).toMatchObject({ merged: true });
    expect(owner.text('guide.md')).toBe(lines({ 3: 'agent', 9: 'mine' }));
    expect(await undoInSession(owner.session, ask)).toMatchObject({ merged: true });
    expect(owner.text('guide.md')).toBe(lines({ 9: 'mine' }));
  });

  test('S22: one that is dirty on the same lines: the file goes back, the banner is raised', async () => {
    const { repo, owner, ask, apply } = await begun();
    await apply();
    await editDoc(owner.session, { doc: 'guide.md', edits: [line(3, 'mine', 'agent')] });
    expect(await undoInSession(owner.session, ask)).toMatchObject({
      conflict: true,
      open: [{ doc: 'guide.md', how: 'conflict' }],
    });
    expect(repo.read('guide.md')).toBe(lines());
    expect(owner.text('guide.md')).toBe(lines({ 3: 'mine' }));
    expect(owner.events).toContainEqual({
      kind: 'doc.stale',
      doc: 'guide.md',
      file: 'guide.md',
      conflict: true,
    });
  });

  test('S22: with a commit on top: the same', async () => {
    const { repo, owner, ask, apply } = await begun();
    await apply();
    repo.commit({ 'other.md': 'on top\n' });
    await owner.session.sync();
    await editDoc(owner.session, { doc: 'guide.md', edits: [line(9, 'mine')] });
    expect(await undoInSession(owner.session, ask)).toMatchObject({ how: 'revert', merged: true });
    expect(owner.text('guide.md')).toBe(lines({ 9: 'mine' }));
  });
});

test('S61: another owner’s session does the same at its next look, without a banner', async () => {
  const { repo, owner, ask, apply } = await begun();
  await apply();
  const other = await ownerOn(repo);
  await editDoc(other.session, { doc: 'guide.md', edits: [line(9, 'theirs')] });
  await other.session.sync();
  other.events.length = 0;
  expect(await undoInSession(owner.session, ask)).toMatchObject({
    warnings: [expect.stringContaining('guide.md has unsaved edits')],
  });
  await other.session.sync();
  expect(other.text('guide.md')).toBe(lines({ 9: 'theirs' }));
  expect(kinds(other)).toEqual(['doc.changed']);
  await redoInSession(owner.session, ask);
  await other.session.sync();
  expect(other.text('guide.md')).toBe(lines({ 3: 'agent', 9: 'theirs' }));
  expect(kinds(other)).toEqual(['doc.changed', 'doc.changed']);
});

test('S61: one that watches hears of it by itself', async () => {
  const { repo, owner, ask, apply } = await begun();
  await apply();
  const other = await ownerOn(repo);
  await openDoc(other.session, { doc: 'guide.md' });
  await other.session.watch();
  await undoInSession(owner.session, ask);
  await vi.waitFor(() => expect(other.text('guide.md')).toBe(lines()), { timeout: 20_000 });
});

describe('S33: what the agent hears', () => {
  test('S33: nothing, while it had not heard of the end: its proposal waits as before', async () => {
    const { agent, owner, ask, proposal, apply } = await begun();
    await apply();
    await undoInSession(owner.session, ask);
    expect(await agent.heard()).toEqual([]);
    expect(await statusDoc(agent.session, 'guide.md')).toMatchObject({ dirty: true, proposal });
    await redoInSession(owner.session, ask);
    expect(await agent.heard()).toEqual([expect.objectContaining({ outcome: 'applied', action: 'clean' })]);
  });

  test('S33: applied, heard, then undone: corrected, pending, once; and then what becomes of it, once', async () => {
    const { agent, owner, ask, proposal, apply } = await begun();
    await apply();
    expect(await agent.heard()).toEqual([expect.objectContaining({ outcome: 'applied', action: 'clean' })]);
    await undoInSession(owner.session, ask);
    const pending = {
      doc: 'guide.md',
      proposal,
      outcome: 'pending',
      by: { name: 'Olive Owner', role: 'owner' },
      at: expect.stringMatching(/^20/),
      corrected: true,
      action: 'told',
    };
    expect(await agent.heard()).toEqual([{ doc: 'guide.md', action: 'reloaded' }, pending]);
    expect(await agent.heard()).toEqual([]);
    const { doc: _, ...synced } = pending;
    expect(await statusDoc(agent.session, 'guide.md')).toMatchObject({ dirty: false, synced });

    await redoInSession(owner.session, ask);
    expect(await agent.heard()).toEqual([
      { doc: 'guide.md', action: 'reloaded' },
      expect.objectContaining({ proposal, outcome: 'applied', corrected: true, action: 'told' }),
    ]);
    expect(await agent.heard()).toEqual([]);
    expect(agent.text('guide.md')).toBe(lines({ 3: 'agent' }));
  });

  test('S33: rejected with a reason, heard, then undone, then rejected for good', async () => {
    const { agent, owner, ask, proposal, tip } = await begun();
    await rejectInSession(owner.session, { proposal, tip, reason: 'Not now' });
    expect(await agent.heard()).toEqual([
      expect.objectContaining({ outcome: 'rejected', reason: 'Not now' }),
    ]);
    await undoInSession(owner.session, ask);
    expect(await agent.heard()).toEqual([expect.objectContaining({ outcome: 'pending', corrected: true })]);
    await rejectInSession(owner.session, { proposal, tip, reason: 'Never' });
    expect(await agent.heard()).toEqual([
      expect.objectContaining({ outcome: 'rejected', reason: 'Never', corrected: true }),
    ]);
    expect(await agent.heard()).toEqual([]);
  });

  test('S33: undone by a commit, heard or not: pending as the new revision', async () => {
    const { repo, agent, owner, ask, proposal, apply } = await begun();
    await apply();
    expect(await agent.heard()).toHaveLength(1);
    repo.commit({ 'other.md': 'on top\n' });
    const { tip } = await undoInSession(owner.session, ask);
    expect(await agent.heard()).toEqual([
      { doc: 'guide.md', action: 'reloaded' },
      expect.objectContaining({ proposal, outcome: 'pending', corrected: true }),
    ]);
    const late = await agentOn(repo, 'late');
    await editDoc(late.session, { doc: 'other.md', edits: [{ oldText: 'on top\n', newText: 'late\n' }] });
    const waits = (await saveDocs(late.session, { summary: 'Late' })).proposals![0]!;
    await applyInSession(owner.session, { proposal: waits.proposal, tip: waits.tip });
    repo.git('tag', 'v1');
    const next = await undoInSession(owner.session, { proposal: waits.proposal });
    expect(next).toMatchObject({ how: 'revert' });
    await late.heard();
    expect(await statusDoc(late.session, 'other.md')).toMatchObject({
      dirty: true,
      proposal: waits.proposal,
    });
    expect(repo.git('rev-parse', `proposals/${proposal}`)).toBe(tip);
    // Its next save is a revision of what waits now.
    await editDoc(late.session, { doc: 'other.md', edits: [{ oldText: 'late\n', newText: 'later\n' }] });
    expect((await saveDocs(late.session, {})).proposals).toMatchObject([
      { proposal: waits.proposal, revision: 3 },
    ]);
  });
});
