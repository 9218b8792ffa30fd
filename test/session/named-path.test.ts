// Paths as people and agents write them.
import { renameSync, rmSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createDoc, editDoc, openDoc, renameDoc, saveDocs } from '../../src/session/index.ts';
import { makeRepo } from '../helpers/make-repo.ts';
import { agentOn, line, lines, refusalOf } from './actors.ts';

test('S64: `./` before a path means nothing', async () => {
  const { session } = await agentOn(makeRepo({ 'guide/intro.md': lines() }));
  expect((await openDoc(session, { doc: './guide/intro.md' })).doc).toBe('guide/intro.md');
  expect((await createDoc(session, { doc: './/./new.md' })).doc).toBe('new.md');
  expect((await renameDoc(session, { doc: './new.md', to: './newer.md' })).doc).toBe('newer.md');
  await editDoc(session, { doc: 'guide/intro.md', edits: [line(2, 'A')] });
  const ask = { docs: ['./guide/intro.md'], expect: { './newer.md': 'absent' } };
  expect((await saveDocs(session, ask)).proposals).toHaveLength(1);
  for (const doc of ['./', './../x', '././.git/config'])
    expect((await refusalOf(openDoc(session, { doc }))).code).toMatch(/invalid_input|path_/);
});

test('S64: an absolute path of the work tree is told how to be named, another one that it is absolute', async () => {
  const repo = makeRepo({ 'guide/intro.md': lines() });
  const { session } = await agentOn(repo);
  const inside = `${session.repo.root}/guide/intro.md`;
  for (const call of [openDoc(session, { doc: inside }), createDoc(session, { doc: inside })])
    expect(await refusalOf(call)).toMatchObject({
      code: 'invalid_input',
      message: expect.stringMatching(/^The path is absolute/),
      hint: 'Name it by its path from the root: guide/intro.md',
    });
  expect(await refusalOf(openDoc(session, { doc: '/etc/passwd' }))).toMatchObject({
    code: 'path_outside_repo',
    message: 'The path is absolute.',
  });
});

test.runIf(process.platform !== 'win32')('S64: a colon in a name is a colon', async () => {
  const repo = makeRepo({ 'a:b.md': lines(), 'guide.md': lines() });
  const { session } = await agentOn(repo);
  await editDoc(session, { doc: 'a:b.md', edits: [line(2, 'A')] });
  await createDoc(session, { doc: 'c:x.md', text: 'x\n' });
  const { ref } = (await saveDocs(session, {})).proposals![0]!;
  expect(repo.git('diff', '--name-only', 'main', ref)).toBe('a:b.md\nc:x.md');
});

test('S49: a work tree that is gone is named, with what to do', async () => {
  const repo = makeRepo({ 'a.md': lines() });
  const tree = `${repo.root}-side`;
  repo.git('worktree', 'add', '-q', tree);
  onTestFinished(() => rmSync(tree, { recursive: true, force: true }));
  const { session } = await agentOn({ ...repo, root: tree });
  renameSync(tree, `${tree}-moved`);
  const refusal = await refusalOf(openDoc(session, { doc: 'b' })).finally(() =>
    renameSync(`${tree}-moved`, tree),
  );
  expect(refusal.code).toBe('no_repo');
  expect(refusal.message).toBe(`The work tree ${basename(tree)} is gone: its folder was moved or deleted.`);
  expect(refusal.hint).toMatch(/start docket again where the repository is now/);
});
