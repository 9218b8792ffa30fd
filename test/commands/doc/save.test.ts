import { expect, test } from 'vitest';
import { line, lines, refusalOf } from '../../session/actors.ts';
import { calling, callingIn } from '../doc-call.ts';

test('S59: an agent’s save is a proposal, listed with all that it holds', async () => {
  const { run, words, repo } = await calling();
  await run('doc.edit', { doc: 'guide.md', edits: [line(2, 'two')] });
  const saved = await run('doc.save', { doc: 'guide.md', summary: 'Second line', requestId: 'r-1' });
  expect(saved).toEqual({
    proposals: [
      {
        proposal: expect.stringMatching(/^second-line-[a-z2-7]{4}$/),
        ref: `refs/heads/proposals/${saved.proposals[0].proposal}`,
        tip: repo.git('rev-parse', saved.proposals[0].ref),
        revision: 1,
        target: 'main',
        docs: [{ doc: 'guide.md', added: 1, removed: 1 }],
        edits: ['Edited line 2'],
        warnings: [],
        outcome: 'pending',
      },
    ],
    warnings: [],
  });
  expect(await words('doc.save', { docs: ['guide.md'], requestId: 'r-1' })).toBe(
    `Saved before (pending now) as ${saved.proposals[0].proposal} (revision 1) for main: guide.md`,
  );
});

test('S69: an owner’s save is a commit of that path', async () => {
  const { run, words, repo } = await calling('session');
  await run('doc.edit', { doc: 'guide.md', edits: [line(2, 'two')] });
  const text = await words('doc.save', { doc: 'guide.md', summary: 'Second line' });
  expect(text).toBe(`Committed ${repo.git('rev-parse', 'HEAD').slice(0, 12)} Second line: guide.md`);
  expect(await words('doc.save')).toBe('Nothing is unsaved.');
});

test('S50: a one-shot commits what disk holds', async () => {
  const { repo } = await calling('cli');
  repo.write({ 'guide.md': lines({ 2: 'two' }) });
  const { run } = await callingIn(repo, 'cli');
  expect(await run('doc.save', { docs: ['guide.md'], summary: 'Two' })).toMatchObject({
    commit: repo.git('rev-parse', 'HEAD'),
    docs: [{ doc: 'guide.md', added: 1, removed: 1 }],
  });
  expect((await refusalOf(run('doc.save'))).code).toBe('invalid_input');
});

test('S23: Save Anyway takes the hash that was shown', async () => {
  const { run, repo } = await calling('session');
  await run('doc.edit', { doc: 'guide.md', edits: [line(2, 'two')] });
  repo.write({ 'guide.md': lines({ 9: 'editor' }) });
  const { details } = await refusalOf(run('doc.save'));
  const { sha256 } = details as { sha256: string };
  expect(await run('doc.save', { overwrite: sha256 })).toMatchObject({ summary: 'Edited line 2' });
});

test.each([
  [{ docs: [] }],
  [{ summary: 'two\nlines' }],
  [{ summary: '' }],
  [{ tip: 'main' }],
  [{ overwrite: 'yes' }],
  [{ message: 'x' }],
])('S47 S48 S72: %j is refused', async (input) => {
  const { run } = await calling();
  expect((await refusalOf(run('doc.save', input))).code).toBe('invalid_input');
});
