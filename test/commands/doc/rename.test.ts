import { expect, test } from 'vitest';
import { refusalOf } from '../../session/actors.ts';
import { calling } from '../doc-call.ts';

test('renames in the working copy; a save moves the file', async () => {
  const { run, words, repo } = await calling('session');
  expect(await words('doc.rename', { doc: 'guide.md', to: 'a/manual.md' })).toBe(
    'a/manual.md: Renamed guide.md to a/manual.md',
  );
  expect(repo.git('status', '--porcelain')).toBe('');
  expect(await run('doc.status', { doc: 'a/manual.md' })).toMatchObject({
    movedFrom: 'guide.md',
    dirty: true,
  });
  await run('doc.save', { doc: 'a/manual.md' });
  expect(repo.git('show', '--format=%s', '--name-status', '-M', 'HEAD')).toBe(
    'Renamed guide.md to a/manual.md\n\nR100\tguide.md\ta/manual.md',
  );
});

test('refuses a name that is taken', async () => {
  const { run } = await calling();
  expect(await refusalOf(run('doc.rename', { doc: 'guide.md', to: 'b.md' }))).toMatchObject({
    code: 'exists',
    details: { exists: 'b.md' },
  });
  expect((await refusalOf(run('doc.rename', { doc: 'guide.md' }))).code).toBe('invalid_input');
});
