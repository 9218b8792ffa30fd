import { expect, test } from 'vitest';
import { docKeep } from '../../../src/commands/doc/keep.ts';
import { line, lines } from '../../session/actors.ts';
import { calling } from '../doc-call.ts';

test('R5: keeps the owner’s edits against the file as it is; only the owner has it', async () => {
  const { run, repo } = await calling('session');
  await run('doc.edit', { doc: 'guide.md', edits: [line(2, 'two')] });
  expect(await run('doc.keep', { doc: 'guide.md' })).not.toHaveProperty('kept');
  repo.write({ 'guide.md': lines({ 2: 'theirs' }) });
  expect(await run('doc.keep', { doc: 'guide.md' })).toMatchObject({ stale: true, kept: true });
  expect((await run('doc.read', { doc: 'guide.md' })).text).toBe(lines({ 2: 'two' }));
  expect(docKeep.who).toBe('owner');
});
