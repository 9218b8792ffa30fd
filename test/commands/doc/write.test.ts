import { expect, test } from 'vitest';
import { lines, refusalOf } from '../../session/actors.ts';
import { calling } from '../doc-call.ts';

test('replaces the whole text as one step; the same text again is none', async () => {
  const { run, words } = await calling();
  expect(await run('doc.write', { doc: 'guide.md', text: lines({ 2: 'two' }) })).toMatchObject({
    edit: 'Wrote the whole text',
    changed: true,
    undo: 1,
  });
  expect(await run('doc.write', { doc: 'guide.md', text: lines({ 2: 'two' }) })).toMatchObject({
    changed: false,
    undo: 1,
  });
  expect(await words('doc.write', { doc: 'guide.md', text: lines({ 2: 'two' }) })).toBe(
    'guide.md: nothing changed',
  );
});

test('`expect` that disk does not hold refuses it', async () => {
  const { run, repo } = await calling();
  const { sha256 } = await run('doc.read', { doc: 'guide.md' });
  repo.write({ 'guide.md': 'changed\n' });
  expect(
    await refusalOf(run('doc.write', { doc: 'guide.md', text: 'x\n', expect: { 'guide.md': sha256 } })),
  ).toMatchObject({
    code: 'disk_differs',
    details: [{ doc: 'guide.md', expected: sha256, known: false }],
  });
  expect(
    (await refusalOf(run('doc.write', { doc: 'guide.md', text: 'x\n', expect: { 'guide.md': 'short' } })))
      .code,
  ).toBe('invalid_input');
});

test('a doc that is not there is refused: doc.create begins one', async () => {
  const { run } = await calling();
  expect(await refusalOf(run('doc.write', { doc: 'none.md', text: 'x\n' }))).toMatchObject({
    code: 'no_such_doc',
    hint: expect.stringContaining('doc.create'),
  });
});
