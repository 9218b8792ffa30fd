// Drafts, presence and restarts. A session that is left without being closed stands for a killed process where the
// draft's process mark is made another's.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  createDoc,
  deleteDoc,
  editDoc,
  finishOneShot,
  listDrafts,
  openDoc,
  openElsewhere,
  readDoc,
  recoverDoc,
  saveDocs,
  statusDoc,
  statusSession,
  withdrawInSession,
} from '../../src/session/index.ts';
import { makeRepo, type TestRepo } from '../helpers/make-repo.ts';
import { actor, agentOn, line, lines, ownerOn, refusalOf } from './actors.ts';

const state = (repo: TestRepo, folder: string) => {
  const at = join(repo.root, '.git/docket', folder);
  return existsSync(at) ? readdirSync(at).filter((name) => name.endsWith('.json')) : [];
};

/** Makes everything at rest another process's, which is gone. */
function killed(repo: TestRepo): void {
  for (const folder of ['drafts', 'open'])
    for (const name of state(repo, folder)) {
      const at = join(repo.root, '.git/docket', folder, name);
      const file = JSON.parse(readFileSync(at, 'utf8'));
      const mark = { pid: 999_999_999, startedAt: '1' };
      writeFileSync(
        at,
        JSON.stringify(
          file.process ? { ...file, process: { ...file.process, ...mark } } : { ...file, ...mark },
        ),
      );
    }
}

async function begun() {
  const repo = makeRepo({ 'guide.md': lines(), 'b.md': 'b\n' });
  const agent = await agentOn(repo);
  const edit = (n: number, to: string) => editDoc(agent.session, { doc: 'guide.md', edits: [line(n, to)] });
  return { repo, agent, session: agent.session, edit };
}

describe('drafts', () => {
  test('a draft is there before the answer, and gone when nothing can be lost', async () => {
    const { repo, session, edit } = await begun();
    await readDoc(session, { doc: 'guide.md' });
    expect(state(repo, 'drafts')).toEqual([]);
    await edit(2, 'A');
    const [name] = state(repo, 'drafts');
    expect(JSON.parse(repo.read(`.git/docket/drafts/${name}`))).toMatchObject({
      version: 1,
      doc: 'guide.md',
      text: lines({ 2: 'A' }),
      edits: ['Edited line 2'],
      base: { text: lines(), branch: 'main' },
      waiting: null,
    });
    await editDoc(session, { doc: 'guide.md', edits: [line(2, 'line 2', 'A')] });
    expect(state(repo, 'drafts')).toEqual([]);
  });

  test('a killed session’s edits are offered, and come back as one step with their labels', async () => {
    const { repo, edit } = await begun();
    await edit(2, 'A');
    await edit(5, 'B');
    killed(repo);
    const next = await agentOn(repo);
    expect(await listDrafts(next.session)).toEqual([
      {
        doc: 'guide.md',
        at: expect.any(String),
        door: 'mcp',
        agent: 'scribe',
        edits: ['Edited line 2', 'Edited line 5'],
        fits: true,
      },
    ]);
    expect(await statusDoc(next.session, 'guide.md')).toMatchObject({ dirty: false, draft: true });
    const back = await recoverDoc(next.session, { doc: 'guide.md' });
    expect(back).toMatchObject({
      recovered: ['Edited line 2', 'Edited line 5'],
      edits: ['Edited line 2', 'Edited line 5'],
      stale: false,
      undo: 1,
    });
    expect(next.text('guide.md')).toBe(lines({ 2: 'A', 5: 'B' }));
    expect(back).not.toHaveProperty('draft');
    expect(await refusalOf(recoverDoc(next.session, { doc: 'b.md' }))).toMatchObject({ code: 'not_found' });
  });

  test('disk changed since: what comes back is stale, and nothing is overwritten', async () => {
    const { repo, edit } = await begun();
    await edit(2, 'A');
    killed(repo);
    repo.write({ 'guide.md': lines({ 2: 'owner' }) });
    const next = await agentOn(repo);
    expect(await listDrafts(next.session)).toMatchObject([{ fits: false }]);
    expect(await recoverDoc(next.session, { doc: 'guide.md' })).toMatchObject({ stale: true, dirty: true });
    expect(next.text('guide.md')).toBe(lines({ 2: 'A' }));
    expect(repo.read('guide.md')).toBe(lines({ 2: 'owner' }));
  });

  test('created and deleted docs come back too; own unsaved edits are never replaced', async () => {
    const { repo, session } = await begun();
    await createDoc(session, { doc: 'new.md', text: 'new\n' });
    await deleteDoc(session, { doc: 'b.md' });
    killed(repo);
    const next = await agentOn(repo);
    expect(await recoverDoc(next.session, { doc: 'new.md' })).toMatchObject({ edits: ['Created new.md'] });
    expect(await recoverDoc(next.session, { doc: 'b.md' })).toMatchObject({
      removed: true,
      edits: ['Deleted b.md'],
    });
    await editDoc(next.session, { doc: 'guide.md', edits: [line(2, 'mine')] });
    expect((await refusalOf(recoverDoc(next.session, { doc: 'guide.md' }))).code).toBe('not_found');
  });

  test('S50: a one-shot writes it to the file; while the file differs the draft stays', async () => {
    const repo = makeRepo({ 'guide.md': lines() });
    const owner = await ownerOn(repo);
    await editDoc(owner.session, { doc: 'guide.md', edits: [line(2, 'A')] });
    await owner.end();
    const recovered = async () => {
      const { session } = await actor(repo, 'cli');
      await recoverDoc(session, { doc: 'guide.md' });
      return finishOneShot(session, ['guide.md'], {});
    };
    repo.write({ 'guide.md': lines({ 9: 'editor' }) });
    expect((await refusalOf(recovered())).code).toBe('stale');
    expect(repo.read('guide.md')).toBe(lines({ 9: 'editor' }));
    repo.git('checkout', '-q', 'guide.md');
    await recovered();
    expect(repo.read('guide.md')).toBe(lines({ 2: 'A' }));
    expect(state(repo, 'drafts')).toEqual([]);
  });

  test('the draft of a living session, of another agent or of the owner is not offered', async () => {
    const { repo, edit, agent } = await begun();
    await edit(2, 'A');
    expect(await listDrafts((await agentOn(repo)).session)).toEqual([]);
    await agent.end();
    expect(await listDrafts((await agentOn(repo, 'other')).session)).toEqual([]);
    expect(await listDrafts((await ownerOn(repo)).session)).toEqual([]);
    expect(await listDrafts((await agentOn(repo)).session)).toHaveLength(1);
  });
});

describe('a restarted server', () => {
  test('S38: takes over what waits, and hears what became of it', async () => {
    const { repo, session, edit } = await begun();
    await edit(2, 'A');
    const { proposal, ref, tip } = (await saveDocs(session, {})).proposals![0]!;
    killed(repo);
    const next = await agentOn(repo);
    expect(await statusDoc(next.session, 'guide.md')).toMatchObject({
      proposal,
      dirty: true,
      edits: ['Edited line 2'],
    });
    expect(await next.heard()).toEqual([]);
    repo.git('merge', '-q', '--ff-only', ref);
    await next.end();
    const third = await agentOn(repo);
    expect(await third.heard()).toEqual([
      expect.objectContaining({ proposal, outcome: 'applied', action: 'clean' }),
    ]);
    expect(repo.git('rev-parse', 'main')).toBe(tip);
  });

  test('S38: its save is the next revision, and it may withdraw', async () => {
    const { repo, session, edit } = await begun();
    await edit(2, 'A');
    const { proposal } = (await saveDocs(session, {})).proposals![0]!;
    killed(repo);
    const next = await agentOn(repo);
    await editDoc(next.session, { doc: 'guide.md', edits: [line(5, 'B')] });
    expect((await saveDocs(next.session, {})).proposals).toEqual([
      expect.objectContaining({ proposal, revision: 2, edits: ['Edited line 2', 'Edited line 5'] }),
    ]);
    await next.end();
    const third = await agentOn(repo);
    await withdrawInSession(third.session, { proposal });
    expect(await third.heard()).toEqual([expect.objectContaining({ outcome: 'withdrawn' })]);
  });

  test('S38: edits made after the save stay a draft, and are recovered on top of what waits', async () => {
    const { repo, session, edit } = await begun();
    await edit(2, 'A');
    const { proposal } = (await saveDocs(session, {})).proposals![0]!;
    await edit(5, 'later');
    killed(repo);
    const next = await agentOn(repo);
    expect(next.text('guide.md')).toBe(lines({ 2: 'A' }));
    expect((await statusSession(next.session)).drafts).toHaveLength(1);
    expect(await recoverDoc(next.session, { doc: 'guide.md' })).toMatchObject({
      recovered: ['Edited line 5'],
      proposal,
    });
    expect(next.text('guide.md')).toBe(lines({ 2: 'A', 5: 'later' }));
    expect(await statusDoc(next.session, 'guide.md')).toMatchObject({
      edits: ['Edited line 2', 'Edited line 5'],
    });
    expect((await statusSession(next.session)).drafts).toEqual([]);
  });

  test('S38: what was told and not followed by a call is told again; what was followed is not', async () => {
    const { repo, agent, session, edit } = await begun();
    await edit(2, 'A');
    const { ref } = (await saveDocs(session, {})).proposals![0]!;
    repo.git('merge', '-q', '--ff-only', ref);
    expect(await agent.heard()).toHaveLength(1);
    killed(repo);
    const next = await agentOn(repo);
    expect(await next.heard()).toEqual([expect.objectContaining({ outcome: 'applied' })]);
    await next.heard();
    killed(repo);
    expect(await (await agentOn(repo)).heard()).toEqual([]);
    expect(state(repo, 'drafts')).toEqual([]);
  });

  test('S38: another agent takes over nothing', async () => {
    const { repo, session, edit } = await begun();
    await edit(2, 'A');
    await saveDocs(session, {});
    killed(repo);
    const other = await agentOn(repo, 'other');
    expect([other.session.docs.size, await other.heard()]).toEqual([0, []]);
  });
});

describe('presence', () => {
  test('S64 R7: written with open docs and dirty flags, not for a doc that was only read, removed at the end', async () => {
    const repo = makeRepo({ 'guide.md': lines(), 'b.md': 'b\n' });
    const owner = await ownerOn(repo);
    const agent = await agentOn(repo);
    await readDoc(owner.session, { doc: 'guide.md' });
    expect(state(repo, 'open')).toEqual([]);
    await openDoc(owner.session, { doc: 'b.md' });
    await editDoc(owner.session, { doc: 'guide.md', edits: [line(2, 'A')] });
    expect(JSON.parse(repo.read(`.git/docket/open/${process.pid}.json`))).toMatchObject({
      version: 1,
      instance: owner.session.id,
      pid: process.pid,
      startedAt: expect.any(String),
      door: 'session',
      agent: null,
      document: repo.root,
      updatedAt: expect.any(String),
      docs: [
        { doc: 'guide.md', dirty: true },
        { doc: 'b.md', dirty: false },
      ],
    });
    expect(await openElsewhere(agent.session)).toEqual([
      {
        pid: process.pid,
        door: 'session',
        docs: [
          { doc: 'guide.md', dirty: true },
          { doc: 'b.md', dirty: false },
        ],
      },
    ]);
    expect(await statusDoc(agent.session, 'guide.md')).toMatchObject({
      unsavedInApp: true,
      uncommitted: false,
    });
    expect(await statusSession(agent.session)).toMatchObject({ unsavedInApp: ['guide.md'] });
    await owner.end();
    expect(state(repo, 'open')).toEqual([]);
    expect(await statusDoc(agent.session, 'guide.md')).toMatchObject({ unsavedInApp: false });
  });

  test('R7: agents and own docs do not count, nor a process that is gone, nor another work tree', async () => {
    const repo = makeRepo({ 'guide.md': lines() });
    const one = await agentOn(repo, 'one');
    const owner = await ownerOn(repo);
    await editDoc(one.session, { doc: 'guide.md', edits: [line(2, 'A')] });
    await editDoc(owner.session, { doc: 'guide.md', edits: [line(2, 'B')] });
    expect(await openElsewhere(owner.session)).toEqual([]);
    expect(await openElsewhere(one.session)).toHaveLength(1);
    killed(repo);
    expect(await openElsewhere(one.session)).toEqual([]);
  });

  test('S41: a process of another host counts while it wrote in the last minute', async () => {
    const repo = makeRepo({ 'guide.md': lines() });
    const owner = await ownerOn(repo);
    await editDoc(owner.session, { doc: 'guide.md', edits: [line(2, 'B')] });
    const agent = await agentOn(repo);
    const at = join(repo.root, '.git/docket/open', state(repo, 'open')[0]!);
    const file = { ...JSON.parse(readFileSync(at, 'utf8')), host: 'elsewhere' };
    writeFileSync(at, JSON.stringify(file));
    expect(await openElsewhere(agent.session)).toHaveLength(1);
    writeFileSync(at, JSON.stringify({ ...file, updatedAt: '2020-01-01T00:00:00.000Z' }));
    expect(await openElsewhere(agent.session)).toEqual([]);
  });
});
