// Names that cannot stand beside each other: told where a doc begins or is renamed, and once more at save.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createDoc, deleteDoc, editDoc, renameDoc, saveDocs, undoDoc } from '../../src/session/index.ts';
import { makeRepo } from '../helpers/make-repo.ts';
import { agentOn, line, lines, ownerOn, refusalOf } from './actors.ts';

const FILES = {
  'README.md': lines(),
  'guide/intro.md': lines(),
  'caf\u00e9/menu.md': lines(),
  '.gitignore': 'built\n',
};

describe('on begin and rename', () => {
  test.each([
    ['README.md/x.md', 'README.md'],
    ['readme.MD/x.md', 'README.md'],
    ['guide', 'guide'],
    ['Guide', 'guide/intro.md'],
    ['Guide/other.md', 'guide/intro.md'],
    ['GUIDE/intro.md', 'guide/intro.md'],
    ['cafe\u0301/tea.md', 'caf\u00e9/menu.md'],
    ['q/w.md', 'q'],
    ['Q/w.md', 'q'],
    ['deep', 'deep/er.md'],
    ['built/x.md', 'built'],
  ])('S64: %j is refused: %j is in the way', async (path, exists) => {
    const repo = makeRepo(FILES);
    writeFileSync(join(repo.root, 'built'), 'ignored\n');
    const { session } = await agentOn(repo);
    await createDoc(session, { doc: 'q', text: 'q\n' });
    await createDoc(session, { doc: 'deep/er.md', text: 'q\n' });
    const details = { doc: path, exists };
    expect(await refusalOf(createDoc(session, { doc: path }))).toMatchObject({ code: 'exists', details });
    const renamed = renameDoc(session, { doc: '.gitignore', to: path });
    expect(await refusalOf(renamed)).toMatchObject({ code: path === 'guide' ? 'not_a_doc' : 'exists' });
    expect(session.docs.has(path)).toBe(false);
  });

  test('S64: what may stand beside each other begins, and comes back once it was deleted', async () => {
    const { session } = await agentOn(makeRepo(FILES));
    for (const doc of ['guide/other.md', 'README', 'README.md.txt', 'q/w.md', 'guid'])
      await createDoc(session, { doc });
    await renameDoc(session, { doc: 'guide/other.md', to: 'guide/Other.md' });
    await deleteDoc(session, { doc: 'README.md' });
    expect((await createDoc(session, { doc: 'README.md', text: 'again\n' })).doc).toBe('README.md');
  });
});

describe('at save', () => {
  test('S64: the doc that has no place is named with the way out; the others can be saved by name', async () => {
    const repo = makeRepo({ 'a.md': lines(), q: 'q\n' });
    const { session } = await agentOn(repo);
    await editDoc(session, { doc: 'a.md', edits: [line(2, 'A')] });
    await deleteDoc(session, { doc: 'q' });
    await createDoc(session, { doc: 'q/w.md', text: 'w\n' });
    await undoDoc(session, { doc: 'q' });
    const refusal = await refusalOf(saveDocs(session, {}));
    expect(refusal).toMatchObject({ code: 'exists', details: { doc: 'q/w.md', there: 'q' } });
    expect(`${refusal.message} ${refusal.hint}`).toMatch(/q\/w\.md.*doc\.rename.*doc\.revert.*by name/);
    expect((await saveDocs(session, { docs: ['a.md'] })).proposals).toMatchObject([{ revision: 1 }]);
  });

  test('S64: two new docs of one save that cannot stand beside each other', async () => {
    const { session } = await agentOn(makeRepo({ 'a.md': lines() }));
    await createDoc(session, { doc: 'q/w.md', text: 'w\n' });
    await renameDoc(session, { doc: 'q/w.md', to: 'z.md' });
    await createDoc(session, { doc: 'q', text: 'q\n' });
    await undoDoc(session, { doc: 'z.md' });
    expect(await refusalOf(saveDocs(session, {}))).toMatchObject({ code: 'exists' });
  });

  test('S64: an owner’s save writes nothing when one of its docs has no place', async () => {
    const repo = makeRepo({ 'a.md': lines() });
    const { session } = await ownerOn(repo);
    await editDoc(session, { doc: 'a.md', edits: [line(2, 'A')] });
    await createDoc(session, { doc: 'q/w.md', text: 'w\n' });
    writeFileSync(join(repo.root, 'q'), 'by another program\n');
    const refusal = await refusalOf(saveDocs(session, {}));
    expect(refusal).toMatchObject({ code: 'exists', details: { doc: 'q/w.md', exists: 'q' } });
    expect(repo.read('a.md')).toBe(lines());
  });
});
