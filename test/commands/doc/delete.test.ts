import { expect, test } from 'vitest';
import { refusalOf } from '../../session/actors.ts';
import { calling } from '../doc-call.ts';

test('deletes in the working copy; undo brings it back, a save removes the file', async () => {
  const { run, words, repo } = await calling('session');
  expect(await words('doc.delete', { doc: 'guide.md' })).toBe('guide.md: Deleted guide.md');
  expect((await refusalOf(run('doc.read', { doc: 'guide.md' }))).code).toBe('no_such_doc');
  expect((await run('doc.list')).docs.map(({ doc }: { doc: string }) => doc)).toEqual(['b.md']);
  await run('doc.undo', { doc: 'guide.md' });
  expect((await run('doc.read', { doc: 'guide.md' })).lines).toBe(12);
  await run('doc.redo', { doc: 'guide.md' });
  await run('doc.save', { doc: 'guide.md' });
  expect(repo.git('show', '--format=%s', '--name-status', 'HEAD')).toBe('Deleted guide.md\n\nD\tguide.md');
});
