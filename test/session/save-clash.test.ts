// A save whose proposal the target has overtaken: said at once, with a way that leads out.
import { expect, test } from 'vitest';
import { editDoc, mergeDoc, preflightInSession, saveDocs } from '../../src/session/index.ts';
import { makeRepo } from '../helpers/make-repo.ts';
import { agentOn, line, lines, ownerOn, refusalOf } from './actors.ts';

async function overtaken() {
  const repo = makeRepo({ 'a.md': lines(), 'b.md': lines() });
  const { session } = await agentOn(repo);
  await editDoc(session, { doc: 'a.md', edits: [line(5, 'mine')] });
  await editDoc(session, { doc: 'b.md', edits: [line(5, 'mine')] });
  const { proposal } = (await saveDocs(session, {})).proposals![0]!;
  repo.commit({ 'a.md': lines({ 5: 'theirs' }), 'b.md': lines({ 9: 'theirs' }) });
  await session.sync();
  return { repo, session, proposal };
}

test('S39: a save that would clash with its target says so, and of which doc; it is saved all the same', async () => {
  const { session, proposal } = await overtaken();
  await editDoc(session, { doc: 'a.md', edits: [line(12, 'more')] });
  const saved = await saveDocs(session, {});
  expect(saved.proposals).toMatchObject([{ proposal, revision: 2 }]);
  expect(saved.warnings).toEqual([
    expect.stringMatching(/^a\.md: main has other text by now .* clashes .* doc\.merge/),
  ]);
});

test('S39: what the refusal of a merge says leads to a revision that holds both', async () => {
  const { repo, session, proposal } = await overtaken();
  const refusal = await refusalOf(mergeDoc(session, { doc: 'a.md' }));
  expect(refusal).toMatchObject({
    code: 'merge_conflict',
    details: [{ ours: ['mine\n'], theirs: ['theirs\n'] }],
    hint: expect.stringMatching(
      /keep both: make your lines equal to theirs .* doc\.edit, merge again, then put yours back/,
    ),
  });
  await editDoc(session, { doc: 'a.md', edits: [line(5, 'theirs', 'mine')] });
  await mergeDoc(session, { doc: 'a.md' });
  await editDoc(session, { doc: 'a.md', edits: [line(5, 'theirs\nmine', 'theirs')] });
  expect((await saveDocs(session, {})).warnings).toEqual([]);
  const owner = await ownerOn(repo);
  expect(await preflightInSession(owner.session, { proposal })).toMatchObject({ clashes: [] });
  expect(repo.git('show', `proposals/${proposal}:a.md`)).toBe(lines({ 5: 'theirs\nmine' }).trimEnd());
});

test('S39: nothing is said where the target only moved, or changed other lines', async () => {
  const repo = makeRepo({ 'a.md': lines() });
  const { session } = await agentOn(repo);
  await editDoc(session, { doc: 'a.md', edits: [line(5, 'mine')] });
  await saveDocs(session, {});
  repo.commit({ 'a.md': lines({ 9: 'theirs' }) });
  await editDoc(session, { doc: 'a.md', edits: [line(2, 'more')] });
  expect((await saveDocs(session, {})).warnings).toEqual([]);
});
