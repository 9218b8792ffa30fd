import { expect, test } from 'vitest';
import { line, refusalOf } from '../../session/actors.ts';
import { calling } from '../doc-call.ts';

test('closes a doc; with unsaved edits only when told to discard them', async () => {
  const { run, words, session } = await calling();
  await run('doc.open', { doc: 'guide.md' });
  expect(await words('doc.close', { doc: 'guide.md' })).toBe('guide.md: closed');
  await run('doc.edit', { doc: 'guide.md', edits: [line(2, 'two')] });
  expect(await refusalOf(run('doc.close', { doc: 'guide.md' }))).toMatchObject({
    code: 'dirty',
    details: { edits: ['Edited line 2'] },
  });
  expect(await words('doc.close', { doc: 'guide.md', discard: true })).toBe(
    'guide.md: closed; dropped: Edited line 2',
  );
  expect(session.docs.size).toBe(0);
});
