// An owner's save: the file, and a commit of exactly that path.
import { chmodSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  createDoc,
  deleteDoc,
  editDoc,
  finishOneShot,
  mergeDoc,
  openDoc,
  renameDoc,
  saveDocs,
  statusDoc,
  undoDoc,
} from '../../src/session/index.ts';
import { makeRepo, type TestRepo } from '../helpers/make-repo.ts';
import { actor, line, lines, ownerOn, refusalOf } from './actors.ts';

async function begun(files: Record<string, string> = { 'a.md': lines(), 'b.md': lines() }) {
  const repo = makeRepo(files);
  const owner = await ownerOn(repo);
  const save = (ask: Parameters<typeof saveDocs>[1] = {}) => saveDocs(owner.session, ask);
  const edit = (doc: string, n: number, to: string) => editDoc(owner.session, { doc, edits: [line(n, to)] });
  return { repo, owner, session: owner.session, save, edit };
}

function hook(repo: TestRepo, name: string, script: string): void {
  mkdirSync(join(repo.root, '.git/hooks'), { recursive: true });
  writeFileSync(join(repo.root, '.git/hooks', name), `#!/bin/sh\n${script}\n`);
  chmodSync(join(repo.root, '.git/hooks', name), 0o755);
}

describe('a save', () => {
  test('writes the file and commits that path alone, whatever else is staged', async () => {
    const { repo, session, save, edit } = await begun();
    repo.write({ 'b.md': lines({ 1: 'staged' }) });
    repo.git('add', 'b.md');
    await edit('a.md', 2, 'A');
    const saved = await save({ docs: ['a.md'], summary: 'Mine' });
    expect(saved).toMatchObject({
      commit: repo.git('rev-parse', 'HEAD'),
      summary: 'Mine',
      docs: [{ doc: 'a.md', added: 1, removed: 1 }],
    });
    expect(repo.git('log', '-1', '--format=%an %s')).toBe('Olive Owner Mine');
    expect(repo.git('show', '--format=', '--name-only', 'HEAD')).toBe('a.md');
    expect(repo.git('diff', '--cached', '--name-only')).toBe('b.md');
    expect(repo.read('a.md')).toBe(lines({ 2: 'A' }));
    expect(await statusDoc(session, 'a.md')).toMatchObject({
      dirty: false,
      edits: [],
      uncommitted: false,
      undo: 1,
    });
  });

  test('S69: without a summary: the single label, or which docs were edited', async () => {
    const { repo, save, edit } = await begun();
    const subject = () => repo.git('log', '-1', '--format=%s');
    await edit('a.md', 2, 'A');
    await save();
    expect(subject()).toBe('Edited line 2');
    await edit('a.md', 3, 'A');
    await edit('a.md', 5, 'A');
    await save();
    expect(subject()).toBe('Edit a.md');
    await edit('a.md', 7, 'A');
    await edit('b.md', 7, 'B');
    await save();
    expect(subject()).toBe('Edit 2 docs');
  });

  test('creates, renames and deletes', async () => {
    const { repo, session, save } = await begun();
    await createDoc(session, { doc: 'new/x.md', text: 'x\n' });
    await renameDoc(session, { doc: 'a.md', to: 'new/a.md' });
    await deleteDoc(session, { doc: 'b.md' });
    await save({ summary: 'All three' });
    expect(repo.git('show', '--format=', '--name-status', '-M', 'HEAD').split('\n').sort()).toEqual([
      'A\tnew/x.md',
      'D\tb.md',
      'R100\ta.md\tnew/a.md',
    ]);
    expect(repo.git('status', '--porcelain')).toBe('');
    expect([...session.docs.keys()].sort()).toEqual(['new/a.md', 'new/x.md']);
  });

  test('keeps the executable bit, also through a rename', async () => {
    const { repo, session, save } = await begun({ 'run.sh': 'echo\n' });
    repo.executable('run.sh');
    repo.git('commit', '-qam', 'Executable');
    await renameDoc(session, { doc: 'run.sh', to: 'go.sh' });
    await save();
    expect(repo.git('ls-files', '-s')).toMatch(/^100755 .*go\.sh$/);
  });

  test('R4: undone past the save, it is listed as undone and can be saved', async () => {
    const { repo, session, save, edit } = await begun();
    await edit('a.md', 2, 'A');
    await save();
    expect(await undoDoc(session, { doc: 'a.md' })).toMatchObject({
      dirty: true,
      edits: ['Undid: Edited line 2'],
    });
    await save();
    expect(repo.read('a.md')).toBe(lines());
    expect(repo.git('log', '-1', '--format=%s')).toBe('Undid: Edited line 2');
  });

  test('nothing unsaved: no commit; a file that is uncommitted is committed', async () => {
    const { repo, session, save } = await begun();
    await openDoc(session, { doc: 'a.md' });
    const before = repo.git('rev-parse', 'HEAD');
    expect(await save()).toMatchObject({ unchanged: true });
    expect(repo.git('rev-parse', 'HEAD')).toBe(before);
    repo.write({ 'a.md': lines({ 1: 'by hand' }) });
    expect(await save({ docs: ['a.md'] })).toMatchObject({ summary: 'Edit a.md' });
    expect(repo.git('status', '--porcelain')).toBe('');
  });

  test('on an unborn branch it is the first commit', async () => {
    const repo = makeRepo();
    const { session } = await ownerOn(repo);
    await createDoc(session, { doc: 'a.md', text: 'a\n' });
    await saveDocs(session, { summary: 'First' });
    expect(repo.git('log', '--format=%s')).toBe('First');
  });
});

describe('a file that changed', () => {
  test('S23: stale is refused with the lines and the hash; overwrite with that hash saves anyway and keeps the bytes', async () => {
    const { repo, session, save, edit } = await begun();
    await edit('a.md', 2, 'A');
    repo.write({ 'a.md': lines({ 9: 'editor' }) });
    const refusal = await refusalOf(save());
    const details = refusal.details as { sha256: string };
    expect(refusal).toMatchObject({ code: 'stale', details: { doc: 'a.md', lines: [{ from: 9, to: 9 }] } });
    expect(repo.read('a.md')).toBe(lines({ 9: 'editor' }));
    expect((await refusalOf(save({ overwrite: '0'.repeat(64) }))).code).toBe('stale');
    await save({ overwrite: details.sha256 });
    expect(repo.read('a.md')).toBe(lines({ 2: 'A' }));
    const kept = readdirSync(join(repo.root, '.git/docket/recovery')).filter((name) =>
      name.endsWith('.bytes'),
    );
    expect(kept.map((name) => repo.read(`.git/docket/recovery/${name}`))).toEqual([lines({ 9: 'editor' })]);
    expect(await statusDoc(session, 'a.md')).toMatchObject({ dirty: false, stale: false });
  });

  test('S23: where the file is HEAD’s newer text, the commit is named', async () => {
    const { repo, save, edit } = await begun();
    await edit('a.md', 2, 'A');
    const oid = repo.commit({ 'a.md': lines({ 2: 'theirs' }) }, 'Theirs');
    expect(await refusalOf(save())).toMatchObject({
      code: 'stale',
      details: { commit: { oid, subject: 'Theirs' } },
    });
  });

  test('S35: deleted on disk: saving needs create', async () => {
    const { repo, save, edit } = await begun();
    await edit('a.md', 2, 'A');
    repo.git('rm', '-q', '-f', 'a.md');
    expect(await refusalOf(save())).toMatchObject({ code: 'stale', details: { deleted: true } });
    await save({ create: true });
    expect(repo.read('a.md')).toBe(lines({ 2: 'A' }));
  });

  test('R8: merged first, it saves both', async () => {
    const { repo, session, save, edit } = await begun();
    await edit('a.md', 2, 'A');
    repo.write({ 'a.md': lines({ 9: 'editor' }) });
    expect(await mergeDoc(session, { doc: 'a.md' })).toMatchObject({
      merged: true,
      dirty: true,
      stale: false,
      edits: ['Edited line 2'],
    });
    await save();
    expect(repo.git('show', 'HEAD:a.md')).toBe(lines({ 2: 'A', 9: 'editor' }).trimEnd());
    expect(repo.git('log', '-1', '--format=%s')).toBe('Edited line 2');
  });

  test('a rename onto a file that came meanwhile is refused', async () => {
    const { repo, session, save } = await begun();
    await renameDoc(session, { doc: 'a.md', to: 'c.md' });
    repo.write({ 'c.md': 'somebody’s\n' });
    expect((await refusalOf(save())).code).toBe('exists');
    expect(repo.read('c.md')).toBe('somebody’s\n');
  });
});

describe('git says no', () => {
  test('S27: a hook refuses: the file is written, the doc uncommitted and not dirty', async () => {
    const { repo, session, save, edit } = await begun();
    hook(repo, 'pre-commit', 'echo not today >&2; exit 1');
    await edit('a.md', 2, 'A');
    const refusal = await refusalOf(save());
    expect(refusal).toMatchObject({ code: 'hook_refused', details: { written: true } });
    expect(repo.read('a.md')).toBe(lines({ 2: 'A' }));
    expect(await statusDoc(session, 'a.md')).toMatchObject({ dirty: false, uncommitted: true });
  });

  test('S27: a hook rewrites the file: the doc follows', async () => {
    const { repo, session, save, edit } = await begun();
    hook(repo, 'pre-commit', 'sed -i s/A/B/ a.md && git add a.md');
    await edit('a.md', 2, 'A');
    await save();
    expect(session.docs.get('a.md')!.text).toBe(repo.read('a.md'));
    expect(await statusDoc(session, 'a.md')).toMatchObject({ dirty: false });
  });

  test('S27: what is staged differs from disk: asked first', async () => {
    const { repo, save, edit } = await begun();
    repo.write({ 'a.md': lines({ 11: 'staged' }) });
    repo.git('add', 'a.md');
    repo.write({ 'a.md': lines() });
    await edit('a.md', 2, 'A');
    expect((await refusalOf(save())).code).toBe('review_needed');
    expect(repo.git('diff', '--cached', '--name-only')).toBe('a.md');
    await save({ replaceStaged: true });
    expect(repo.git('diff', '--cached', '--name-only')).toBe('');
  });

  test('S27: an operation in progress is checked first', async () => {
    const { repo, save, edit } = await begun();
    await edit('a.md', 2, 'A');
    repo.git('update-ref', 'CHERRY_PICK_HEAD', 'HEAD');
    expect((await refusalOf(save())).code).toBe('blocked_by_operation');
    expect(repo.read('a.md')).toBe(lines());
  });

  test('S71: no identity: nothing is written', async () => {
    const { repo, save, edit } = await begun();
    for (const key of ['user.name', 'user.email']) repo.git('config', '--unset', key);
    repo.git('config', 'user.useConfigOnly', 'true');
    await edit('a.md', 2, 'A');
    expect((await refusalOf(save())).code).toBe('no_identity');
    expect(repo.read('a.md')).toBe(lines());
  });
});

describe('bytes', () => {
  test.each([
    ['CRLF in the file and in git', '', lines().replaceAll('\n', '\r\n')],
    ['mixed endings', '', lines().replace('line 4\n', 'line 4\r\n')],
    ['CRLF by attribute', '*.md text eol=crlf\n', lines().replaceAll('\n', '\r\n')],
    ['no last newline', '', lines().slice(0, -1)],
    ['a byte order mark', '', `\uFEFF${lines()}`],
  ])('S43 S62: %s: the changed line alone differs', async (_title, attributes, disk) => {
    const repo = makeRepo({ '.gitattributes': attributes, 'a.md': disk });
    const { session } = await ownerOn(repo);
    await editDoc(session, { doc: 'a.md', edits: [line(2, 'A')] });
    await saveDocs(session, {});
    expect(repo.read('a.md')).toBe(disk.replace('line 2', 'A'));
    expect(repo.git('status', '--porcelain')).toBe('');
  });
});

describe('one-shots', () => {
  test('S50: an edit writes the file, uncommitted; the save of a path commits what disk holds', async () => {
    const repo = makeRepo({ 'a.md': lines() });
    const one = await actor(repo, 'cli');
    await editDoc(one.session, { doc: 'a.md', edits: [line(2, 'A')] });
    await finishOneShot(one.session, ['a.md'], {});
    expect([repo.read('a.md'), repo.git('status', '--porcelain')]).toEqual([lines({ 2: 'A' }), ' M a.md']);
    const two = await actor(repo, 'cli');
    await saveDocs(two.session, { docs: ['a.md'], summary: 'Now' });
    expect(repo.git('log', '-1', '--format=%s')).toBe('Now');
  });

  test('S50: save commits, propose leaves the file alone', async () => {
    const repo = makeRepo({ 'a.md': lines() });
    const one = await actor(repo, 'cli');
    await editDoc(one.session, { doc: 'a.md', edits: [line(2, 'A')] });
    const proposed = await finishOneShot(one.session, ['a.md'], { propose: true, summary: 'Maybe' });
    expect(proposed!.proposals).toEqual([expect.objectContaining({ target: 'main' })]);
    expect(repo.git('status', '--porcelain')).toBe('');
    const two = await actor(repo, 'cli');
    await deleteDoc(two.session, { doc: 'a.md' });
    await finishOneShot(two.session, ['a.md'], { save: true });
    expect(repo.git('ls-files')).toBe('');
  });

  test('S50: a file that was deleted is saved by its path', async () => {
    const repo = makeRepo({ 'a.md': lines(), 'b.md': 'b\n' });
    const one = await actor(repo, 'cli');
    await deleteDoc(one.session, { doc: 'a.md' });
    await finishOneShot(one.session, ['a.md'], {});
    expect(repo.git('status', '--porcelain')).toBe(' D a.md');
    const two = await actor(repo, 'cli');
    await saveDocs(two.session, { docs: ['a.md'] });
    expect(repo.git('ls-files')).toBe('b.md');
  });
});
