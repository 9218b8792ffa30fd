import { expect, test } from 'vitest';
import { docRevert } from '../../../src/commands/doc/revert.ts';
import { line, lines, refusalOf } from '../../session/actors.ts';
import { calling } from '../doc-call.ts';

test('R3: takes the file as one step that can be undone, and says what was dropped; it destroys', async () => {
  const { run, words, repo } = await calling();
  await run('doc.edit', { doc: 'guide.md', edits: [line(2, 'two')] });
  repo.write({ 'guide.md': lines({ 9: 'editor' }) });
  expect(await run('doc.revert', { doc: 'guide.md' })).toMatchObject({
    dropped: ['Edited line 2'],
    dirty: false,
  });
  expect((await run('doc.read', { doc: 'guide.md' })).text).toBe(lines({ 9: 'editor' }));
  await run('doc.undo', { doc: 'guide.md' });
  expect(await words('doc.revert', { doc: 'guide.md' })).toBe(
    'Dropped: Edited line 2\nguide.md: clean, uncommitted',
  );
  expect(docRevert.effect).toBe('destroys');
});

test('S64: a doc that is not open is refused', async () => {
  const { run } = await calling();
  expect((await refusalOf(run('doc.revert', { doc: 'guide.md' }))).code).toBe('not_open');
});
