import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { COMMANDS, runCommand } from '../../src/commands/index.ts';
import { openRepo, processMark } from '../../src/repo/index.ts';
import { openSession } from '../../src/session/index.ts';
import { makeRepo, type TestRepo } from '../helpers/make-repo.ts';
import { bundled, ran } from '../repo/landing/programs.ts';
import { refusalOf } from '../session/actors.ts';
import { type Answer, calling, callingIn } from './doc-call.ts';

const doctor = COMMANDS.find(({ name }) => name === 'doctor')!;
/** The real clock: ages of files are told by it. */
const givens = { now: () => new Date(), uuid: () => crypto.randomUUID() };

interface Report {
  readonly answer: Answer;
  readonly codes: readonly string[];
  finding(code: string): Answer;
}

async function examined(repo: TestRepo, input: object = {}, door: 'cli' | 'mcp' = 'cli'): Promise<Report> {
  const call = {
    session: async () => {
      const open = await openRepo(repo.root);
      const agent = door === 'mcp' ? { name: 'scribe' } : null;
      const session = await openSession({ repo: open, givens, door, agent });
      onTestFinished(async () => {
        await session.close();
        await open.close();
      });
      return session;
    },
  };
  const answer: Answer = await runCommand(doctor, call, input);
  const codes = answer.findings.map(({ code }: { code: string }) => code);
  return { answer, codes, finding: (code) => answer.findings.find((each: Answer) => each.code === code) };
}

/** A process that has ended for sure. */
function gone() {
  const { pid } = spawnSync(process.execPath, ['-e', '0']);
  return { ...processMark(), pid, startedAt: '1' };
}

function old(path: string, hours = 3): void {
  const at = Date.now() / 1000 - hours * 3600;
  utimesSync(path, at, at);
}

test('a plain repository has nothing to tell, and nothing is written by looking', async () => {
  const repo = makeRepo({ 'a.md': 'a\n' });
  const before = readdirSync(join(repo.root, '.git'));
  const { answer } = await examined(repo);
  expect(answer).toEqual({
    ok: true,
    findings: [],
    facts: {
      git: expect.stringMatching(/^2\.\d+/),
      objects: 'sha1',
      refs: 'files',
      plain: true,
      root: repo.root,
      gitDir: join(repo.root, '.git'),
      branch: 'refs/heads/main',
    },
    summary: expect.stringMatching(/^git 2\.\d.*, sha1; 0 problems, 0 warnings, 0 notes\.$/),
  });
  expect(readdirSync(join(repo.root, '.git'))).toEqual(before);
});

test('locks of git are told by name, age and who holds them, and never removed', async () => {
  const repo = makeRepo({ 'a.md': 'a\n' });
  const locks = ['index.lock', 'refs/heads/main.lock', 'packed-refs.lock', 'config.lock'].map((name) =>
    join(repo.root, '.git', name),
  );
  for (const lock of locks) {
    writeFileSync(lock, '');
    old(lock);
  }
  const { answer, codes, finding } = await examined(repo, { mend: true });
  expect([answer.ok, codes]).toEqual([
    false,
    ['index_lock', 'git_lock', 'ref_lock', 'ref_lock'].sort(order(codes)),
  ]);
  expect(finding('index_lock')).toMatchObject({
    severity: 'problem',
    what: `${locks[0]} is there, for 3 h, held by no program that can be seen.`,
    fix: expect.stringContaining(`rm ${locks[0]}`),
  });
  expect(locks.every((lock) => existsSync(lock))).toBe(true);
});

const order = (as: readonly string[]) => (a: string, b: string) => as.indexOf(a) - as.indexOf(b);

test('a lock that a program holds open names that program', async () => {
  if (process.platform !== 'linux') return;
  const repo = makeRepo({ 'a.md': 'a\n' });
  const lock = join(repo.root, '.git/index.lock');
  const holder = spawn(
    process.execPath,
    [
      '-e',
      `require('fs').openSync(${JSON.stringify(lock)}, 'wx'); console.log(1); setInterval(() => {}, 1e6)`,
    ],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  );
  onTestFinished(() => void holder.kill('SIGKILL'));
  await new Promise((resolve) => holder.stdout.once('data', resolve));
  expect((await examined(repo)).finding('index_lock')).toMatchObject({
    severity: 'note',
    what: expect.stringContaining(`(process ${holder.pid})`),
  });
});

test('S21: a landing that cannot be finished is told; mend gives it up as it stands and keeps every version', async () => {
  const repo = makeRepo({ 'a.md': '1\n2\n3\n', 'b.md': 'b\n' });
  repo.git('branch', 'proposals/x');
  repo.write({ 'a.md': '1\n2\n3 of mine\n' });
  const program = bundled(join(import.meta.dirname, '../repo/landing/kill-program.ts'));
  const change = JSON.stringify({ 'a.md': '1\n2!\n3\n', 'b.md': 'agent\n' });
  expect(ran(program, repo.root, change, 'placed-0', 'refs/heads/proposals/x').end).toBe('SIGKILL');
  repo.write({ 'b.md': 'mine\n' });
  const finding = (await examined(repo)).finding('interrupted_apply');
  expect(finding).toMatchObject({
    severity: 'problem',
    what: expect.stringContaining('b.md was changed meanwhile'),
    fix: expect.stringContaining('--mend'),
  });
  expect((await examined(repo, { mend: true })).finding('interrupted_apply')).toMatchObject({ mended: true });
  expect(readdirSync(join(repo.root, '.git/docket/journal'))).toEqual([]);
  expect([repo.read('a.md'), repo.read('b.md')]).toEqual(['1\n2!\n3\n', 'mine\n']);
  const copies = readdirSync(join(repo.root, '.git/docket/recovery')).filter((name) =>
    name.endsWith('.bytes'),
  );
  const kept = copies.map((name) => repo.read(`.git/docket/recovery/${name}`));
  const held = (text: string) =>
    kept.includes(text) ||
    repo.tryGit('cat-file', '-e', repo.gitInput(text, 'hash-object', '--stdin')).status === 0;
  expect(['1\n2\n3 of mine\n', 'agent\n', 'b\n'].map(held)).toEqual([true, true, true]);
  expect(kept).toEqual(['1\n2\n3 of mine\n']);
  expect((await examined(repo)).answer.ok).toBe(true);
  repo.git('commit', '-qam', 'Go on');
  expect(repo.git('fsck', '--strict', '--no-dangling')).toBe('');
});

test('a journal of another host is told and not touched', async () => {
  const repo = makeRepo({ 'a.md': 'a\n' });
  const folder = join(repo.root, '.git/docket/journal/0c5d7a2e-1111-4222-8333-444455556666');
  mkdirSync(folder, { recursive: true });
  const journal = {
    version: 1,
    phase: 'ready',
    id: 'x',
    owner: { ...gone(), host: 'elsewhere' },
    worktree: '',
    message: 'docket: apply x',
    files: [],
    index: [],
    refs: [],
  };
  writeFileSync(join(folder, 'journal'), `Sentence\n${JSON.stringify(journal)}\n`);
  const { finding } = await examined(repo, { mend: true });
  expect(finding('interrupted_apply')).toMatchObject({ what: expect.stringContaining('elsewhere') });
  expect(finding('interrupted_apply')).not.toHaveProperty('mended');
  expect(existsSync(join(folder, 'journal'))).toBe(true);
});

test('what docket left behind is cleared away by mend; bytes that git lacks are kept', async () => {
  const repo = makeRepo({ 'a.md': 'a\n', 'deep/b.md': 'b\n' });
  const dead = gone();
  const state = (name: string) => join(repo.root, '.git/docket', name);
  repo.write({
    [`.git/docket/tmp/${dead.pid}-x-0`]: 'words of somebody\n',
    [`.git/docket/tmp/${dead.pid}-x-1`]: '{"version":1}\n',
    [`.git/docket/tmp/${dead.pid}-x-2`]: 'a\n',
    [`.git/docket/tmp/${process.pid}-x-3`]: 'of this process\n',
    [`deep/.docket-${dead.pid}-abc-0.tmp`]: 'more words\n',
    'deep/.docket-old-0-0c5d7a2e-1111-4222-8333-444455556666': 'old words\n',
    'deep/.docket-notes': 'somebody’s own file\n',
    '.git/docket/open/1.json': JSON.stringify({ version: 1, ...dead, door: 'tui', docs: [] }),
    '.git/docket/open/2.json': JSON.stringify({
      version: 1,
      ...processMark(),
      door: 'tui',
      document: repo.root,
      docs: [],
    }),
    '.git/docket/open/3.json': 'torn',
    '.git/docket/drafts/4.json': '{"version":9}',
  });
  const seen = await examined(repo);
  expect([...seen.codes].sort()).toEqual([
    'broken_state',
    'other_version',
    'stale_presence',
    'stray',
    'temporary',
  ]);
  expect(seen.answer.ok).toBe(true);
  const mended = await examined(repo, { mend: true });
  expect(mended.answer.findings.filter((each: Answer) => !each.mended)).toMatchObject([
    { code: 'other_version' },
  ]);
  expect(mended.answer.summary).toContain('4 mended');
  expect(readdirSync(state('tmp'))).toEqual([`${process.pid}-x-3`]);
  expect(readdirSync(join(repo.root, 'deep')).sort()).toEqual(['.docket-notes', 'b.md']);
  expect(readdirSync(state('open')).sort()).toEqual(['2.json', '3.json.broken']);
  const copies = readdirSync(state('recovery')).filter((name) => name.endsWith('.bytes'));
  expect(copies.map((name) => repo.read(`.git/docket/recovery/${name}`)).sort()).toEqual([
    'more words\n',
    'old words\n',
    'words of somebody\n',
  ]);
  expect([...(await examined(repo)).codes].sort()).toEqual(['other_version', 'put_aside']);
});

test('S23: a file that was taken out of the work tree and never put back outlasts every sweep; mend keeps its bytes', async () => {
  const repo = makeRepo({ 'a.md': 'a\n' });
  const { pid } = gone();
  const [taken, junk] = [`.git/docket/tmp/taken-${pid}-x-0`, `.git/docket/tmp/${pid}-x-1`];
  repo.write({ [taken]: 'saved in that instant\n', [junk]: 'a new version\n' });
  for (const file of [taken, junk]) old(join(repo.root, file));
  const owner = await callingIn(repo, 'session');
  await owner.run('doc.edit', { doc: 'a.md', edits: [{ oldText: 'a', newText: 'A' }] });
  await owner.run('doc.save', { doc: 'a.md' });
  expect([taken, junk].map((file) => existsSync(join(repo.root, file)))).toEqual([true, false]);
  await examined(repo, { mend: true });
  const [copy] = (await owner.run('recovery.list')).copies;
  expect((await owner.run('recovery.restore', { id: copy.id, print: true })).text).toBe(
    'saved in that instant\n',
  );
  expect(existsSync(join(repo.root, taken))).toBe(false);
});

test('drafts left and half-made proposals are told with the way back, and mend leaves them', async () => {
  const first = await calling('mcp');
  await first.run('doc.edit', { doc: 'guide.md', edits: [{ oldText: 'line 2', newText: 'two' }] });
  await first.run('doc.save', { doc: 'guide.md', summary: 'Two' });
  await first.run('doc.edit', { doc: 'b.md', edits: [{ oldText: 'b', newText: 'B' }] });
  await first.actor.end();
  const { repo } = first;
  const ref = repo.git('for-each-ref', '--format=%(refname)', 'refs/heads/proposals');
  const tip = repo.git('rev-parse', ref);
  repo.git('update-ref', '-d', ref);
  const { answer, finding } = await examined(repo, { mend: true });
  expect(answer.findings.map(({ code }: Answer) => code)).toEqual(['draft', 'draft', 'half_made']);
  expect(finding('draft').what).toContain('by the agent scribe are kept since');
  const [, bringBack] = / with git (.*)$/.exec(finding('half_made').fix)!;
  repo.git(...bringBack!.split(' '));
  expect(repo.git('rev-parse', ref)).toBe(tip);
  expect((await examined(repo)).codes).toEqual(['draft', 'draft']);
});

test('what makes a difference in a repository is told', async () => {
  const repo = makeRepo({
    'a.md': 'a\n',
    'art.bin.md': 'x\n',
    '.gitattributes': '*.bin.md filter=lfs\n',
    'A.md': 'A\n',
  });
  repo.git('worktree', 'add', '-q', `${repo.root}-gone`, '-b', 'side');
  spawnSync('rm', ['-rf', `${repo.root}-gone`]);
  repo.git('replace', 'HEAD', repo.git('commit-tree', 'HEAD^{tree}', '-m', 'other'));
  for (const [key, value] of Object.entries({
    'gc.pruneExpire': 'now',
    'commit.gpgsign': 'true',
    'merge.ff': 'only',
    'core.autocrlf': 'input',
    'core.ignorecase': 'true',
    'core.fileMode': 'false',
    'core.sparseCheckout': 'true',
    'remote.origin.promisor': 'true',
  }))
    repo.git('config', key, value);
  repo.write({ '.git/hooks/pre-commit': '#!/bin/sh\n', '.git/hooks/post-merge': '#!/bin/sh\n' });
  repo.executable('.git/hooks/pre-commit');
  repo.git('checkout', '-q', '--detach');
  repo.write({ '.git/MERGE_HEAD': `${repo.git('rev-parse', 'HEAD')}\n` });
  repo.git('update-index', '--split-index');
  const { answer, codes, finding } = await examined(repo);
  expect([...codes].sort()).toEqual([
    'detached',
    'endings',
    'ff_only',
    'filtered',
    'hooks',
    'idle_hooks',
    'no_modes',
    'one_name',
    'operation',
    'partial_clone',
    'prune_now',
    'replace_refs',
    'signing',
    'sparse',
    'split_index',
    'twins',
    'worktree_gone',
    'worktrees',
  ]);
  for (const { severity, what, why, fix } of answer.findings) {
    expect(['problem', 'warning', 'note']).toContain(severity);
    for (const sentence of [what, why, fix]) expect(sentence).toMatch(/\S/);
  }
  expect(finding('filtered').what).toBe('1 file passes the git attribute filter: art.bin.md.');
  expect(finding('hooks').what).toContain('pre-commit');
  expect(finding('idle_hooks').what).toContain('post-merge');
  expect(doctor.words(answer, {})).toContain('warning: prune_now: gc.pruneExpire is now.\n  ');
});

test('no identity is a problem with its two commands', async () => {
  const repo = makeRepo({ 'a.md': 'a\n' });
  repo.git('config', '--unset', 'user.email');
  repo.git('config', 'user.useConfigOnly', 'true');
  const { answer, finding } = await examined(repo);
  expect([answer.ok, finding('no_identity').fix]).toEqual([false, expect.stringContaining('user.email')]);
});

test('a repository that docket does not open is explained; outside one it is no_repo', async () => {
  const repo = makeRepo({ 'a.md': 'a\n' });
  repo.git('branch', 'proposals');
  const { answer } = await examined(repo);
  expect(answer).toMatchObject({
    ok: false,
    findings: [
      {
        severity: 'problem',
        code: 'unsupported_repo',
        fix: 'Rename it: git branch -m proposals proposals-old',
      },
    ],
  });
  expect(await refusalOf(examined({ ...repo, root: '/' } as TestRepo))).toMatchObject({ code: 'no_repo' });
});

test('an agent is told the same, and cannot have anything cleared away', async () => {
  const repo = makeRepo({ 'a.md': 'a\n' });
  repo.write({ '.git/docket/open/1.json': JSON.stringify({ version: 1, ...gone(), door: 'tui', docs: [] }) });
  expect((await examined(repo, {}, 'mcp')).codes).toEqual(['stale_presence']);
  expect(await refusalOf(examined(repo, { mend: true }, 'mcp'))).toMatchObject({ code: 'owner_only' });
  expect(existsSync(join(repo.root, '.git/docket/open/1.json'))).toBe(true);
});
