import * as fs from 'node:fs';
import { mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import second from 'isomorphic-git';
import { expect, onTestFinished, test } from 'vitest';
import {
  head,
  listRefs,
  moveRefs,
  openRepo,
  type RefMove,
  readRef,
  refsStamp,
} from '../../src/repo/index.ts';
import { makeRepo, type TestRepo } from '../helpers/make-repo.ts';

async function opened(made: TestRepo) {
  const repo = await openRepo(made.root);
  onTestFinished(() => repo.close());
  return repo;
}

/** A repository with two commits. */
function twoCommits() {
  const made = makeRepo({ a: '1' });
  const first = made.git('rev-parse', 'HEAD');
  const second = made.commit({ a: '2' });
  return { made, first, second };
}

const gitRefs = (made: TestRepo, prefix: string) =>
  made.git('for-each-ref', '--format=%(refname) %(objectname)', prefix).split('\n').filter(Boolean);
const ourRefs = async (repo: Parameters<typeof listRefs>[0], prefix: string) =>
  [...(await listRefs(repo, prefix))].map(([ref, oid]) => `${ref} ${oid}`);

test('refs are listed and read as git has them: loose, packed, both, nested, removed', async () => {
  const { made, first, second: tip } = twoCommits();
  const repo = await opened(made);
  const check = async () => {
    for (const prefix of ['refs/heads/', 'refs/heads/proposals/', 'refs/', 'refs/nothing/'])
      expect(await ourRefs(repo, prefix)).toEqual(gitRefs(made, prefix));
    for (const line of gitRefs(made, 'refs/')) {
      const [ref, oid] = line.split(' ') as [string, string];
      expect(await readRef(repo, ref)).toBe(oid);
    }
  };
  for (const name of ['proposals/b-2', 'proposals/a-1', 'a/b/c', 'ä', 'a-b', 'a.b'])
    made.git('branch', name, first);
  made.git('update-ref', 'refs/docket/ended/x', first);
  await check();
  made.git('pack-refs', '--all');
  await check();
  made.git('branch', '-f', 'proposals/a-1', tip);
  made.git('tag', '-a', '-m', 't', 'v1');
  await check();
  made.git('pack-refs', '--all');
  made.git('branch', '-D', 'proposals/b-2', '-q');
  made.git('symbolic-ref', 'refs/heads/alias', 'refs/heads/a-b');
  await check();
  expect(await readRef(repo, 'refs/heads/proposals/b-2')).toBe(null);
  expect(await readRef(repo, 'refs/heads/a')).toBe(null);
  expect(await second.resolveRef({ fs, dir: made.root, ref: 'proposals/a-1' })).toBe(
    await readRef(repo, 'refs/heads/proposals/a-1'),
  );
});

test('what is no ref is left out: locks, empty and broken files, hidden names', async () => {
  const { made, first } = twoCommits();
  const repo = await opened(made);
  made.git('branch', 'fine', first);
  made.write({
    '.git/refs/heads/x.lock': first,
    '.git/refs/heads/empty': '',
    '.git/refs/heads/broken': 'nonsense\n',
    '.git/refs/heads/.DS_Store': 'x',
  });
  made.write({ '.git/refs/heads/dangling': 'ref: refs/heads/none\n' });
  expect([...(await listRefs(repo, 'refs/heads/')).keys()]).toEqual(['refs/heads/fine', 'refs/heads/main']);
  for (const ref of ['empty', 'broken', 'dangling'])
    expect(await readRef(repo, `refs/heads/${ref}`)).toBe(null);
});

test('HEAD: on a branch, unborn, detached, in a linked worktree, as a link', async () => {
  const { made, first, second: tip } = twoCommits();
  const repo = await opened(made);
  expect(await head(repo)).toEqual({ branch: 'refs/heads/main', oid: tip });
  made.git('checkout', '-q', first);
  expect(await head(repo)).toEqual({ branch: null, oid: first });
  made.git('checkout', '-q', '--orphan', 'new');
  expect(await head(repo)).toEqual({ branch: 'refs/heads/new', oid: null });
  made.git('symbolic-ref', 'HEAD', 'refs/heads/main');
  rmSync(join(made.root, '.git/HEAD'));
  symlinkSync('refs/heads/main', join(made.root, '.git/HEAD'));
  expect(await head(repo)).toEqual({ branch: 'refs/heads/main', oid: tip });
});

test('where the form of the repository is not plain to see, git is asked, with the same answers', async () => {
  const { made, first, second: tip } = twoCommits();
  for (const name of ['proposals/a-1', 'b']) made.git('branch', name, first);
  made.write({ '.git/config': `${made.read('.git/config')}[odd]\n\tlong = one \\\n two\n` });
  const repo = await opened(made);
  expect([repo.plain, refsStamp(repo)]).toEqual([false, '']);
  for (const prefix of ['refs/heads/', 'refs/heads/proposals/', 'refs/none/'])
    expect(await ourRefs(repo, prefix)).toEqual(gitRefs(made, prefix));
  expect([await readRef(repo, 'refs/heads/b'), await readRef(repo, 'refs/heads/none')]).toEqual([
    first,
    null,
  ]);
  expect(await head(repo)).toEqual({ branch: 'refs/heads/main', oid: tip });
  made.git('checkout', '-q', first);
  expect(await head(repo)).toEqual({ branch: null, oid: first });
  made.git('checkout', '-q', '--orphan', 'new');
  expect(await head(repo)).toEqual({ branch: 'refs/heads/new', oid: null });
});

test('S32: the stamp changes with every ref of branches, endings and reviews, and with HEAD', async () => {
  const { made, first, second: tip } = twoCommits();
  const repo = await opened(made);
  const settled = async () => {
    // A stamp taken within a tick of the last change never repeats.
    for (let before = refsStamp(repo); ; await new Promise(setImmediate)) {
      const now = refsStamp(repo);
      if (now === before) return now;
      before = now;
    }
  };
  const changes: string[][] = [
    ['branch', 'proposals/x-1', first],
    ['branch', '-f', 'proposals/x-1', tip],
    ['update-ref', 'refs/docket/ended/y', first],
    ['update-ref', 'refs/docket/reviews/y', first],
    ['update-ref', 'refs/remotes/origin/main', first],
    ['pack-refs', '--all'],
    ['branch', '-f', 'proposals/x-1', first],
    ['branch', '-D', '-q', 'proposals/x-1'],
    ['branch', 'deep/er/one'],
    ['commit', '-q', '--allow-empty', '-m', 'x'],
    ['checkout', '-q', '--detach'],
    ['update-ref', 'HEAD', first],
  ];
  for (const change of changes) {
    const before = await settled();
    made.git(...change);
    expect([change, refsStamp(repo) === before]).toEqual([change, false]);
  }
  const before = await settled();
  made.git('update-ref', 'refs/docket/revisions/y/1', first);
  made.write({ a: 'work' });
  expect(refsStamp(repo)).toBe(before);
});

test('S20: refs move in one transaction, or none of them does', async () => {
  const { made, first, second: tip } = twoCommits();
  const repo = await opened(made);
  const move = (moves: RefMove[]) => moveRefs(repo, moves, { message: 'docket: test\nx' });
  const [x, y, z] = ['refs/heads/proposals/x-1', 'refs/docket/revisions/x-1/1', 'refs/docket/ended/x-1'];
  expect(
    await move([
      { ref: x, from: null, to: first },
      { ref: y, from: null, to: first },
    ]),
  ).toEqual({ moved: true });
  expect(made.git('reflog', '-1', '--format=%gs', x)).toBe('docket: test x');
  expect(await move([])).toEqual({ moved: true });
  const none = async (moves: RefMove[], ref: string | null, why = 'changed') => {
    const before = gitRefs(made, 'refs/');
    expect(await move(moves)).toMatchObject({ moved: false, why, ref });
    expect(gitRefs(made, 'refs/')).toEqual(before);
  };
  const fine: RefMove = { ref: z, from: null, to: tip };
  await none([fine, { ref: x, from: null, to: tip }], x);
  await none([fine, { ref: x, from: tip, to: first }], x);
  await none([fine, { ref: x, from: tip, to: null }], x);
  await none([fine, { ref: 'refs/heads/gone', from: first, to: tip }], 'refs/heads/gone');
  await none([fine, { ref: 'refs/heads/gone', from: first, to: null }], 'refs/heads/gone');
  await none([fine, { ref: 'refs/heads/main', from: first, to: first }], 'refs/heads/main');
  await none([fine, { ref: x, from: null, to: null }], x);
  await none([fine, { ref: 'refs/heads/proposals', from: null, to: tip }], 'refs/heads/proposals');
  await none([fine, { ref: `${x}/deeper`, from: null, to: tip }], `${x}/deeper`);
  made.write({ '.git/refs/heads/proposals/x-1.lock': '' });
  await none([fine, { ref: x, from: first, to: tip }], x, 'locked');
  rmSync(join(made.root, '.git/refs/heads/proposals/x-1.lock'));
  const guarded: RefMove[] = [
    { ref: 'refs/heads/main', from: tip, to: tip },
    { ref: 'refs/heads/new', from: null, to: null },
  ];
  expect(await move([...guarded, fine, { ref: x, from: first, to: null }])).toEqual({ moved: true });
  expect([await readRef(repo, x), await readRef(repo, z)]).toEqual([null, tip]);
  made.git('pack-refs', '--all');
  made.write({ '.git/packed-refs.lock': '' });
  await none([{ ref: z, from: tip, to: null }], null, 'locked');
});

test('a move to what cannot be is an error, not an answer', async () => {
  const { made, first } = twoCommits();
  const repo = await opened(made);
  const move = (ref: string, to: string) => moveRefs(repo, [{ ref, from: null, to }], { message: 'x' });
  await expect(move('refs/heads/x', '1'.repeat(40))).rejects.toThrow('update-ref');
  await expect(move('refs/heads/x', made.git('rev-parse', 'HEAD^{tree}'))).rejects.toThrow('update-ref');
  await expect(move('refs/heads/..x', first)).rejects.toThrow('update-ref');
  await expect(move('main', first)).rejects.toThrow('not a full ref name');
  await expect(move('refs/heads/x\0delete refs/heads/main', first)).rejects.toThrow('not a full ref name');
  await expect(move('refs/heads/x', 'HEAD')).rejects.toThrow('not an object name');
  expect(gitRefs(made, 'refs/')).toHaveLength(1);
});

test('S67: reference-transaction runs only when asked for, and its veto moves nothing', async () => {
  const { made, first } = twoCommits();
  const repo = await opened(made);
  mkdirSync(join(made.root, '.git/hooks'), { recursive: true });
  const hook = join(made.root, '.git/hooks/reference-transaction');
  writeFileSync(
    hook,
    `#!/bin/sh\ncat >> "${made.root}/.git/seen"\n[ "$1" != prepared ] || { echo no way >&2; exit 1; }\n`,
    { mode: 0o755 },
  );
  expect(await moveRefs(repo, [{ ref: 'refs/heads/x', from: null, to: first }], { message: 'x' })).toEqual({
    moved: true,
  });
  expect(readdirSync(join(made.root, '.git'))).not.toContain('seen');
  const vetoed = await moveRefs(repo, [{ ref: 'refs/heads/y', from: null, to: first }], {
    message: 'x',
    hooks: true,
  });
  expect(vetoed).toMatchObject({
    moved: false,
    why: 'hook',
    ref: null,
    said: expect.stringContaining('no way'),
  });
  expect(made.read('.git/seen')).toContain('refs/heads/y');
  expect(await readRef(repo, 'refs/heads/y')).toBe(null);
});
