import { expect, test } from 'vitest';
import { docReload } from '../../../src/commands/doc/reload.ts';
import { line, lines, refusalOf } from '../../session/actors.ts';
import { calling } from '../doc-call.ts';

test('R3: loads the file when nothing is lost, and is not destructive', async () => {
  const { run, words, repo } = await calling();
  await run('doc.open', { doc: 'guide.md' });
  expect(await words('doc.reload', { doc: 'guide.md' })).toBe('guide.md: is as the file');
  repo.write({ 'guide.md': lines({ 9: 'editor' }) });
  expect(await words('doc.reload', { doc: 'guide.md' })).toBe('guide.md: loaded from the file');
  expect(docReload.effect).not.toBe('destroys');
});

test('R3: refuses `dirty` with the edits, and `proposed` while they wait', async () => {
  const { run } = await calling();
  await run('doc.edit', { doc: 'guide.md', edits: [line(2, 'two')] });
  expect(await refusalOf(run('doc.reload', { doc: 'guide.md' }))).toMatchObject({
    code: 'dirty',
    details: { doc: 'guide.md', edits: ['Edited line 2'] },
    hint: expect.stringContaining('doc.revert'),
  });
  await run('doc.save');
  expect((await refusalOf(run('doc.reload', { doc: 'guide.md' }))).code).toBe('proposed');
});

test('R3: a doc whose file is gone is closed', async () => {
  const { run, words, repo } = await calling();
  await run('doc.open', { doc: 'guide.md' });
  repo.git('rm', '-q', 'guide.md');
  expect(await words('doc.reload', { doc: 'guide.md' })).toBe('guide.md: the file is gone; closed');
  expect((await refusalOf(run('doc.read', { doc: 'guide.md' }))).code).toBe('no_such_doc');
});
