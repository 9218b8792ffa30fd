// An agent's save: which docs go to which proposal, and what is told of it.
import { describe, expect, test } from 'vitest';
import {
  createDoc,
  deleteDoc,
  editDoc,
  openDoc,
  renameDoc,
  saveDocs,
  statusDoc,
  withdrawInSession,
  writeDoc,
} from '../../src/session/index.ts';
import { makeRepo } from '../helpers/make-repo.ts';
import { agentOn, line, lines, ownerOn, refusalOf, stateOf } from './actors.ts';

async function begun() {
  const repo = makeRepo({ 'a.md': lines(), 'b.md': lines(), 'c.md': lines() });
  const agent = await agentOn(repo);
  const edit = (doc: string, n: number, to: string) => editDoc(agent.session, { doc, edits: [line(n, to)] });
  const save = (ask: Parameters<typeof saveDocs>[1] = {}) => saveDocs(agent.session, ask);
  return { repo, agent, session: agent.session, edit, save };
}

describe('which proposal', () => {
  test('S59: unsaved docs without a name become one new proposal; nothing of the owner’s moves', async () => {
    const { repo, edit, save } = await begun();
    await edit('a.md', 2, 'A');
    await edit('b.md', 2, 'B');
    const before = [
      repo.git('ls-files', '-s'),
      repo.git('status', '--porcelain'),
      repo.git('rev-parse', 'main'),
    ];
    const saved = await save({ summary: 'Both' });
    expect(saved.proposals).toEqual([
      expect.objectContaining({
        revision: 1,
        target: 'main',
        docs: [
          { doc: 'a.md', added: 1, removed: 1 },
          { doc: 'b.md', added: 1, removed: 1 },
        ],
        edits: ['Edited line 2', 'Edited line 2'],
        outcome: 'pending',
      }),
    ]);
    expect(before).toEqual([
      repo.git('ls-files', '-s'),
      repo.git('status', '--porcelain'),
      repo.git('rev-parse', 'main'),
    ]);
  });

  test('S59: a waiting doc goes to its own as a revision, the rest to a new one; the answer lists each', async () => {
    const { edit, save } = await begun();
    await edit('a.md', 2, 'A');
    const first = (await save()).proposals![0]!;
    await edit('a.md', 9, 'A later');
    await edit('b.md', 2, 'B');
    const { proposals } = await save();
    expect(proposals).toEqual([
      expect.objectContaining({ proposal: first.proposal, revision: 2 }),
      expect.objectContaining({ revision: 1, docs: [{ doc: 'b.md', added: 1, removed: 1 }] }),
    ]);
  });

  test('S59: `proposal` takes new docs into a waiting one; another one’s doc is refused', async () => {
    const { edit, save } = await begun();
    await edit('a.md', 2, 'A');
    const first = (await save()).proposals![0]!;
    await edit('b.md', 2, 'B');
    const joined = (await save({ docs: ['b.md'], proposal: first.proposal })).proposals![0]!;
    expect(joined).toMatchObject({ proposal: first.proposal, revision: 2 });
    expect(joined.docs.map(({ doc }) => doc)).toEqual(['a.md', 'b.md']);
    await edit('c.md', 2, 'C');
    const other = (await save({ docs: ['c.md'] })).proposals![0]!;
    const refusal = await refusalOf(save({ docs: ['a.md', 'c.md'] }));
    expect(refusal).toMatchObject({
      code: 'proposed',
      details: { proposals: [first.proposal, other.proposal] },
    });
    expect((await refusalOf(save({ docs: ['c.md'], proposal: first.proposal }))).code).toBe('proposed');
  });

  test('S59: `remove` takes a doc out of a proposal', async () => {
    const { repo, session, edit, save } = await begun();
    await edit('a.md', 2, 'A');
    await edit('b.md', 2, 'B');
    const first = (await save()).proposals![0]!;
    const { proposals } = await save({ proposal: first.proposal, remove: ['b.md'] });
    expect(proposals![0]).toMatchObject({ revision: 2, docs: [expect.objectContaining({ doc: 'a.md' })] });
    expect(repo.git('diff', '--name-only', 'main', first.ref)).toBe('a.md');
    expect(await statusDoc(session, 'b.md')).not.toHaveProperty('proposal');
  });

  test('nothing unsaved: nothing is made; not open: refused', async () => {
    const { repo, session, save } = await begun();
    await openDoc(session, { doc: 'a.md' });
    const before = stateOf(repo);
    expect(await save()).toMatchObject({ proposals: [], unchanged: true });
    expect(await save({ docs: ['a.md'] })).toMatchObject({ unchanged: true });
    expect((await refusalOf(save({ docs: ['b.md'] }))).code).toBe('not_open');
    expect(stateOf(repo)).toBe(before);
  });

  test('S8: the same docs again are the same proposal; a request id is answered again, also with another doc open', async () => {
    const { edit, save } = await begun();
    await edit('a.md', 2, 'A');
    const first = (await save({ requestId: 'r1' })).proposals![0]!;
    expect((await save()).proposals![0]).toMatchObject({
      proposal: first.proposal,
      tip: first.tip,
      unchanged: true,
    });
    expect((await save({ docs: ['a.md'], requestId: 'r1' })).proposals![0]).toMatchObject({
      tip: first.tip,
      replayed: true,
    });
    await edit('b.md', 2, 'B');
    await edit('a.md', 5, 'A again');
    expect((await refusalOf(save({ requestId: 'r2' }))).code).toBe('invalid_input');
  });

  test('S40: a proposal of another session needs the tip that was read', async () => {
    const { repo, edit, save } = await begun();
    await edit('a.md', 2, 'A');
    const first = (await save()).proposals![0]!;
    const other = await agentOn(repo, 'other');
    await editDoc(other.session, { doc: 'b.md', edits: [line(2, 'B')] });
    const into = (tip?: string) => saveDocs(other.session, { docs: ['b.md'], proposal: first.proposal, tip });
    expect((await refusalOf(into())).code).toBe('review_needed');
    expect((await into(first.tip)).proposals![0]).toMatchObject({ proposal: first.proposal, revision: 2 });
  });
});

describe('what a save holds', () => {
  test('R4: only the edits since disk, created, renamed and deleted docs by name', async () => {
    const { repo, session, save } = await begun();
    await createDoc(session, { doc: 'new.md', text: 'new\n' });
    await writeDoc(session, { doc: 'new.md', text: 'newer\n' });
    await renameDoc(session, { doc: 'a.md', to: 'z/a.md' });
    await deleteDoc(session, { doc: 'b.md' });
    const { proposals } = await save({ summary: 'Many' });
    expect(proposals![0]!.edits).toEqual([
      'Created new.md',
      'Wrote the whole text',
      'Renamed a.md to z/a.md',
      'Deleted b.md',
    ]);
    expect(repo.git('diff', '--name-status', '-M', 'main', proposals![0]!.ref).split('\n').sort()).toEqual([
      'A\tnew.md',
      'D\tb.md',
      'R100\ta.md\tz/a.md',
    ]);
  });

  test('S4: the owner’s uncommitted lines stay out; on the same line the save is refused and the edits stay', async () => {
    const { repo, session, edit, save } = await begun();
    repo.write({ 'a.md': lines({ 11: 'owner' }) });
    await edit('a.md', 2, 'A');
    const first = (await save()).proposals![0]!;
    expect(repo.git('show', `${first.ref}:a.md`)).toBe(lines({ 2: 'A' }).trimEnd());
    await editDoc(session, { doc: 'a.md', edits: [line(11, 'agent', 'owner')] });
    expect(await refusalOf(save())).toMatchObject({ code: 'uncommitted_clash' });
    expect(session.docs.get('a.md')!.text).toBe(lines({ 2: 'A', 11: 'agent' }));
  });

  test('S34: another branch is checked out by now: it goes to the base’s and warns', async () => {
    const { repo, edit, save } = await begun();
    await edit('a.md', 2, 'A');
    repo.git('switch', '-q', '-c', 'side');
    repo.commit({ 'b.md': 'b\n' });
    const { proposals, warnings } = await save();
    expect(proposals![0]).toMatchObject({ target: 'main' });
    expect(warnings.join()).toContain('main');
  });

  test('S7: an unborn branch gives a root commit; a detached HEAD is refused unless a target is given', async () => {
    const unborn = makeRepo();
    const first = await agentOn(unborn);
    await createDoc(first.session, { doc: 'a.md', text: 'a\n' });
    const { tip } = (await saveDocs(first.session, {})).proposals![0]!;
    expect(unborn.git('log', '--format=%P', tip)).toBe('');
    const { repo, edit, save } = await begun();
    repo.git('switch', '-q', '--detach');
    await edit('a.md', 2, 'A');
    expect((await refusalOf(save())).code).toBe('target_gone');
    expect((await save({ target: 'main' })).proposals![0]).toMatchObject({ target: 'main' });
  });

  test('R7: a doc with unsaved edits in the owner’s session is warned about', async () => {
    const { repo, edit, save } = await begun();
    const owner = await ownerOn(repo);
    await editDoc(owner.session, { doc: 'a.md', edits: [line(9, 'owner')] });
    await edit('a.md', 2, 'A');
    expect((await save()).warnings).toEqual([
      "a.md has unsaved edits in Docket's terminal; approving merges this into them.",
    ]);
  });

  test('`expect` that disk does not hold: nothing happens', async () => {
    const { repo, edit, save } = await begun();
    await edit('a.md', 2, 'A');
    const before = stateOf(repo);
    const refusal = await refusalOf(save({ expect: { 'a.md': 'absent' } }));
    expect(refusal).toMatchObject({
      code: 'disk_differs',
      details: [{ doc: 'a.md', expected: 'absent', known: true }],
    });
    expect(stateOf(repo)).toBe(before);
  });

  test('an agent cannot save over the disk', async () => {
    const { edit, save } = await begun();
    await edit('a.md', 2, 'A');
    expect((await refusalOf(save({ overwrite: 'absent' }))).code).toBe('owner_only');
  });

  test('a later proposal is refused: those that stand are named, the other edits stay', async () => {
    const { repo, session, edit, save } = await begun();
    await edit('a.md', 2, 'A');
    const first = (await save()).proposals![0]!;
    await edit('a.md', 3, 'A too');
    repo.write({ 'b.md': lines({ 2: 'owner' }) });
    await editDoc(session, { doc: 'b.md', edits: [line(2, 'agent', 'owner')] });
    const refusal = await refusalOf(save());
    expect(refusal).toMatchObject({
      code: 'uncommitted_clash',
      details: { doc: 'b.md', saved: [{ proposal: first.proposal, revision: 2 }] },
    });
    expect(session.docs.get('b.md')!.text).toBe(lines({ 2: 'agent' }));
  });

  test('an agent withdraws its own', async () => {
    const { session, agent, edit, save } = await begun();
    await edit('a.md', 2, 'A');
    const { proposal } = (await save()).proposals![0]!;
    await withdrawInSession(session, { proposal, reason: 'Mistaken' });
    expect(await agent.heard()).toEqual([
      expect.objectContaining({ outcome: 'withdrawn', action: 'reloaded', reason: 'Mistaken' }),
    ]);
  });
});
