import { expect, test } from 'vitest';
import { line, lines, refusalOf } from '../../session/actors.ts';
import { calling, callingIn } from '../doc-call.ts';

test('takes over the unsaved edits of a session that ended', async () => {
  const first = await calling('session');
  await first.run('doc.edit', { doc: 'guide.md', edits: [line(2, 'two')] });
  await first.actor.end();
  const { run, words, repo } = await callingIn(first.repo, 'session');
  expect((await run('doc.status')).drafts).toEqual([
    {
      doc: 'guide.md',
      at: expect.any(String),
      door: 'session',
      agent: null,
      edits: ['Edited line 2'],
      fits: true,
    },
  ]);
  expect(await words('doc.status')).toContain('Draft of guide.md from ');
  expect(await words('doc.recover', { doc: 'guide.md' })).toBe(
    'Recovered: Edited line 2\nguide.md: 1 unsaved\n  Edited line 2',
  );
  expect((await run('doc.read', { doc: 'guide.md' })).text).toBe(lines({ 2: 'two' }));
  expect(repo.read('guide.md')).toBe(lines());
});

test('refuses where nothing was left behind', async () => {
  const { run } = await calling();
  expect(await refusalOf(run('doc.recover', { doc: 'guide.md' }))).toMatchObject({
    code: 'not_found',
    details: { drafts: [] },
  });
});
