// Disks that do not do what is asked of them: not writable, full, files that cannot be renamed, folders that are other
// disks. Whatever is refused has changed nothing.
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { makeRepo, repoAt, type TestRepo } from '../helpers/make-repo.ts';
import { propose } from '../proposals/apply/proposing.ts';
import { refusalOf } from '../session/actors.ts';
import { type Json, PROGRAM } from '../stories/actors.ts';
import {
  approved,
  CHANGED,
  caller,
  everything,
  expectSound,
  folder,
  GUIDE,
  identified,
  mainPath,
  owners,
} from './ground.ts';

const ROOT = process.getuid?.() === 0;
/** The user that runs docket where the tests are the superuser, to whom nothing is forbidden. */
const NOBODY = 65534;

/** A repository of somebody who is not the superuser. */
function theirs(files = { 'guide.md': GUIDE, 'deep/b.md': 'b\n' }): TestRepo {
  const repo = makeRepo(files);
  propose(repo, 'x', { 'guide.md': CHANGED });
  owned(repo.root);
  onTestFinished(() => opened(repo.root));
  return repo;
}

function owned(path: string): void {
  if (!ROOT) return;
  spawnSync('chown', ['-R', `${NOBODY}:${NOBODY}`, path]);
}

/** So that the test can remove it. */
function opened(path: string): void {
  spawnSync('chmod', ['-R', 'u+rwX', path]);
}

interface Ran {
  readonly status: number | null;
  readonly json: Json;
  readonly stderr: string;
}

/** One run of the program as that somebody. */
function docket(repo: TestRepo, ...args: string[]): Ran {
  const who = ROOT ? { uid: NOBODY, gid: NOBODY } : {};
  const env = {
    ...process.env,
    HOME: '/nonexistent',
    XDG_CONFIG_HOME: '/nonexistent',
    GIT_CONFIG_GLOBAL: '/dev/null',
  };
  const done = spawnSync(process.execPath, [PROGRAM, ...args, '--json'], {
    cwd: repo.root,
    env,
    encoding: 'utf8',
    ...who,
  });
  let json: Json = null;
  try {
    json = JSON.parse(done.stdout);
  } catch {
    // What is no JSON shows in a failing test by what it said.
  }
  return { status: done.status, json, stderr: done.stderr + (json === null ? done.stdout : '') };
}

function approve(repo: TestRepo): Ran {
  const plan = docket(repo, 'preflight', 'x');
  expect(plan.stderr).toBe('');
  return docket(repo, 'approve', 'x', '--token', plan.json.token, '--yes');
}

function git(repo: TestRepo): TestRepo {
  // The superuser's git trusts a repository of somebody else only when told.
  repo.git('config', '--global', '--replace-all', 'safe.directory', '*');
  return repo;
}

describe('a folder that is not writable', () => {
  test('the work tree: an approval is refused as read_only and changes nothing; reading works', () => {
    const repo = git(theirs());
    const before = everything(repo);
    chmodSync(repo.root, 0o555);
    expect(docket(repo, 'list')).toMatchObject({ status: 0, json: { total: 1 } });
    const refused = approve(repo);
    expect(refused).toMatchObject({
      status: 1,
      json: { refusal: { code: 'read_only', hint: expect.any(String) } },
    });
    expect(docket(repo, 'doctor')).toMatchObject({
      status: 1,
      json: { findings: [{ code: 'read_only', severity: 'problem' }] },
    });
    chmodSync(repo.root, 0o755);
    expect(everything(repo)).toEqual(before);
    expectSound(repo);
    expect(approve(repo)).toMatchObject({ status: 0, json: { outcome: 'applied' } });
    expect(repo.read('guide.md')).toBe(CHANGED);
  });

  test('a folder below: the same, and the docs beside it that were written first are put back', () => {
    const repo = git(theirs());
    propose(repo, 'x', { 'guide.md': CHANGED, 'deep/b.md': 'B\n' });
    owned(join(repo.root, '.git'));
    const before = everything(repo);
    chmodSync(join(repo.root, 'deep'), 0o555);
    expect(approve(repo)).toMatchObject({ status: 1, json: { refusal: { code: 'read_only' } } });
    chmodSync(join(repo.root, 'deep'), 0o755);
    expect(everything(repo)).toEqual(before);
    expectSound(repo);
  });

  test.each(['.git', '.git/objects', '.git/refs/heads', '.git/refs'])(
    '%s: saves and approvals are refused as read_only and change nothing',
    (place) => {
      const repo = git(theirs());
      spawnSync('rm', ['-rf', join(repo.root, '.git/docket')]);
      const before = everything(repo);
      spawnSync('chmod', ['-R', 'a-w', join(repo.root, place)]);
      const refusal = { status: 1, json: { refusal: { code: 'read_only', hint: expect.any(String) } } };
      const edit = JSON.stringify([{ oldText: 'line 5', newText: 'line five' }]);
      const said = docket(repo, 'doc', 'edit', 'guide.md', '--edits', edit, '--propose');
      expect([said.stderr, said]).toMatchObject(['', refusal]);
      const plan = docket(repo, 'preflight', 'x');
      const no = docket(repo, 'approve', 'x', '--token', plan.json.token, '--yes');
      expect([no.stderr, no]).toMatchObject(['', refusal]);
      expect(docket(repo, 'doc', 'read', 'guide.md')).toMatchObject({ status: 0, json: { text: GUIDE } });
      opened(join(repo.root, '.git'));
      expect(everything(repo)).toEqual(before);
      expectSound(repo);
    },
  );
});

test('a doc that is not writable in a folder that is: it is replaced as git replaces it, and keeps its mode', () => {
  const repo = git(theirs());
  chmodSync(join(repo.root, 'guide.md'), 0o444);
  expect(approve(repo)).toMatchObject({ status: 0 });
  expect(repo.read('guide.md')).toBe(CHANGED);
  expect(lstatSync(join(repo.root, 'guide.md')).mode & 0o777).toBe(0o444);
  expectSound(repo);
});

test('a file that cannot be renamed since it is another user’s in a sticky folder: read_only, nothing changed', async ({
  skip,
}) => {
  if (!ROOT) return skip('only the superuser can make files of another user');
  const repo = git(theirs());
  chownSync(repo.root, 0, 0);
  chmodSync(repo.root, 0o1777);
  chownSync(join(repo.root, 'guide.md'), 0, 0);
  repo.git('config', '--file', join(folder(), 'trust'), 'safe.directory', '*');
  const env = { GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'safe.directory', GIT_CONFIG_VALUE_0: '*' };
  Object.assign(process.env, env);
  onTestFinished(() => {
    for (const name of Object.keys(env)) delete process.env[name];
  });
  const before = everything(repo);
  expect(approve(repo)).toMatchObject({ status: 1, json: { refusal: { code: 'read_only' } } });
  expect(everything(repo)).toEqual(before);
  expectSound(repo);
});

/** A small disk of its own at the path; false where the system does not let the test have one. */
function mounted(at: string, bytes: number): boolean {
  if (!ROOT) return false;
  mkdirSync(at, { recursive: true });
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', at]).status !== 0) return false;
  onTestFinished(() => void spawnSync('umount', ['-l', at]));
  return true;
}

const PAGE = 4096;
const NO_DISK = 'a small disk can only be mounted by the superuser';

/** Fills the disk up to so many free pages. */
function fill(at: string, pages: number): string {
  const { bavail, bsize } = statfsSync(at);
  const file = join(at, '.git/filler');
  writeFileSync(file, Buffer.alloc(Math.max(0, bavail * bsize - pages * PAGE)));
  return file;
}

test('a full disk: at each amount of space left an approval lands whole or is refused as no_space with nothing changed', async ({
  skip,
}) => {
  const at = join(folder(), 'disk');
  if (!mounted(at, 4 << 20)) return skip(NO_DISK);
  const big = Array.from({ length: 2000 }, (_, n) => `line ${n + 1}\n`).join('');
  const repo = makeRepo({ 'guide.md': big }, { at });
  repo.write({ 'guide.md': `${big}of mine\n` });
  const outcomes = new Set<string>();
  for (let pages = 0, n = 0; pages < 64 && !outcomes.has('applied'); pages += pages < 12 ? 1 : 4, n++) {
    const id = `x${n}`;
    propose(repo, id, { 'guide.md': big.replace('line 2\n', `line two, ${n}\n`) });
    const before = everything(repo);
    const filler = fill(at, pages);
    const done = await approved(repo, id).then(
      () => 'applied',
      (error: { code?: string }) => error.code ?? String(error),
    );
    outcomes.add(done);
    spawnSync('rm', ['-f', filler]);
    if (done !== 'applied') expect([pages, everything(repo)]).toEqual([pages, before]);
    expectSound(repo);
  }
  expect([...outcomes]).toEqual(['no_space', 'applied']);
  expect(repo.read('guide.md')).toMatch(/^line 1\nline two, \d+\nline 3\n(.*\n)*of mine\n$/);
  expect(repo.git('status', '--porcelain')).toBe(' M guide.md');
});

test('a full disk: at each amount of space left a save is whole or refused as no_space, and the edits stay', async ({
  skip,
}) => {
  const at = join(folder(), 'disk');
  if (!mounted(at, 4 << 20)) return skip(NO_DISK);
  const repo = makeRepo({ 'guide.md': GUIDE }, { at });
  const agent = await caller(repo, 'mcp');
  await agent.run('doc.edit', { doc: 'guide.md', edits: [{ oldText: 'line 2\n', newText: 'line two\n' }] });
  const outcomes: string[] = [];
  for (let pages = 0; pages < 40 && outcomes.at(-1) !== 'saved'; pages++) {
    const before = everything(repo);
    const filler = fill(at, pages);
    const done = await agent.run('doc.save', { doc: 'guide.md' }).then(
      () => 'saved',
      (error: { code?: string }) => error.code ?? String(error),
    );
    outcomes.push(done);
    spawnSync('rm', ['-f', filler]);
    if (done !== 'saved') expect([pages, everything(repo)]).toEqual([pages, before]);
    expect(agent.text('guide.md')).toBe(CHANGED);
    expectSound(repo);
  }
  expect([...new Set(outcomes)]).toEqual(['no_space', 'saved']);
});

test('S27: a full disk: at each amount of space left the owner’s save is a commit, or no_space with the words on disk or in the session', async ({
  skip,
}) => {
  const at = join(folder(), 'disk');
  if (!mounted(at, 4 << 20)) return skip(NO_DISK);
  const repo = makeRepo({ 'guide.md': GUIDE }, { at });
  const owner = await caller(repo, 'session');
  await owner.run('doc.edit', { doc: 'guide.md', edits: [{ oldText: 'line 2\n', newText: 'line two\n' }] });
  const outcomes: string[] = [];
  const head = repo.git('rev-parse', 'HEAD');
  for (let pages = 0; pages < 40 && outcomes.at(-1) !== 'saved'; pages++) {
    const filler = fill(at, pages);
    const done = await owner.run('doc.save', { doc: 'guide.md' }).then(
      () => 'saved',
      (error: { code?: string }) => error.code ?? String(error),
    );
    outcomes.push(done);
    spawnSync('rm', ['-f', filler]);
    expect([pages, [GUIDE, CHANGED].includes(repo.read('guide.md'))]).toEqual([pages, true]);
    expect([pages, repo.git('diff', '--cached', '--name-only')]).toEqual([pages, '']);
    if (done !== 'saved') expect(repo.git('rev-parse', 'HEAD')).toBe(head);
    expect(owner.text('guide.md')).toBe(CHANGED);
    expectSound(repo);
  }
  expect([...new Set(outcomes)]).toEqual(['no_space', 'saved']);
  expect([repo.git('show', 'HEAD:guide.md'), repo.git('status', '--porcelain')]).toEqual([
    CHANGED.trimEnd(),
    '',
  ]);
});

test('a full disk below the git dir alone: nothing is written to the work tree', async ({ skip }) => {
  const at = join(folder(), 'disk');
  if (!mounted(at, 4 << 20)) return skip(NO_DISK);
  const repo = repoAt(folder());
  repo.git('init', '-q', '-b', 'main', '--separate-git-dir', join(at, '.git'));
  identified(repo);
  repo.commit({ 'guide.md': GUIDE });
  propose(repo, 'x', { 'guide.md': CHANGED });
  await (await caller(repo, 'session')).end();
  const before = everything(repo);
  const filler = fill(at, 1);
  const refused = await refusalOf(approved(repo, 'x'));
  expect(refused.code).toBe('no_space');
  spawnSync('rm', ['-f', filler]);
  expect(everything(repo)).toEqual(before);
  expectSound(repo);
  await approved(repo, 'x');
  expect(repo.read('guide.md')).toBe(CHANGED);
});

test('a folder of the work tree that is another disk: the whole path, and nothing is left beside the doc', async ({
  skip,
}) => {
  const repo = makeRepo({ 'guide.md': GUIDE, 'deep/b.md': GUIDE });
  if (!mounted(join(repo.root, 'deep'), 1 << 20)) return skip(NO_DISK);
  repo.git('checkout', '-q', '--', 'deep');
  expect(statSync(join(repo.root, 'deep')).dev).not.toBe(statSync(repo.root).dev);
  await mainPath(repo, { doc: 'deep/b.md' });
  expect(readdirSync(join(repo.root, 'deep'))).toEqual(['b.md']);
});

test('a file that is mounted by itself cannot be renamed: the approval says so and changes nothing', async ({
  skip,
}) => {
  const repo = makeRepo({ 'guide.md': GUIDE, 'a.md': 'a\n' });
  const source = join(folder(), 'source');
  writeFileSync(source, GUIDE);
  const place = join(repo.root, 'guide.md');
  if (!ROOT || spawnSync('mount', ['--bind', source, place]).status !== 0) return skip(NO_DISK);
  onTestFinished(() => void spawnSync('umount', ['-l', place]));
  propose(repo, 'x', { 'a.md': 'A\n', 'guide.md': CHANGED });
  const before = owners(repo);
  const refused = await refusalOf(approved(repo, 'x'));
  expect(refused.code).toBe('read_only');
  expect(refused.message).toContain('guide.md');
  expect(owners(repo)).toEqual(before);
  expectSound(repo);
});
