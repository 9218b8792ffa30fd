import { expect, test } from 'vitest';
import { line, refusalOf } from '../../session/actors.ts';
import { calling } from '../doc-call.ts';

test('redoes what was undone, until the next edit', async () => {
  const { run, words } = await calling();
  await run('doc.edit', { doc: 'guide.md', edits: [line(2, 'two')] });
  await run('doc.undo', { doc: 'guide.md' });
  expect(await words('doc.redo', { doc: 'guide.md' })).toBe(
    'Redid: Edited line 2\nguide.md: 1 unsaved\n  Edited line 2',
  );
  await run('doc.undo', { doc: 'guide.md' });
  await run('doc.edit', { doc: 'guide.md', edits: [line(3, 'three')] });
  expect(await run('doc.redo', { doc: 'guide.md' })).toMatchObject({
    redone: [],
    redo: 0,
    edits: ['Edited line 3'],
  });
});

test('S64: a doc that is not open is refused', async () => {
  const { run } = await calling();
  expect((await refusalOf(run('doc.redo', { doc: 'guide.md' }))).code).toBe('not_open');
});
