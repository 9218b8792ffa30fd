import { expect, test } from 'vitest';
import { line, lines, refusalOf } from '../../session/actors.ts';
import { calling } from '../doc-call.ts';

test('undoes steps, last first, also past a save', async () => {
  const { run, words, repo } = await calling('session');
  await run('doc.edit', { doc: 'guide.md', edits: [line(2, 'two')] });
  await run('doc.edit', { doc: 'guide.md', edits: [line(3, 'three')] });
  await run('doc.save');
  expect(await run('doc.undo', { doc: 'guide.md', steps: 2 })).toMatchObject({
    undone: ['Edited line 3', 'Edited line 2'],
    edits: ['Undid: Edited line 3', 'Undid: Edited line 2'],
    undo: 0,
    redo: 2,
  });
  expect(repo.read('guide.md')).toBe(lines({ 2: 'two', 3: 'three' }));
  expect(await words('doc.undo', { doc: 'guide.md' })).toMatch(/^Nothing to undo\.\nguide\.md: 2 unsaved/);
});

test('S64: a doc that is not open is refused', async () => {
  const { run } = await calling();
  expect((await refusalOf(run('doc.undo', { doc: 'guide.md' }))).code).toBe('not_open');
});
