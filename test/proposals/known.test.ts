// What is kept between runs only saves work: nothing depends on it.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { countLines, findProposal, listProposals } from '../../src/proposals/index.ts';
import { openRepo } from '../../src/repo/index.ts';
import { makeRepo, type TestRepo } from '../helpers/make-repo.ts';
import { makeStory } from './story.ts';

const MANY = 60;

/** Many plain proposals in one go. */
function manyProposals(): TestRepo {
  const disk = makeRepo({ 'a.md': 'a\n' });
  const main = disk.git('rev-parse', 'main');
  const commits = [...Array(MANY).keys()].map((n) =>
    [
      `commit refs/heads/proposals/p-${n}`,
      'committer A <a@b> 1780000000 +0000',
      ...((message) => [`data ${Buffer.byteLength(message)}`, message])(
        `Change ${n}\n\nDocket-Proposal: p-${n}\nDocket-Target: main\nDocket-Doc: a.md\n`,
      ),
      `from ${main}`,
      'M 100644 inline a.md',
      ...((text) => [`data ${text.length}`, text])(`a ${n}\n`),
    ].join('\n'),
  );
  disk.gitInput(`${commits.join('\n')}\n`, 'fast-import', '--quiet');
  return disk;
}

async function listed(disk: TestRepo) {
  const repo = await openRepo(disk.root);
  const all = await listProposals(repo);
  const counts = await countLines(repo, all);
  await repo.close();
  return all.map((each, at) => ({ ...each, ...counts[at] }));
}

test('a second run answers the same from what the first one kept', async () => {
  const disk = manyProposals();
  const first = await listed(disk);
  expect(first.length).toBe(MANY);
  expect(first[0]).toMatchObject({ added: 1, removed: 1, target: 'main', docs: ['a.md'] });
  const file = join(disk.root, '.git/docket/known-proposals.json');
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ version: 1 });
  expect(await listed(disk)).toEqual(first);
  disk.git('merge', '-q', 'proposals/p-7');
  expect((await listed(disk)).map(({ id }) => id)).not.toContain('p-7');
  rmSync(file);
  expect((await listed(disk)).length).toBe(MANY - 1);
});

test('a file of a later docket is left alone, a broken one hinders nobody', async () => {
  const disk = manyProposals();
  const file = join(disk.root, '.git/docket/known-proposals.json');
  await listed(disk);
  writeFileSync(file, '{"version":99,"commits":"?"}');
  expect((await listed(disk)).length).toBe(MANY);
  expect(readFileSync(file, 'utf8')).toBe('{"version":99,"commits":"?"}');
  writeFileSync(file, 'not json');
  expect((await listed(disk)).length).toBe(MANY);
});

test('a few proposals are listed without writing anything', async () => {
  const { disk, repo } = await makeStory({ 'a.md': 'a\n' });
  disk.git('branch', 'proposals/x');
  await listProposals(repo);
  expect(existsSync(join(disk.root, '.git/docket'))).toBe(false);
});

test.each([
  '../main',
  '../../HEAD',
  'a b',
  'x\ny',
  '.lock',
  'x..y',
  '-x',
  'x.lock',
  'x/',
  '/x',
  '*',
  '@{0}',
  '~1',
  ':',
  '\\',
  'x'.repeat(400),
])('S12: %j is nobody’s id and reaches no file', async (name) => {
  const { repo } = await makeStory({ 'a.md': 'a\n' });
  await expect(findProposal(repo, name)).rejects.toMatchObject({ code: 'no_such_proposal' });
});
