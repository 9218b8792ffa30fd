import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { makeDoors } from './doors.ts';

test('proposal.apply lands what was read, and says what became of the owner’s edits', async () => {
  const { owner, edited, propose, disk } = await makeDoors({ 'a.md': '1\n2\n3\n' });
  const { proposal, tip } = await propose([await edited('a.md', '1\n2\n3!\n')]);
  disk.write({ 'a.md': '1?\n2\n3\n' });
  await expect(owner.ask('proposal.apply', { proposal, tip })).rejects.toMatchObject({
    code: 'review_needed',
  });
  const { token } = await owner.ask<{ token: string }>('proposal.preflight', { proposal });
  expect(await owner.ask('proposal.apply', { proposal, token })).toEqual({
    ...{ proposal, outcome: 'applied', how: 'fast-forward', oid: tip, target: 'main', touching: 0 },
    by: { name: 'Olive Owner', email: 'olive@example.com', role: 'owner' },
    paths: [{ doc: 'a.md', uncommitted: true }],
    open: [],
    warnings: [],
  });
  expect(disk.read('a.md')).toBe('1?\n2\n3!\n');
  expect(disk.git('rev-parse', 'main')).toBe(tip);
});

test('proposal.apply says it in words', async () => {
  const { owner, edited, propose, disk } = await makeDoors({ 'a.md': '1\n2\n3\n' });
  const { proposal } = await propose([await edited('a.md', '1\n2\n3!\n')]);
  disk.write({ 'a.md': '1?\n2\n3\n' });
  const { token } = await owner.ask<{ token: string }>('proposal.preflight', { proposal });
  expect(await owner.words('proposal.apply', { proposal, token })).toMatch(
    new RegExp(
      `^Applied ${proposal} to main as a fast-forward, [0-9a-f]{10}\\.\nYour uncommitted edits of a\\.md stay on top\\.$`,
    ),
  );
});

test('S69: proposal.apply takes a subject for the merge commit', async () => {
  const { owner, edited, propose, disk } = await makeDoors({ 'a.md': '1\n2\n3\n' });
  const { proposal, tip } = await propose([await edited('a.md', '1\n2\n3!\n')]);
  disk.commit({ 'b.md': 'b\n' });
  expect(await owner.ask('proposal.apply', { proposal, tip, summary: 'As agreed' })).toMatchObject({
    how: 'merge',
  });
  expect(disk.git('log', '-1', '--format=%s', 'main')).toBe('As agreed');
});

test('S63: proposal.apply holds disk against what is expected', async () => {
  const { owner, edited, propose } = await makeDoors({ 'a.md': 'a\n' });
  const { proposal, tip } = await propose([await edited('a.md', 'A\n')]);
  const sha256 = createHash('sha256').update('a\n').digest('hex');
  const ask = (expect: object) => owner.ask('proposal.apply', { proposal, tip, expect });
  await expect(ask({ 'a.md': 'absent' })).rejects.toMatchObject({
    code: 'disk_differs',
    details: { sha256 },
  });
  expect(await ask({ 'a.md': sha256.toUpperCase(), 'n.md': 'absent' })).toMatchObject({ outcome: 'applied' });
});

test('proposal.apply is the owner’s', async () => {
  const { agent, edited, propose } = await makeDoors({ 'a.md': 'a\n' });
  const { proposal, tip } = await propose([await edited('a.md', 'A\n')]);
  await expect(agent.ask('proposal.apply', { proposal, tip })).rejects.toMatchObject({ code: 'owner_only' });
});

test.each([
  { tip: 'HEAD' },
  { token: '' },
  { summary: 'two\nlines' },
  { expect: { 'a.md': 'x' } },
  { force: true },
])('proposal.apply refuses %o', async (input) => {
  const { owner } = await makeDoors({ 'a.md': 'a\n' });
  const asked = owner.ask('proposal.apply', { proposal: 'x', ...input });
  await expect(asked).rejects.toMatchObject({ code: 'invalid_input' });
});
