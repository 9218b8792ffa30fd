import { expect, test } from 'vitest';
import { refusalOf } from '../../session/actors.ts';
import { calling } from '../doc-call.ts';

test('opens a doc and says how it stands; twice is once', async () => {
  const { run, words, session } = await calling();
  expect(await run('doc.open', { doc: 'guide' })).toMatchObject({
    doc: 'guide.md',
    dirty: false,
    edits: [],
    lines: 12,
    eol: 'lf',
  });
  expect(await words('doc.open', { doc: 'guide.md' })).toBe('guide.md: clean');
  expect(session.docs.size).toBe(1);
});

test('S64: what was opened by reading counts as open once it is opened', async () => {
  const { run, session } = await calling('session');
  await run('doc.read', { doc: 'guide.md' });
  expect(session.docs.get('guide.md')!.onlyRead).toBe(true);
  await run('doc.open', { doc: 'guide.md' });
  expect(session.docs.get('guide.md')!.onlyRead).toBe(false);
});

test('an unknown doc is refused with near names', async () => {
  const { run } = await calling();
  expect(await refusalOf(run('doc.open', { doc: 'giude.md' }))).toMatchObject({
    code: 'no_such_doc',
    details: { near: expect.arrayContaining(['guide.md']) },
  });
});
