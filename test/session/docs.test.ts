// Open docs: named, read, edited, reloaded, merged, reverted, closed.
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  closeDoc,
  createDoc,
  deleteDoc,
  diffDoc,
  editDoc,
  keepDoc,
  listDocs,
  mergeDoc,
  openDoc,
  readDoc,
  redoDoc,
  reloadDoc,
  renameDoc,
  resolveDoc,
  revertDoc,
  saveDocs,
  statusDoc,
  statusSession,
  undoDoc,
  writeDoc,
} from '../../src/session/index.ts';
import { makeRepo } from '../helpers/make-repo.ts';
import { agentOn, line, lines, ownerOn, refusalOf } from './actors.ts';

async function begun(files: Record<string, string | Buffer> = { 'guide.md': lines() }) {
  const repo = makeRepo(files);
  const agent = await agentOn(repo);
  const edit = (n: number, to: string, from?: string) =>
    editDoc(agent.session, { doc: 'guide.md', edits: [line(n, to, from)] });
  return { repo, agent, session: agent.session, edit };
}

describe('names', () => {
  const FILES = { 'intro.md': '1\n', 'a/intro.md': '2\n', 'a/only.txt': '3\n', 'b/Notes.md': '4\n' };

  test('a path, or a bare name that fits one doc', async () => {
    const { session } = await begun(FILES);
    expect(await resolveDoc(session, 'a/intro.md')).toBe('a/intro.md');
    expect(await resolveDoc(session, 'intro.md')).toBe('intro.md');
    expect(await resolveDoc(session, 'only')).toBe('a/only.txt');
    expect(await resolveDoc(session, 'Notes.md')).toBe('b/Notes.md');
  });

  test('a bare name that fits several is ambiguous, with the candidates', async () => {
    const { session } = await begun(FILES);
    expect(await refusalOf(resolveDoc(session, 'intro'))).toMatchObject({
      code: 'ambiguous',
      details: { docs: ['a/intro.md', 'intro.md'] },
    });
  });

  test('an unknown name is refused with near ones; bad paths are refused', async () => {
    const { session } = await begun(FILES);
    expect(await refusalOf(resolveDoc(session, 'a/onyl.txt'))).toMatchObject({
      code: 'no_such_doc',
      details: { near: ['a/only.txt'] },
    });
    expect((await refusalOf(resolveDoc(session, '../x'))).code).toBe('path_outside_repo');
    expect((await refusalOf(resolveDoc(session, '.git/config'))).code).toBe('path_in_git_dir');
  });

  test('what is no text is no doc', async () => {
    const { repo, session } = await begun({
      'a.png': Buffer.from([0x89, 0x50, 0, 1]),
      'latin.txt': Buffer.from([0xe9, 0x0a]),
      'sub/x.md': 'x\n',
      '.gitattributes': '*.big filter=lfs\n',
      'y.big': 'pointer\n',
    });
    symlinkSync('sub/x.md', join(repo.root, 'link.md'));
    for (const doc of ['a.png', 'latin.txt', 'sub', 'y.big'])
      expect((await refusalOf(openDoc(session, { doc }))).code).toBe('not_a_doc');
    expect((await refusalOf(openDoc(session, { doc: 'link.md' }))).code).toBe('symlink');
  });

  test('listed: tracked and untracked files as disk has them, created docs, deleted and renamed ones not', async () => {
    const { repo, session } = await begun({ ...FILES, '.gitignore': 'out/\n' });
    repo.write({ 'new.md': 'n\n', 'out/x.md': 'ignored\n' });
    repo.git('rm', '-q', 'intro.md');
    symlinkSync('new.md', join(repo.root, 'link.md'));
    repo.git('add', 'link.md');
    await createDoc(session, { doc: 'here.md', text: 'h\n' });
    await renameDoc(session, { doc: 'a/only.txt', to: 'a/one.txt' });
    await deleteDoc(session, { doc: 'b/Notes.md' });
    const { docs, total } = await listDocs(session, {});
    expect(docs.map(({ doc }) => doc)).toEqual([
      '.gitignore',
      'a/intro.md',
      'a/one.txt',
      'here.md',
      'new.md',
    ]);
    expect(total).toBe(5);
    expect((await listDocs(session, { query: 'INTRO' })).docs).toHaveLength(1);
    const first = await listDocs(session, { limit: 2 });
    expect(first.next).toBe('a/intro.md');
    expect((await listDocs(session, { limit: 2, after: first.next })).docs[0]!.doc).toBe('a/one.txt');
  });
});

describe('edits', () => {
  test('S65: an edit is one step in the working copy; disk is not touched', async () => {
    const { repo, session, edit } = await begun();
    expect(await edit(5, 'five')).toEqual({
      doc: 'guide.md',
      edit: 'Edited line 5',
      changed: true,
      dirty: true,
      stale: false,
      edits: ['Edited line 5'],
      undo: 1,
      redo: 0,
    });
    expect(repo.git('status', '--porcelain')).toBe('');
    expect(await undoDoc(session, { doc: 'guide.md' })).toMatchObject({
      undone: ['Edited line 5'],
      dirty: false,
    });
    expect(await redoDoc(session, { doc: 'guide.md', steps: 9 })).toMatchObject({
      redone: ['Edited line 5'],
      dirty: true,
    });
  });

  test('S65: nothing coalesces: two edits are two steps; writing the same text is none', async () => {
    const { session, edit } = await begun();
    await edit(5, 'five');
    await edit(5, 'FIVE', 'five');
    expect(await writeDoc(session, { doc: 'guide.md', text: lines({ 5: 'FIVE' }) })).toMatchObject({
      changed: false,
      undo: 2,
    });
    expect(await writeDoc(session, { doc: 'guide.md', text: 'all new\n' })).toMatchObject({
      edit: 'Wrote the whole text',
    });
  });

  test('a doc that is there cannot be created, nor a twin of its name, nor can another take its name', async () => {
    const { repo, session } = await begun({ 'guide.md': lines(), 'caf\u00e9.md': 'x\n' });
    repo.write({ 'untracked.md': 'x\n' });
    for (const doc of ['guide.md', 'GUIDE.md', 'cafe\u0301.md', 'untracked.md'])
      expect((await refusalOf(createDoc(session, { doc }))).code).toBe('exists');
    expect((await refusalOf(renameDoc(session, { doc: 'guide.md', to: 'untracked.md' }))).code).toBe(
      'exists',
    );
    expect(await renameDoc(session, { doc: 'guide.md', to: 'Guide.md' })).toMatchObject({ doc: 'Guide.md' });
  });

  test('a renamed doc is found by both names and renamed back by undo', async () => {
    const { session } = await begun();
    expect(await renameDoc(session, { doc: 'guide.md', to: 'manual.md' })).toMatchObject({
      edit: 'Renamed guide.md to manual.md',
      edits: ['Renamed guide.md to manual.md'],
    });
    expect(await statusDoc(session, 'guide.md')).toMatchObject({ doc: 'manual.md', movedFrom: 'guide.md' });
    expect(await undoDoc(session, { doc: 'manual.md' })).toMatchObject({ doc: 'guide.md', dirty: false });
  });

  test('a deleted doc cannot be edited until it is brought back', async () => {
    const { session, edit } = await begun();
    await deleteDoc(session, { doc: 'guide.md' });
    expect(await refusalOf(edit(1, 'x'))).toMatchObject({
      code: 'no_such_doc',
      hint: expect.stringContaining('doc.undo'),
    });
    expect(await statusDoc(session, 'guide.md')).toMatchObject({
      removed: true,
      edits: ['Deleted guide.md'],
    });
    await undoDoc(session, { doc: 'guide.md' });
    await edit(1, 'x');
  });

  test('too much and NUL are refused', async () => {
    const { session } = await begun();
    expect((await refusalOf(writeDoc(session, { doc: 'guide.md', text: 'x'.repeat(9 << 20) }))).code).toBe(
      'too_large',
    );
    expect((await refusalOf(writeDoc(session, { doc: 'guide.md', text: 'a\0b' }))).code).toBe('binary');
  });

  test('a path with a newline is a mark in its label', async () => {
    const { session } = await begun();
    expect(await createDoc(session, { doc: 'a\nb.md' })).toMatchObject({ edit: 'Created a␊b.md' });
  });
});

describe('reading', () => {
  test('S62 S63: LF and no byte order mark are shown, and said; the hash is of disk', async () => {
    const disk = `\uFEFF${lines().replaceAll('\n', '\r\n')}`;
    const { session, edit } = await begun({ 'guide.md': disk });
    const read = await readDoc(session, { doc: 'guide.md' });
    expect(read).toMatchObject({
      text: lines(),
      from: 1,
      to: 12,
      lines: 12,
      eol: 'crlf',
      bom: true,
      dirty: false,
    });
    expect(read).not.toHaveProperty('textSha256');
    await edit(5, 'five');
    const after = await readDoc(session, { doc: 'guide.md', from: 5, lines: 2 });
    expect(after).toMatchObject({
      text: 'five\nline 6\n',
      from: 5,
      to: 6,
      next: 7,
      dirty: true,
      sha256: read.sha256,
    });
    expect(after.textSha256).toMatch(/^[0-9a-f]{64}$/);
    expect(session.docs.get('guide.md')!.text).toBe(disk.replace('line 5', 'five'));
  });

  test('ranges: past the end is empty, a limit of characters keeps whole lines', async () => {
    const { session } = await begun({ 'guide.md': lines(), 'empty.md': '' });
    expect(await readDoc(session, { doc: 'guide.md', from: 40 })).toMatchObject({ text: '', from: 0, to: 0 });
    expect(await readDoc(session, { doc: 'empty.md' })).toMatchObject({ text: '', from: 0, to: 0, lines: 0 });
    expect(await readDoc(session, { doc: 'guide.md', most: 15 })).toMatchObject({
      text: 'line 1\nline 2\n',
      next: 3,
    });
  });

  test('a diff against disk, HEAD and the proposal', async () => {
    const { repo, session, edit } = await begun();
    repo.write({ 'guide.md': lines({ 11: 'uncommitted' }) });
    await edit(2, 'A');
    await saveDocs(session, {});
    await edit(3, 'B');
    const against = async (other: 'disk' | 'head' | 'proposal') => {
      const { text, added, removed } = await diffDoc(session, {
        doc: 'guide.md',
        against: other,
        context: 0,
      });
      return { changes: text.split('\n').filter((each) => /^\+[^+]/.test(each)), added, removed };
    };
    expect(await against('disk')).toEqual({ changes: ['+A', '+B'], added: 2, removed: 2 });
    expect(await against('head')).toEqual({ changes: ['+A', '+B', '+uncommitted'], added: 3, removed: 3 });
    expect(await against('proposal')).toEqual({ changes: ['+B', '+uncommitted'], added: 2, removed: 2 });
    expect(
      (await refusalOf(diffDoc((await agentOn(repo)).session, { doc: 'guide.md', against: 'proposal' })))
        .code,
    ).toBe('no_such_proposal');
  });

  test('S64: what only reads opens the doc; what needs an open one refuses', async () => {
    const { session } = await begun();
    for (const one of [undoDoc, redoDoc, reloadDoc, revertDoc, mergeDoc, keepDoc, closeDoc])
      expect((await refusalOf(one(session, { doc: 'guide.md' }))).code).toBe('not_open');
    await statusDoc(session, 'guide.md');
    expect([...session.docs.keys()]).toEqual(['guide.md']);
  });
});

describe('doc.reload', () => {
  test('R3: clean and unchanged: nothing to load', async () => {
    const { session } = await begun();
    await openDoc(session, { doc: 'guide.md' });
    expect(await reloadDoc(session, { doc: 'guide.md' })).toMatchObject({ reloaded: false, dirty: false });
  });

  test('R3: clean and changed: loaded, also when the sync before it did that', async () => {
    for (const synced of [true, false]) {
      const { repo, agent, session } = await begun();
      await openDoc(session, { doc: 'guide.md' });
      repo.write({ 'guide.md': lines({ 1: 'new' }) });
      if (synced) await agent.heard();
      expect(await reloadDoc(session, { doc: 'guide.md' })).toMatchObject({ reloaded: true, undo: 0 });
      expect(agent.text('guide.md')).toBe(lines({ 1: 'new' }));
    }
  });

  test('R3: the file was deleted: closed', async () => {
    for (const synced of [true, false]) {
      const { repo, agent, session } = await begun();
      await openDoc(session, { doc: 'guide.md' });
      repo.git('rm', '-q', 'guide.md');
      if (synced) await agent.heard();
      expect(await reloadDoc(session, { doc: 'guide.md' })).toEqual({
        doc: 'guide.md',
        reloaded: false,
        closed: true,
      });
      expect(session.docs.size).toBe(0);
    }
  });

  test('R3: the working copy equals the file: its history is cleared', async () => {
    const { repo, session, edit } = await begun();
    await edit(2, 'A');
    repo.write({ 'guide.md': lines({ 2: 'A' }) });
    expect(await reloadDoc(session, { doc: 'guide.md' })).toMatchObject({ dirty: false, edits: [], undo: 0 });
  });

  test('R3: its proposal was applied: loaded', async () => {
    const { repo, agent, session, edit } = await begun();
    await edit(2, 'A');
    const { proposals } = await saveDocs(session, {});
    repo.commit({ 'guide.md': lines({ 11: 'owner' }) });
    repo.git('merge', '-q', '-m', 'Merge', proposals![0]!.ref);
    expect(await reloadDoc(session, { doc: 'guide.md' })).toMatchObject({ reloaded: true, dirty: false });
    expect(agent.text('guide.md')).toBe(lines({ 2: 'A', 11: 'owner' }));
    // What settled inside the call is told with the next one.
    expect(await agent.heard()).toEqual([
      expect.objectContaining({ outcome: 'applied', action: 'reloaded' }),
    ]);
  });

  test('R3: waiting: refused `proposed`; unsaved: refused `dirty` with the edits', async () => {
    const { session, edit, agent } = await begun();
    await edit(2, 'A');
    expect(await refusalOf(reloadDoc(session, { doc: 'guide.md' }))).toMatchObject({
      code: 'dirty',
      details: { edits: ['Edited line 2'] },
    });
    const { proposals } = await saveDocs(session, {});
    expect(await refusalOf(reloadDoc(session, { doc: 'guide.md' }))).toMatchObject({
      code: 'proposed',
      details: { proposal: proposals![0]!.proposal },
    });
    expect(agent.text('guide.md')).toBe(lines({ 2: 'A' }));
  });
});

describe('doc.merge, doc.revert, doc.keep', () => {
  test('R8: unchanged: not merged; clean: reloaded; else one step, and the file is the base', async () => {
    const { repo, session, edit } = await begun();
    await openDoc(session, { doc: 'guide.md' });
    expect(await mergeDoc(session, { doc: 'guide.md' })).toMatchObject({ merged: false });
    repo.write({ 'guide.md': lines({ 1: 'new' }) });
    expect(await mergeDoc(session, { doc: 'guide.md' })).toMatchObject({ merged: false, reloaded: true });
    await edit(2, 'A');
    repo.write({ 'guide.md': lines({ 1: 'newer', 12: 'last' }) });
    expect(await statusDoc(session, 'guide.md')).toMatchObject({
      stale: true,
      staleLines: [
        { from: 1, to: 1 },
        { from: 12, to: 12 },
      ],
    });
    expect(await mergeDoc(session, { doc: 'guide.md' })).toMatchObject({
      merged: true,
      dirty: true,
      stale: false,
      edits: ['Edited line 2'],
      undo: 2,
    });
    expect(session.docs.get('guide.md')!.text).toBe(lines({ 1: 'newer', 2: 'A', 12: 'last' }));
    expect(await undoDoc(session, { doc: 'guide.md' })).toMatchObject({
      undone: ['Merged the changes to guide.md from disk'],
      stale: true,
    });
    expect(await redoDoc(session, { doc: 'guide.md' })).toMatchObject({ stale: false });
  });

  test('R8: both changed the same lines: refused with the hunks, nothing changed', async () => {
    const { repo, session, edit } = await begun();
    await edit(2, 'A');
    repo.write({ 'guide.md': lines({ 2: 'theirs' }) });
    expect(await refusalOf(mergeDoc(session, { doc: 'guide.md' }))).toMatchObject({
      code: 'merge_conflict',
      details: [{ base: [1, 2], ours: ['A\n'], theirs: ['theirs\n'] }],
    });
    expect(await statusDoc(session, 'guide.md')).toMatchObject({ stale: true, undo: 1 });
    repo.git('rm', '-qf', 'guide.md');
    expect((await refusalOf(mergeDoc(session, { doc: 'guide.md' }))).code).toBe('merge_conflict');
  });

  test('S39: merged while its proposal waits: the next save is a revision on the new base, the merge is no edit', async () => {
    const { repo, session, edit } = await begun();
    await edit(2, 'A');
    const first = (await saveDocs(session, {})).proposals![0]!;
    const head = repo.commit({ 'guide.md': lines({ 11: 'owner' }) });
    expect(await statusDoc(session, 'guide.md')).toMatchObject({ proposal: first.proposal, stale: true });
    expect(await mergeDoc(session, { doc: 'guide.md' })).toMatchObject({
      merged: true,
      proposal: first.proposal,
    });
    const second = (await saveDocs(session, {})).proposals![0]!;
    expect(second).toMatchObject({ proposal: first.proposal, revision: 2, edits: ['Edited line 2'] });
    expect(repo.git('rev-parse', `${second.tip}^`)).toBe(head);
  });

  test('R5: revert takes the file (not HEAD), answers what was dropped, and can be undone', async () => {
    const { repo, session, edit } = await begun();
    await edit(2, 'A');
    repo.write({ 'guide.md': lines({ 11: 'uncommitted' }) });
    expect(await revertDoc(session, { doc: 'guide.md' })).toMatchObject({
      dropped: ['Edited line 2'],
      dirty: false,
      stale: false,
    });
    expect(session.docs.get('guide.md')!.text).toBe(lines({ 11: 'uncommitted' }));
    expect(await undoDoc(session, { doc: 'guide.md' })).toMatchObject({
      dirty: true,
      stale: true,
      edits: ['Edited line 2'],
    });
    expect(await revertDoc(session, { doc: 'guide.md' })).toMatchObject({ dropped: ['Edited line 2'] });
    expect(await revertDoc(session, { doc: 'guide.md' })).toMatchObject({ dropped: [] });
  });

  test('R5: keep hides the mark until the file changes again', async () => {
    const repo = makeRepo({ 'guide.md': lines() });
    const { session } = await ownerOn(repo);
    await editDoc(session, { doc: 'guide.md', edits: [line(2, 'A')] });
    repo.write({ 'guide.md': lines({ 2: 'theirs' }) });
    expect(await keepDoc(session, { doc: 'guide.md' })).toMatchObject({ stale: true, kept: true });
    await session.sync();
    expect(await statusDoc(session, 'guide.md')).toMatchObject({ kept: true });
    repo.write({ 'guide.md': lines({ 2: 'theirs again' }) });
    await session.sync();
    expect(await statusDoc(session, 'guide.md')).not.toHaveProperty('kept');
    expect((await refusalOf(saveDocs(session, {}))).code).toBe('stale');
  });
});

test('close refuses to lose edits, saved or not, unless told to discard them', async () => {
  const { session, edit } = await begun();
  await edit(2, 'A');
  expect((await refusalOf(closeDoc(session, { doc: 'guide.md' }))).code).toBe('dirty');
  await saveDocs(session, {});
  expect((await refusalOf(closeDoc(session, { doc: 'guide.md' }))).code).toBe('proposed');
  expect(await closeDoc(session, { doc: 'guide.md', discard: true })).toEqual({
    doc: 'guide.md',
    closed: true,
    dropped: ['Edited line 2'],
  });
  expect((await statusSession(session)).docs).toEqual([]);
});

test('S65: the whole status lists open docs, what waits and the branch', async () => {
  const { session, edit } = await begun({ 'guide.md': lines(), 'b.md': 'b\n' });
  await edit(2, 'A');
  await openDoc(session, { doc: 'b.md' });
  const { proposals } = await saveDocs(session, {});
  expect(await statusSession(session)).toMatchObject({
    agent: 'scribe',
    branch: 'main',
    docs: [{ doc: 'b.md' }, { doc: 'guide.md', dirty: true }],
    pending: [{ proposal: proposals![0]!.proposal, docs: ['guide.md'] }],
    unsavedInApp: [],
    drafts: [],
  });
});
