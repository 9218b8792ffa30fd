import { expect, test } from 'vitest';
import { refusalOf } from '../../session/actors.ts';
import { calling } from '../doc-call.ts';

test('lists every doc with what is open and unsaved', async () => {
  const { run, words } = await calling();
  await run('doc.edit', { doc: 'guide.md', edits: [{ oldText: 'line 2', newText: 'two' }] });
  expect(await run('doc.list')).toEqual({
    docs: [
      { doc: 'b.md', open: false, dirty: false },
      { doc: 'guide.md', open: true, dirty: true },
    ],
    total: 2,
  });
  expect(await words('doc.list', { query: 'GUI' })).toBe('guide.md  (unsaved edits)');
});

test('pages: `next` is passed as `after`', async () => {
  const { run, words } = await calling();
  expect(await run('doc.list', { limit: 1 })).toMatchObject({ total: 2, next: 'b.md' });
  expect((await run('doc.list', { limit: 1, after: 'b.md' })).docs).toEqual([
    expect.objectContaining({ doc: 'guide.md' }),
  ]);
  expect(await words('doc.list', { limit: 1 })).toContain('1 of 2');
  expect(await words('doc.list', { query: 'nothing of this' })).toBe('No doc fits.');
});

test('S72: a limit that is no number from 1 to 1000 is refused', async () => {
  const { run } = await calling();
  for (const limit of [0, 1001, 1.5, 'ten'])
    expect((await refusalOf(run('doc.list', { limit }))).code).toBe('invalid_input');
});

test('a name that would act on a terminal is shown as marks', async () => {
  const { words } = await calling('session', { 'a\u001b[31m.md': 'x\n' });
  expect(await words('doc.list', { query: '31m' })).toBe('a␛[31m.md');
});
