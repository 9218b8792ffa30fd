// The owner's dirty open copies while something lands or an editor writes.
import { describe, expect, test, vi } from 'vitest';
import {
  applyInSession,
  editDoc,
  mergeDoc,
  openDoc,
  preflightInSession,
  rejectInSession,
  saveDocs,
  statusDoc,
  undoDoc,
} from '../../src/session/index.ts';
import { makeRepo } from '../helpers/make-repo.ts';
import { type Actor, agentOn, line, lines, ownerOn, refusalOf } from './actors.ts';

async function begun(ownersLine: number | null = 9) {
  const repo = makeRepo({ 'guide.md': lines() });
  const agent = await agentOn(repo);
  await editDoc(agent.session, { doc: 'guide.md', edits: [line(3, 'agent')] });
  const proposed = (await saveDocs(agent.session, { summary: 'Third' })).proposals![0]!;
  const owner = await ownerOn(repo);
  if (ownersLine === null) await openDoc(owner.session, { doc: 'guide.md' });
  else await editDoc(owner.session, { doc: 'guide.md', edits: [line(ownersLine, 'mine')] });
  await owner.session.sync();
  owner.events.length = 0;
  return { repo, agent, owner, session: owner.session, proposed, id: proposed.proposal };
}

const kinds = (owner: Actor) =>
  owner.events.map(({ kind }) => kind).filter((kind) => kind.startsWith('doc.'));
const waitFor = (owner: Actor, kind: string) =>
  vi.waitFor(() => expect(kinds(owner)).toContain(kind), { timeout: 10_000 });

describe('plain git lands it', () => {
  test('S61: the bytes are what HEAD’s change wrote: merged into the open copy, no banner', async () => {
    const { repo, owner, session, proposed } = await begun();
    repo.git('merge', '-q', '--ff-only', proposed.ref);
    await session.sync();
    expect(owner.text('guide.md')).toBe(lines({ 3: 'agent', 9: 'mine' }));
    expect(kinds(owner)).toEqual(['doc.changed']);
    expect(await statusDoc(session, 'guide.md')).toMatchObject({
      dirty: true,
      stale: false,
      edits: ['Edited line 9'],
    });
    expect(await undoDoc(session, { doc: 'guide.md' })).toMatchObject({ stale: true });
  });

  test('S61: with uncommitted lines of the owner in the file: the same', async () => {
    const { repo, owner, session, proposed } = await begun(null);
    repo.write({ 'guide.md': lines({ 12: 'uncommitted' }) });
    await session.sync();
    await editDoc(session, { doc: 'guide.md', edits: [line(9, 'mine')] });
    repo.git('stash', '-q');
    repo.git('merge', '-q', '--ff-only', proposed.ref);
    repo.git('stash', 'pop', '-q');
    await session.sync();
    expect(owner.text('guide.md')).toBe(lines({ 3: 'agent', 9: 'mine', 12: 'uncommitted' }));
    expect(kinds(owner)).not.toContain('doc.stale');
  });

  test('S61: both changed one line: doc.stale with conflict, once', async () => {
    const { repo, owner, session, proposed } = await begun(3);
    repo.git('merge', '-q', '--ff-only', proposed.ref);
    await session.sync();
    await session.sync();
    expect(owner.text('guide.md')).toBe(lines({ 3: 'mine' }));
    expect(owner.events.filter(({ kind }) => kind === 'doc.stale')).toEqual([
      { kind: 'doc.stale', doc: 'guide.md', file: 'guide.md', conflict: true },
    ]);
  });

  test('S35: it renames the doc: the dirty open copy follows', async () => {
    const { repo, owner, session } = await begun();
    repo.git('mv', 'guide.md', 'manual.md');
    repo.commit({}, 'Rename');
    await session.sync();
    expect(owner.text('manual.md')).toBe(lines({ 9: 'mine' }));
    expect(kinds(owner)).toEqual(['doc.changed']);
    expect(await statusDoc(session, 'manual.md')).toMatchObject({
      dirty: true,
      stale: false,
      edits: ['Edited line 9'],
    });
  });

  test('S61: another branch is switched to: stale, never merged', async () => {
    const { repo, owner, session, proposed } = await begun();
    repo.git('switch', '-q', '--detach', proposed.ref);
    await session.sync();
    expect(kinds(owner)).toEqual(['doc.stale']);
  });
});

describe('an editor writes', () => {
  test('R5: doc.stale once for these bytes, again for others; a later commit of them does not merge too', async () => {
    const { repo, owner, session } = await begun();
    repo.write({ 'guide.md': lines({ 1: 'editor' }) });
    await session.sync();
    expect(kinds(owner)).toEqual(['doc.stale']);
    repo.git('commit', '-qam', 'Editor');
    await session.sync();
    expect(kinds(owner)).toEqual(['doc.stale']);
    expect(owner.text('guide.md')).toBe(lines({ 9: 'mine' }));
    repo.write({ 'guide.md': lines({ 1: 'editor again' }) });
    await session.sync();
    expect(kinds(owner)).toEqual(['doc.stale', 'doc.stale']);
    expect(await mergeDoc(session, { doc: 'guide.md' })).toMatchObject({ merged: true, stale: false });
  });

  test('S39: deleted on disk: doc.stale says so', async () => {
    const { repo, owner, session } = await begun();
    repo.git('rm', '-qf', 'guide.md');
    await session.sync();
    expect(owner.events).toContainEqual({
      kind: 'doc.stale',
      doc: 'guide.md',
      file: 'guide.md',
      deleted: true,
    });
  });

  test('R5 R2: a watched session hears it by itself: stale when dirty, reloaded when clean', async () => {
    for (const dirty of [true, false]) {
      const { repo, owner, session } = await begun(dirty ? 9 : null);
      await session.watch();
      repo.write({ 'guide.md': lines({ 1: 'editor' }) });
      await waitFor(owner, dirty ? 'doc.stale' : 'doc.changed');
      expect(owner.text('guide.md')).toBe(dirty ? lines({ 9: 'mine' }) : lines({ 1: 'editor' }));
      await owner.end();
    }
  });

  test('S61: a watched session merges what plain git lands, without a banner', async () => {
    const { repo, owner, session, proposed } = await begun();
    await session.watch();
    repo.git('merge', '-q', '--ff-only', proposed.ref);
    await waitFor(owner, 'doc.changed');
    expect(owner.text('guide.md')).toBe(lines({ 3: 'agent', 9: 'mine' }));
    expect(kinds(owner)).not.toContain('doc.stale');
  });
});

describe('approved in the session', () => {
  test('R6: a clean open copy reloads', async () => {
    const { owner, session, id, proposed } = await begun(null);
    const applied = await applyInSession(session, { proposal: id, tip: proposed.tip });
    expect(applied.open).toEqual([expect.objectContaining({ doc: 'guide.md', how: 'reloaded' })]);
    expect(owner.text('guide.md')).toBe(lines({ 3: 'agent' }));
  });

  test('R6: a dirty one is merged, and the plan warns before', async () => {
    const { repo, owner, session, id } = await begun();
    const plan = await preflightInSession(session, { proposal: id });
    expect(plan.warnings).toContain(
      "Approving writes guide.md with the agent's version and merges it into your open copy, keeping your unsaved changes. If you both changed the same lines, you are asked what to keep.",
    );
    const applied = await applyInSession(session, { proposal: id, token: plan.token });
    expect(applied).toMatchObject({
      merged: true,
      open: [{ doc: 'guide.md', how: 'merged', says: 'merged into your open copy of guide.md' }],
    });
    expect(owner.text('guide.md')).toBe(lines({ 3: 'agent', 9: 'mine' }));
    expect(repo.read('guide.md')).toBe(lines({ 3: 'agent' }));
    await session.sync();
    expect(kinds(owner)).toEqual(['doc.changed']);
  });

  test('R6: a clash: the file is written all the same, the banner comes', async () => {
    const { repo, owner, session, id } = await begun(3);
    const { token } = await preflightInSession(session, { proposal: id });
    const applied = await applyInSession(session, { proposal: id, token });
    expect(applied).toMatchObject({ conflict: true, open: [{ how: 'conflict' }] });
    expect(applied).not.toHaveProperty('merged');
    expect(repo.read('guide.md')).toBe(lines({ 3: 'agent' }));
    expect(owner.text('guide.md')).toBe(lines({ 3: 'mine' }));
    await session.sync();
    expect(kinds(owner)).toEqual(['doc.stale']);
  });

  test('R6: dirty in another process: the one who approves is warned, the other follows', async () => {
    const { repo, owner, session, id } = await begun();
    const other = await ownerOn(repo);
    const { token, warnings } = await preflightInSession(other.session, { proposal: id });
    expect(warnings.join()).toContain('guide.md');
    const applied = await applyInSession(other.session, { proposal: id, token });
    expect(applied.warnings.join()).toContain('Approving writes guide.md');
    await session.sync();
    expect(owner.text('guide.md')).toBe(lines({ 3: 'agent', 9: 'mine' }));
  });

  test('only the owner approves and rejects', async () => {
    const { agent, session, id, proposed } = await begun(null);
    expect((await refusalOf(applyInSession(agent.session, { proposal: id, tip: proposed.tip }))).code).toBe(
      'owner_only',
    );
    expect((await refusalOf(rejectInSession(agent.session, { proposal: id, tip: proposed.tip }))).code).toBe(
      'owner_only',
    );
    await rejectInSession(session, { proposal: id, tip: proposed.tip, reason: 'No' });
    expect(await agent.heard()).toEqual([
      expect.objectContaining({
        outcome: 'rejected',
        reason: 'No',
        by: { name: 'Olive Owner', role: 'owner' },
      }),
    ]);
  });
});
