// What a session does when others move refs and files: real repositories, plain git deciding.
import { describe, expect, test } from 'vitest';
import { rejectProposal } from '../../src/proposals/index.ts';
import {
  createDoc,
  deleteDoc,
  editDoc,
  openDoc,
  readDoc,
  renameDoc,
  saveDocs,
  statusDoc,
  undoDoc,
} from '../../src/session/index.ts';
import { makeRepo, type TestRepo } from '../helpers/make-repo.ts';
import { type Actor, agentOn, givens, line, lines } from './actors.ts';

async function begun(name = 'guide.md') {
  const repo = makeRepo({ [name]: lines(), 'other.md': 'other\n' });
  const agent = await agentOn(repo);
  await editDoc(agent.session, { doc: name, edits: [line(3, 'proposed')] });
  const { proposals } = await saveDocs(agent.session, { docs: [name], summary: 'Third' });
  return { repo, agent, proposed: proposals![0]!, id: proposals![0]!.proposal };
}
const later = (agent: Actor) => editDoc(agent.session, { doc: 'guide.md', edits: [line(9, 'later')] });
const merge = (repo: TestRepo, id: string) =>
  repo.git('merge', '-q', '--no-ff', '-m', 'Merge', `proposals/${id}`);
const reject = async (agent: Actor, id: string, tip: string, reason?: string) =>
  rejectProposal(
    agent.session.repo,
    { proposal: id, tip, reason, by: { name: 'Olive', role: 'owner' } },
    givens,
  );

describe('a proposal of this session', () => {
  test('R1: pending and unmoved: nothing is told', async () => {
    const { agent, id } = await begun();
    expect(await agent.heard()).toEqual([]);
    expect(await statusDoc(agent.session, 'guide.md')).toMatchObject({
      dirty: true,
      proposal: id,
      edits: ['Edited line 3'],
    });
  });

  test('R1: applied by plain git, nothing edited since: clean, told once, by whom', async () => {
    const { repo, agent, id } = await begun();
    merge(repo, id);
    const told = expect.objectContaining({
      doc: 'guide.md',
      proposal: id,
      outcome: 'applied',
      action: 'clean',
    });
    expect(await agent.heard()).toEqual([told]);
    expect(await agent.heard()).toEqual([]);
    const state = await statusDoc(agent.session, 'guide.md');
    expect(state).toMatchObject({
      dirty: false,
      edits: [],
      synced: { proposal: id, outcome: 'applied', action: 'clean' },
    });
    expect(state).not.toHaveProperty('proposal');
  });

  test('R1: applied onto the owner’s commit: reloaded', async () => {
    const { repo, agent, id } = await begun();
    repo.commit({ 'guide.md': lines({ 12: 'owner' }) });
    merge(repo, id);
    expect(await agent.heard()).toEqual([
      expect.objectContaining({ outcome: 'applied', action: 'reloaded' }),
    ]);
    expect(agent.text('guide.md')).toBe(lines({ 3: 'proposed', 12: 'owner' }));
  });

  test('R1: applied, edited since: rebased; only the later edit is listed; undo goes back through it', async () => {
    const { repo, agent, id } = await begun();
    await later(agent);
    repo.commit({ 'guide.md': lines({ 12: 'owner' }) });
    merge(repo, id);
    expect(await agent.heard()).toEqual([expect.objectContaining({ outcome: 'applied', action: 'rebased' })]);
    expect(agent.text('guide.md')).toBe(lines({ 3: 'proposed', 9: 'later', 12: 'owner' }));
    expect(await statusDoc(agent.session, 'guide.md')).toMatchObject({
      dirty: true,
      stale: false,
      edits: ['Edited line 9'],
    });
    const next = await saveDocs(agent.session, {});
    expect(next.proposals).toEqual([expect.objectContaining({ edits: ['Edited line 9'], revision: 1 })]);
    expect(next.proposals![0]!.proposal).not.toBe(id);
    const undone = await undoDoc(agent.session, { doc: 'guide.md' });
    expect(undone).toMatchObject({ undone: ['Merged the changes to guide.md from disk'], stale: true });
  });

  test('R1: applied, later edits clash with what the owner did: kept, stale, with the hunks', async () => {
    const { repo, agent, id } = await begun();
    await later(agent);
    merge(repo, id);
    repo.commit({ 'guide.md': lines({ 3: 'proposed', 9: 'owner' }) });
    expect(await agent.heard()).toEqual([
      expect.objectContaining({
        action: 'kept',
        hunks: [{ base: [8, 9], ours: ['later\n'], theirs: ['owner\n'] }],
      }),
    ]);
    expect(agent.text('guide.md')).toBe(lines({ 3: 'proposed', 9: 'later' }));
    expect(await statusDoc(agent.session, 'guide.md')).toMatchObject({
      stale: true,
      edits: ['Edited line 9'],
      staleLines: [{ from: 9, to: 9 }],
    });
  });

  test('R1: rejected with a reason, nothing edited since: the file is loaded', async () => {
    const { agent, id, proposed } = await begun();
    await reject(agent, id, proposed.tip, 'Third was right');
    expect(await agent.heard()).toEqual([
      expect.objectContaining({
        outcome: 'rejected',
        action: 'reloaded',
        reason: 'Third was right',
        by: { name: 'Olive', role: 'owner' },
      }),
    ]);
    expect(agent.text('guide.md')).toBe(lines());
  });

  test('R1 S9: rejected, edited since: left; the next save is a new proposal that follows and lists all of it', async () => {
    const { repo, agent, id, proposed } = await begun();
    await later(agent);
    await reject(agent, id, proposed.tip, 'No');
    expect(await agent.heard()).toEqual([expect.objectContaining({ outcome: 'rejected', action: 'kept' })]);
    expect(await statusDoc(agent.session, 'guide.md')).toMatchObject({
      dirty: true,
      synced: { outcome: 'rejected', action: 'kept' },
    });
    const { proposals } = await saveDocs(agent.session, {});
    expect(proposals![0]).toMatchObject({ edits: ['Edited line 3', 'Edited line 9'] });
    expect(repo.git('log', '-1', '--format=%B', proposals![0]!.ref)).toContain(`Docket-Follows: ${id}`);
    expect(await statusDoc(agent.session, 'guide.md')).not.toHaveProperty('synced');
  });

  test('S31: the branch is deleted and its bytes are nowhere: told as rejected by unknown', async () => {
    const { repo, agent, id } = await begun();
    repo.git('branch', '-q', '-D', `proposals/${id}`);
    expect(await agent.heard()).toEqual([
      expect.objectContaining({
        outcome: 'rejected',
        action: 'reloaded',
        by: { name: 'unknown', role: 'unknown' },
      }),
    ]);
  });

  test('S31: … and found on the target later: told once as corrected', async () => {
    const { repo, agent, id, proposed } = await begun();
    repo.git('branch', '-q', '-D', `proposals/${id}`);
    await agent.heard();
    repo.git('merge', '-q', '--no-ff', '-m', 'After all', proposed.tip);
    expect(await agent.heard()).toEqual(
      [
        expect.objectContaining({ proposal: id, outcome: 'applied', corrected: true }),
        expect.objectContaining({ doc: 'guide.md', action: 'reloaded' }),
      ].reverse(),
    );
    expect(await agent.heard()).toEqual([]);
  });

  test('S34: its target is not checked out: left, and told where it landed', async () => {
    const { repo, agent, id } = await begun();
    repo.git('switch', '-q', '-c', 'side');
    repo.git('fetch', '-q', '.', `proposals/${id}:main`);
    expect(await agent.heard()).toEqual([
      expect.objectContaining({ outcome: 'applied', action: 'kept', elsewhere: 'main' }),
    ]);
    expect(agent.text('guide.md')).toBe(lines({ 3: 'proposed' }));
  });

  test('S36: somebody amended it: taken over as one step, by name, and undone with what was seen before', async () => {
    const { repo, agent, id, proposed } = await begun();
    await later(agent);
    amend(repo, id, lines({ 3: 'proposed', 6: 'reviewer' }));
    expect(await agent.heard()).toEqual([
      expect.objectContaining({
        outcome: 'pending',
        action: 'amended',
        by: { name: 'Olive Owner', role: 'unknown' },
      }),
    ]);
    expect(agent.text('guide.md')).toBe(lines({ 3: 'proposed', 6: 'reviewer', 9: 'later' }));
    const { undone } = await undoDoc(agent.session, { doc: 'guide.md' });
    expect(undone).toEqual(['Amended by Olive Owner']);
    expect(agent.session.docs.get('guide.md')!.waiting!.tip).toBe(proposed.tip);
    expect(await agent.heard()).toEqual([]);
    const saved = await saveDocs(agent.session, {});
    expect(repo.git('show', `${saved.proposals![0]!.tip}:guide.md`)).toBe(
      lines({ 3: 'proposed', 6: 'reviewer', 9: 'later' }).trimEnd(),
    );
  });

  test('S36: the amendment clashes with later edits: told with the hunks, once; the save is refused', async () => {
    const { repo, agent, id } = await begun();
    await later(agent);
    amend(repo, id, lines({ 3: 'proposed', 9: 'reviewer' }));
    expect(await agent.heard()).toEqual([
      expect.objectContaining({ action: 'amended', hunks: [expect.anything()] }),
    ]);
    expect(await agent.heard()).toEqual([]);
    expect(agent.text('guide.md')).toBe(lines({ 3: 'proposed', 9: 'later' }));
    await expect(saveDocs(agent.session, {})).rejects.toMatchObject({ code: 'proposal_moved' });
    expect(await agent.heard()).toEqual([]);
  });

  test('R1: the file became equal to the working copy: clean, still pending', async () => {
    const { repo, agent, id } = await begun();
    repo.write({ 'guide.md': lines({ 3: 'proposed' }) });
    expect(await agent.heard()).toEqual([
      expect.objectContaining({ proposal: id, outcome: 'pending', action: 'clean' }),
    ]);
    expect(await agent.heard()).toEqual([]);
    expect(await statusDoc(agent.session, 'guide.md')).toMatchObject({
      dirty: false,
      proposal: id,
      uncommitted: true,
    });
  });

  test('R2: a reviewer checks its branch out and goes back: what waits stays in the working copy', async () => {
    const { repo, agent, id } = await begun();
    repo.git('switch', '-q', `proposals/${id}`);
    expect(await agent.heard()).toEqual([expect.objectContaining({ outcome: 'pending', action: 'clean' })]);
    repo.git('switch', '-q', 'main');
    expect(await agent.heard()).toEqual([expect.objectContaining({ outcome: 'pending', action: 'rebased' })]);
    await later(agent);
    const { proposals } = await saveDocs(agent.session, {});
    expect(proposals).toEqual([
      expect.objectContaining({ proposal: id, revision: 2, edits: ['Edited line 3', 'Edited line 9'] }),
    ]);
    expect(repo.git('show', `${proposals![0]!.tip}:guide.md`)).toBe(
      lines({ 3: 'proposed', 9: 'later' }).trimEnd(),
    );
  });

  test('R1: a created doc: applied is clean, rejected is closed', async () => {
    for (const fate of ['applied', 'rejected']) {
      const repo = makeRepo({ 'a.md': 'a\n' });
      const agent = await agentOn(repo);
      await createDoc(agent.session, { doc: 'new/b.md', text: 'b\n' });
      const { proposals } = await saveDocs(agent.session, {});
      const { proposal, tip, edits } = proposals![0]!;
      expect(edits).toEqual(['Created new/b.md']);
      if (fate === 'applied') repo.git('merge', '-q', '--ff-only', tip);
      else await reject(agent, proposal, tip);
      expect(await agent.heard()).toEqual([
        expect.objectContaining({
          doc: 'new/b.md',
          outcome: fate,
          action: fate === 'applied' ? 'clean' : 'closed',
        }),
      ]);
    }
  });

  test('R1: a deleted doc: applied is closed; a renamed one: applied is clean under its new name', async () => {
    const repo = makeRepo({ 'a.md': 'a\n', 'b.md': lines() });
    const agent = await agentOn(repo);
    await deleteDoc(agent.session, { doc: 'a.md' });
    await renameDoc(agent.session, { doc: 'b.md', to: 'c.md' });
    const { proposals } = await saveDocs(agent.session, {});
    repo.git('merge', '-q', '--ff-only', proposals![0]!.tip);
    const told = await agent.heard();
    expect(told).toContainEqual(
      expect.objectContaining({ doc: 'a.md', outcome: 'applied', action: 'closed' }),
    );
    expect(told).toContainEqual(
      expect.objectContaining({ doc: 'c.md', outcome: 'applied', action: 'clean' }),
    );
    expect([...agent.session.docs.keys()]).toEqual(['c.md']);
    expect(await statusDoc(agent.session, 'c.md')).toMatchObject({ dirty: false, uncommitted: false });
  });

  test('R1: a renamed doc is rejected: loaded under the name it has', async () => {
    const repo = makeRepo({ 'a.md': lines() });
    const agent = await agentOn(repo);
    await renameDoc(agent.session, { doc: 'a.md', to: 'b.md' });
    const { proposal, tip } = (await saveDocs(agent.session, {})).proposals![0]!;
    await reject(agent, proposal, tip);
    expect(await agent.heard()).toEqual([
      expect.objectContaining({ doc: 'b.md', outcome: 'rejected', action: 'reloaded', movedTo: 'a.md' }),
    ]);
    expect([...agent.session.docs.keys()]).toEqual(['a.md']);
  });

  test('S35: the owner renamed the doc: the open doc follows', async () => {
    const { repo, agent, id } = await begun();
    await later(agent);
    repo.git('mv', 'guide.md', 'manual.md');
    repo.commit({}, 'Rename');
    merge(repo, id);
    expect(await agent.heard()).toEqual([
      expect.objectContaining({ outcome: 'applied', action: 'rebased', movedTo: 'manual.md' }),
    ]);
    expect(agent.text('manual.md')).toBe(lines({ 3: 'proposed', 9: 'later' }));
  });

  test('several docs in one proposal settle each by its own', async () => {
    const repo = makeRepo({ 'a.md': lines(), 'b.md': lines() });
    const agent = await agentOn(repo);
    await editDoc(agent.session, { doc: 'a.md', edits: [line(2, 'a')] });
    await editDoc(agent.session, { doc: 'b.md', edits: [line(2, 'b')] });
    const { proposals } = await saveDocs(agent.session, {});
    expect(proposals).toHaveLength(1);
    await editDoc(agent.session, { doc: 'b.md', edits: [line(9, 'later')] });
    repo.git('merge', '-q', '--ff-only', proposals![0]!.tip);
    expect(await agent.heard()).toEqual([
      expect.objectContaining({ doc: 'a.md', action: 'clean' }),
      expect.objectContaining({ doc: 'b.md', action: 'rebased' }),
    ]);
  });
});

describe('without a proposal', () => {
  test('R2: a clean doc follows its file; a dirty one that equals it is clean', async () => {
    const repo = makeRepo({ 'a.md': lines(), 'b.md': lines() });
    const agent = await agentOn(repo);
    await openDoc(agent.session, { doc: 'a.md' });
    await editDoc(agent.session, { doc: 'b.md', edits: [line(2, 'b')] });
    repo.write({ 'a.md': lines({ 1: 'a' }), 'b.md': lines({ 2: 'b' }) });
    expect(await agent.heard()).toEqual([
      { doc: 'a.md', action: 'reloaded' },
      { doc: 'b.md', action: 'clean' },
    ]);
    expect(await readDoc(agent.session, { doc: 'a.md' })).toMatchObject({
      text: lines({ 1: 'a' }),
      dirty: false,
    });
    expect(await statusDoc(agent.session, 'b.md')).toMatchObject({ dirty: false, edits: [] });
  });

  test('R2: a clean doc whose file is gone is closed', async () => {
    const repo = makeRepo({ 'a.md': lines() });
    const agent = await agentOn(repo);
    await openDoc(agent.session, { doc: 'a.md' });
    repo.git('rm', '-q', 'a.md');
    expect(await agent.heard()).toEqual([{ doc: 'a.md', action: 'closed' }]);
  });

  test('a file that is no text any more is as good as gone, and stops no other call', async () => {
    const repo = makeRepo({ 'a.md': lines(), 'b.md': lines() });
    const agent = await agentOn(repo);
    await openDoc(agent.session, { doc: 'a.md' });
    await editDoc(agent.session, { doc: 'b.md', edits: [line(2, 'b')] });
    repo.write({ 'a.md': Buffer.from([0, 1]), 'b.md': Buffer.from([0xff]) });
    expect(await agent.heard()).toEqual([{ doc: 'a.md', action: 'closed' }]);
    expect(await statusDoc(agent.session, 'b.md')).toMatchObject({ stale: true, deleted: true, dirty: true });
    repo.write({ 'b.md': lines({ 2: 'b' }) });
    expect(await agent.heard()).toEqual([{ doc: 'b.md', action: 'clean' }]);
  });

  test('S39: dirty and deleted on disk: stale with deleted', async () => {
    const repo = makeRepo({ 'a.md': lines() });
    const agent = await agentOn(repo);
    await editDoc(agent.session, { doc: 'a.md', edits: [line(2, 'a')] });
    repo.git('rm', '-q', '--cached', 'a.md');
    repo.git('clean', '-qf');
    expect(await agent.heard()).toEqual([]);
    expect(await statusDoc(agent.session, 'a.md')).toMatchObject({
      stale: true,
      deleted: true,
      sha256: 'absent',
    });
  });

  test('S6: while disk holds the base on its branch, the base’s commit follows HEAD', async () => {
    const repo = makeRepo({ 'a.md': lines(), 'b.md': lines() });
    const agent = await agentOn(repo);
    await editDoc(agent.session, { doc: 'a.md', edits: [line(2, 'a')] });
    const head = repo.commit({ 'b.md': 'b\n' });
    await agent.heard();
    expect(agent.session.docs.get('a.md')!.base.commit).toBe(head);
    const { proposals } = await saveDocs(agent.session, {});
    expect(repo.git('rev-parse', `${proposals![0]!.tip}^`)).toBe(head);
  });

  test('S37 S68: a git operation, or a held index.lock: nothing settles, and it says so', async () => {
    const repo = makeRepo({ 'a.md': lines() });
    const agent = await agentOn(repo);
    await openDoc(agent.session, { doc: 'a.md' });
    repo.write({ 'a.md': lines({ 1: 'a' }), '.git/index.lock': '' });
    expect(await agent.session.sync()).toEqual({ settled: [], skipped: 'index.lock' });
    repo.git('update-ref', 'MERGE_HEAD', 'HEAD');
    repo.tryGit('rev-parse');
    const { unlinkSync } = await import('node:fs');
    unlinkSync(`${repo.root}/.git/index.lock`);
    expect(await agent.session.sync()).toEqual({ settled: [], skipped: 'operation' });
    await expect(saveDocs(agent.session, {})).rejects.toMatchObject({ code: 'blocked_by_operation' });
    repo.git('update-ref', '-d', 'MERGE_HEAD');
    expect(await agent.heard()).toEqual([{ doc: 'a.md', action: 'reloaded' }]);
  });
});

/** Somebody adds a commit to the proposal's branch with plain git. */
function amend(repo: TestRepo, id: string, text: string): void {
  repo.git('switch', '-q', `proposals/${id}`);
  repo.commit({ 'guide.md': text }, 'Amend');
  repo.git('switch', '-q', 'main');
}
