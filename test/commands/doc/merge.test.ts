import { expect, test } from 'vitest';
import { line, lines, refusalOf } from '../../session/actors.ts';
import { calling } from '../doc-call.ts';

test.each(['mcp', 'session', 'tui'] as const)('R8: merges the same way at the door %s', async (door) => {
  const { run, words, repo } = await calling(door);
  await run('doc.edit', { doc: 'guide.md', edits: [line(2, 'two')] });
  expect(await words('doc.merge', { doc: 'guide.md' })).toBe('guide.md: the file has not changed');
  repo.write({ 'guide.md': lines({ 9: 'editor' }) });
  expect(await words('doc.merge', { doc: 'guide.md' })).toBe('guide.md: merged the changes from disk');
  expect((await run('doc.read', { doc: 'guide.md' })).text).toBe(lines({ 2: 'two', 9: 'editor' }));
  expect(await run('doc.status', { doc: 'guide.md' })).toMatchObject({
    dirty: true,
    stale: false,
    edits: ['Edited line 2'],
  });
  repo.write({ 'guide.md': lines({ 2: 'theirs', 9: 'editor' }) });
  expect(await refusalOf(run('doc.merge', { doc: 'guide.md' }))).toMatchObject({
    code: 'merge_conflict',
    message: expect.stringContaining('Both you and the file changed the same lines'),
    details: [{ base: [1, 2], ours: ['two\n'], theirs: ['theirs\n'] }],
  });
});

test('a clean doc reloads', async () => {
  const { run, words, repo } = await calling();
  await run('doc.open', { doc: 'guide.md' });
  repo.write({ 'guide.md': 'new\n' });
  expect(await words('doc.merge', { doc: 'guide.md' })).toBe('guide.md: loaded from the file');
});
