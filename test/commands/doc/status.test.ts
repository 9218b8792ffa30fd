import { expect, test } from 'vitest';
import { line, lines } from '../../session/actors.ts';
import { calling, callingIn } from '../doc-call.ts';

test('R7: one doc: its edits, its proposal, what the owner has unsaved', async () => {
  const { run, words, repo } = await calling();
  await run('doc.edit', { doc: 'guide.md', edits: [line(2, 'two')] });
  const { proposals } = await run('doc.save');
  const owner = await callingIn(repo, 'session');
  await owner.run('doc.edit', { doc: 'guide.md', edits: [line(9, 'nine')] });
  expect(await run('doc.status', { doc: 'guide.md' })).toMatchObject({
    dirty: true,
    stale: false,
    edits: ['Edited line 2'],
    proposal: proposals[0].proposal,
    unsavedInApp: true,
    uncommitted: false,
  });
  expect(await words('doc.status', { doc: 'guide.md' })).toBe(
    `guide.md: 1 unsaved, waits in ${proposals[0].proposal}, unsaved in another session\n  Edited line 2`,
  );
  expect(await run('doc.status')).toMatchObject({
    unsavedInApp: ['guide.md'],
    pending: [{ docs: ['guide.md'] }],
  });
});

test('R1: what became of the last proposal stays until the next save', async () => {
  const { run, words, repo, actor } = await calling();
  await run('doc.edit', { doc: 'guide.md', edits: [line(2, 'two')] });
  const [{ proposal, ref }] = (await run('doc.save')).proposals;
  repo.git('merge', '-q', '--ff-only', ref);
  await actor.heard();
  expect((await run('doc.status', { doc: 'guide.md' })).synced).toMatchObject({
    proposal,
    outcome: 'applied',
    action: 'clean',
  });
  expect(await words('doc.status', { doc: 'guide.md' })).toContain(
    `${proposal} applied by Olive Owner (clean)`,
  );
  await run('doc.edit', { doc: 'guide.md', edits: [line(3, 'three')] });
  await run('doc.save');
  expect(await run('doc.status', { doc: 'guide.md' })).not.toHaveProperty('synced');
});

test('without a doc: everything that is open, the branch, a git operation', async () => {
  const { run, words, repo } = await calling('session');
  expect(await words('doc.status')).toBe('On main.\nNo doc is open.');
  await run('doc.edit', { doc: 'guide.md', edits: [line(2, 'two')] });
  repo.write({ 'guide.md': lines({ 12: 'last' }) });
  repo.git('update-ref', 'MERGE_HEAD', 'HEAD');
  expect(await run('doc.status')).toMatchObject({
    branch: 'main',
    agent: null,
    operation: 'merge',
    docs: [{ doc: 'guide.md', stale: true, staleLines: [{ from: 12, to: 12 }], uncommitted: true }],
  });
  expect(await words('doc.status')).toContain('guide.md: 1 unsaved, changed on disk, uncommitted');
});
