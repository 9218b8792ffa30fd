import { expect, test } from 'vitest';
import { listProposals, type Proposed } from '../../src/proposals/index.ts';
import { makeRepo, type TestRepo } from '../helpers/make-repo.ts';
import { program } from '../repo/child-program.ts';
import { makeStory } from './story.ts';

const NAMES = ['a', 'b', 'c', 'd'];
const SHARED = NAMES.map((name) => `${'between\n'.repeat(3)}line of ${name}\n`).join('');

/** Runs a proposer for each name and, meanwhile, something beside them again and again. */
async function race(disk: TestRepo, what: string, times: number, beside: () => void, ...more: string[]) {
  const start = program('../proposals/proposer.ts');
  const all = NAMES.map((name) => start(disk.root, what, name, String(times), ...more).done);
  let running = true;
  const done = Promise.all(all).finally(() => {
    running = false;
  });
  while (running) {
    beside();
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  const finished = await done;
  for (const { status, stderr } of finished) expect([status, stderr]).toEqual([0, '']);
  return finished.map(({ stdout }) => JSON.parse(stdout) as Proposed[]);
}

test('S20: four processes propose and revise while the owner commits and refs are packed: nothing is lost', async () => {
  const disk = makeRepo({ 'shared.md': SHARED, 'owner.md': '' });
  let commits = 0;
  const done = await race(disk, 'fresh', 6, () => {
    disk.commit({ 'owner.md': `${commits}\n` }, `Owner ${commits++}`);
    if (commits % 3 === 0) disk.tryGit('pack-refs', '--all');
  });
  const all = done.flat();
  expect(new Set(all.map(({ proposal }) => proposal)).size).toBe(24);
  for (const { proposal, tip, revision } of all) {
    expect(disk.git('rev-parse', `refs/docket/revisions/${proposal}/${revision}`)).toBe(tip);
    if (revision === 2) expect(disk.git('rev-parse', `proposals/${proposal}`)).toBe(tip);
    expect(disk.git('diff', '--name-only', `${tip}^`, tip)).toBe('shared.md');
  }
  expect(disk.git('rev-list', '--count', '--first-parent', 'main')).toBe(String(commits + 1));
  const { repo } = await makeStory(undefined, { at: disk });
  expect((await listProposals(repo)).length).toBe(24);
  expect(disk.git('status', '--porcelain')).toBe('');
  expect(disk.git('fsck', '--strict', '--no-dangling')).toBe('');
});

test('S3: four processes revise one proposal: no revision is lost, no line either', async () => {
  const disk = makeRepo({ 'shared.md': SHARED });
  const { repo, edited, propose } = await makeStory(undefined, { at: disk });
  const first = await propose([await edited('shared.md', `begin\n${SHARED}`)], { session: 'o' });
  const done = await race(disk, 'together', 5, () => {}, first.proposal);
  const revisions = done
    .flat()
    .map(({ revision }) => revision)
    .sort((x, y) => x - y);
  expect(revisions).toEqual([...Array(20).keys()].map((n) => n + 2));
  const text = `${disk.git('show', `proposals/${first.proposal}:shared.md`)}\n`;
  for (const name of NAMES) expect(text).toContain(`line of ${name}: 4\n`);
  expect(text.split('\n').length).toBe(SHARED.split('\n').length + 1);
  expect(disk.git('rev-list', '--count', `main..proposals/${first.proposal}`)).toBe('1');
  expect((await listProposals(repo))[0]).toMatchObject({ revision: 21 });
  expect(disk.git('fsck', '--strict', '--no-dangling')).toBe('');
});
