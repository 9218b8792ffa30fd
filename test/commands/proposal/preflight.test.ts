import { expect, test } from 'vitest';
import { makeDoors } from './doors.ts';

test('S75: proposal.preflight answers with a token, the plan and hunks by content', async () => {
  const { agent, owner, edited, propose } = await makeDoors({ 'a.md': '1\n2\n3\n' });
  const done = await propose([await edited('a.md', '1\ntwo\n3\n')]);
  const plan = await owner.ask('proposal.preflight', { proposal: done.proposal });
  expect(plan).toMatchObject({
    ...{ proposal: done.proposal, tip: done.tip, target: 'main', plan: 'fast-forward', simple: true },
    paths: [
      { doc: 'a.md', what: 'change', branch: 'theirs', disk: 'clean', index: 'clean', added: 1, removed: 1 },
    ],
    hunks: [{ doc: 'a.md', base: [1, 2], old: ['2\n'], new: ['two\n'] }],
    clashes: [],
  });
  expect(plan.token).toMatch(/^1(\.[0-9a-f]+){7}$/);
  expect(await owner.ask('proposal.preflight', { proposal: done.proposal })).toEqual(plan);
  // What an agent may not call it can read: nothing of it is secret, and nothing is changed.
  expect(await agent.ask('proposal.list', {})).toMatchObject({ total: 1 });
});

test('S60: proposal.preflight says in words what would become of each doc, and what stands in the way', async () => {
  const { owner, edited, propose, disk } = await makeDoors({ 'a.md': '1\n2\n3\n', 'b.md': 'b\n' });
  const merged = await propose([await edited('a.md', '1\n2\n3!\n')]);
  const clashing = await propose([await edited('b.md', 'B\n')]);
  disk.write({ 'a.md': '1?\n2\n3\n', 'b.md': 'mine\n' });
  expect(await owner.words('proposal.preflight', { proposal: merged.proposal })).toMatch(
    /: fast-forward\n {2}change a\.md {2}\+1 -1 {2}\(your uncommitted edits stay on top\)\n/,
  );
  const words = await owner.words('proposal.preflight', { proposal: clashing.proposal });
  expect(words).toContain(': clashes, so nothing can land as it is\n');
  expect(words).toMatch(
    /\n {2}uncommitted_clash b.md \(lines\)\n {4}yours {2}mine\n {4}theirs B\n {4}[0-9a-f]{20}: ours, theirs, both, both-theirs-first, text\n/,
  );
});

test('proposal.preflight refuses what is not there', async () => {
  const { owner } = await makeDoors({ 'a.md': 'a\n' });
  await expect(owner.ask('proposal.preflight', { proposal: 'x' })).rejects.toMatchObject({
    code: 'no_such_proposal',
  });
  await expect(owner.ask('proposal.preflight', {})).rejects.toMatchObject({ code: 'invalid_input' });
});
