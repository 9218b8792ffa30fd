import { expect, test } from 'vitest';
import { line, refusalOf } from '../../session/actors.ts';
import { calling } from '../doc-call.ts';

test('a unified diff of the working copy, and a header', async () => {
  const { run, words } = await calling();
  expect(await words('doc.diff', { doc: 'guide.md' })).toBe('# guide.md is as the file');
  await run('doc.edit', { doc: 'guide.md', edits: [line(2, 'two')] });
  expect(await words('doc.diff', { doc: 'guide.md', context: 0 })).toBe(
    [
      '# guide.md against disk: +1 −1',
      '--- disk/guide.md',
      '+++ working/guide.md',
      '@@ -2 +2 @@ line 1',
      '-line 2',
      '+two',
      '',
    ].join('\n'),
  );
  expect(await run('doc.diff', { doc: 'guide.md', against: 'head' })).toMatchObject({
    against: 'head',
    added: 1,
    removed: 1,
  });
});

test('against the proposal that it waits in; refused where none does', async () => {
  const { run } = await calling();
  expect((await refusalOf(run('doc.diff', { doc: 'guide.md', against: 'proposal' }))).code).toBe(
    'no_such_proposal',
  );
  await run('doc.edit', { doc: 'guide.md', edits: [line(2, 'two')] });
  const [{ proposal }] = (await run('doc.save')).proposals;
  expect(await run('doc.diff', { doc: 'guide.md', against: 'proposal' })).toMatchObject({
    proposal,
    text: '',
  });
  expect((await refusalOf(run('doc.diff', { doc: 'guide.md', against: 'yesterday' }))).code).toBe(
    'invalid_input',
  );
});

test('hidden characters are marks', async () => {
  const { run, words } = await calling('cli');
  await run('doc.write', { doc: 'b.md', text: 'b\u200B\n' });
  expect(await words('doc.diff', { doc: 'b.md' })).toContain('+b<U+200B>');
});
