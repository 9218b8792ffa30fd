import { expect, test } from 'vitest';
import { line, lines, refusalOf } from '../../session/actors.ts';
import { calling } from '../doc-call.ts';

test('S65: edits in order, all or none, as one step with its label', async () => {
  const { run, words } = await calling();
  expect(await run('doc.edit', { doc: 'guide.md', edits: [line(5, 'five'), line(9, 'nine')] })).toMatchObject(
    {
      edit: 'Edited lines 5–9',
      undo: 1,
      edits: ['Edited lines 5–9'],
    },
  );
  expect((await run('doc.read', { doc: 'guide.md' })).text).toBe(lines({ 5: 'five', 9: 'nine' }));
  expect(await words('doc.edit', { doc: 'guide.md', edits: [line(1, 'one')] })).toBe(
    'guide.md: Edited line 1',
  );
});

test('S65: not_found and ambiguous name the lines, and nothing changed', async () => {
  const { run } = await calling();
  const edit = (oldText: string, count?: number) =>
    run('doc.edit', { doc: 'guide.md', edits: [{ oldText, newText: 'x', count }] });
  expect(await refusalOf(edit('lime 7'))).toMatchObject({
    code: 'not_found',
    details: { nearest: [{ line: 7, text: 'line 7' }] },
  });
  expect(await refusalOf(edit('line 1'))).toMatchObject({
    code: 'ambiguous',
    details: { found: 4, lines: [1, 10, 11, 12] },
  });
  expect(await edit('line 1', 4)).toMatchObject({ changed: true });
});

test('S62: a CRLF doc keeps its endings', async () => {
  const { run, session } = await calling('mcp', { 'c.md': lines().replaceAll('\n', '\r\n') });
  await run('doc.edit', { doc: 'c.md', edits: [line(2, 'two\nand a half')] });
  expect(session.docs.get('c.md')!.text).toBe(lines({ 2: 'two\nand a half' }).replaceAll('\n', '\r\n'));
});

test.each([
  [{ doc: 'guide.md' }],
  [{ doc: 'guide.md', edits: [] }],
  [{ doc: 'guide.md', edits: [{ oldText: '', newText: 'x' }] }],
  [{ doc: 'guide.md', edits: [{ oldText: 'x' }] }],
  [{ doc: 'guide.md', edits: [{ oldText: 'x', newText: 'y', count: 0 }] }],
  [{ doc: 'guide.md', edits: [{ oldText: 'x', newText: 'y', more: 1 }] }],
])('S72: %j is refused', async (input) => {
  const { run, session } = await calling();
  expect((await refusalOf(run('doc.edit', input))).code).toBe('invalid_input');
  expect(session.docs.size).toBe(0);
});
