// Situations in which users of other tools lost work at an approval, and what is right in each.
import { existsSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { listProposals } from '../../src/proposals/index.ts';
import { openRepo, readRef } from '../../src/repo/index.ts';
import { makeRepo, repoAt } from '../helpers/make-repo.ts';
import { propose } from '../proposals/apply/proposing.ts';
import {
  approved,
  CHANGED,
  caller,
  everything,
  expectSound,
  folder,
  GUIDE,
  identified,
  owners,
  saved,
} from '../repositories/ground.ts';
import { refusalOf } from '../session/actors.ts';

const FILES = { 'guide.md': GUIDE, 'other.md': 'o\n' };

test('B1 S14: an uncommitted edit of one line and an agent’s edit of another: both are there afterwards, neither is dropped', async () => {
  const repo = makeRepo(FILES);
  const { agent, proposal } = await saved(repo);
  const mine = GUIDE.replace('line 5', 'line five, mine');
  repo.write({ 'guide.md': mine });
  await approved(repo, proposal);
  expect(repo.read('guide.md')).toBe(CHANGED.replace('line 5', 'line five, mine'));
  expect(repo.git('show', 'HEAD:guide.md')).toBe(CHANGED.trimEnd());
  expect(repo.git('diff', '--numstat')).toBe('1\t1\tguide.md');
  expect(await agent.heard()).toMatchObject([{ outcome: 'applied' }]);
});

test('B1: where both are the same line nothing is applied, nothing is said to be, and the proposal still waits', async () => {
  const repo = makeRepo(FILES);
  const { agent, proposal, tip } = await saved(repo);
  repo.write({ 'guide.md': GUIDE.replace('line 2', 'line 2, mine') });
  expect((await refusalOf(approved(repo, proposal))).code).toBe('uncommitted_clash');
  expect(repo.git('rev-parse', `proposals/${proposal}`)).toBe(tip);
  expect(await agent.heard()).toEqual([]);
});

test('B3: a refused approval leaves unrelated uncommitted, staged and untracked files byte for byte', async () => {
  const repo = makeRepo({ ...FILES, 'third.md': 't\n' });
  const { proposal } = await saved(repo);
  repo.commit({ 'guide.md': GUIDE.replace('line 2', 'line 2 of main') });
  repo.write({ 'other.md': 'mine\r\nno newline', 'third.md': 'staged\n' });
  repo.git('add', 'third.md');
  repo.write({ 'third.md': 'and more\n', 'new.bin': Buffer.from([0, 255, 10]) });
  const before = everything(repo);
  expect((await refusalOf(approved(repo, proposal))).code).toBe('merge_conflict');
  expect(everything(repo)).toEqual(before);
  expect(repo.tryGit('rev-parse', '-q', '--verify', 'MERGE_HEAD').status).not.toBe(0);
  expectSound(repo);
});

describe('B9 S14: HEAD, index and working tree are three states', () => {
  const STAGED = ['line 5', 'line five, staged'] as const;
  const UNSTAGED = ['line 9', 'line nine, unstaged'] as const;
  const states = ['clean', 'staged', 'unstaged', 'both'] as const;
  const rows = states.flatMap((state) =>
    (['fast-forward', 'merge'] as const).map((how) => [state, how] as const),
  );
  test.each(rows)('%s edits, %s: each stays where it was', async (state, how) => {
    const repo = makeRepo(FILES);
    const { proposal } = await saved(repo);
    if (how === 'merge') repo.commit({ 'other.md': 'moved on\n' });
    const isStaged = state === 'staged' || state === 'both';
    const isUnstaged = state === 'unstaged' || state === 'both';
    const edit = (text: string, staged: boolean, unstaged: boolean) =>
      [...(staged ? [STAGED] : []), ...(unstaged ? [UNSTAGED] : [])].reduce(
        (all, [from, to]) => all.replace(from, to),
        text,
      );
    repo.write({ 'guide.md': edit(GUIDE, isStaged, false) });
    repo.git('add', 'guide.md');
    repo.write({ 'guide.md': edit(GUIDE, isStaged, isUnstaged) });
    const status = repo.git('status', '--porcelain');
    expect(await approved(repo, proposal)).toMatchObject({ how });
    expect(repo.git('show', 'HEAD:guide.md')).toBe(CHANGED.trimEnd());
    expect(repo.git('show', ':guide.md')).toBe(edit(CHANGED, isStaged, false).trimEnd());
    expect(repo.read('guide.md')).toBe(edit(CHANGED, isStaged, isUnstaged));
    expect(repo.git('status', '--porcelain')).toBe(status);
    expectSound(repo);
  });
});

test('B20 S24: a merge of an old proposal reverts no other file', async () => {
  const repo = makeRepo({ ...FILES, 'deep/a.md': 'a\n' });
  const { proposal } = await saved(repo);
  repo.commit({ 'other.md': 'of another device\n', 'deep/b.md': 'new\n' });
  repo.git('rm', '-q', 'deep/a.md');
  repo.git('commit', '-q', '-m', 'Remove a');
  const others = () =>
    repo
      .git('ls-tree', '-r', 'HEAD')
      .split('\n')
      .filter((line) => !line.endsWith('guide.md'));
  const before = others();
  await approved(repo, proposal);
  expect(others()).toEqual(before);
  expect([repo.read('other.md'), repo.read('deep/b.md'), existsSync(join(repo.root, 'deep/a.md'))]).toEqual([
    'of another device\n',
    'new\n',
    false,
  ]);
});

test('B24: an approval adds no untracked file, removes no worktree, and needs a word of what was read', async () => {
  const repo = makeRepo(FILES);
  const place = join(folder(), 'agents');
  repo.git('worktree', 'add', '-q', '-b', 'agents', place);
  repoAt(place).write({ 'scratch.md': 'untracked there\n' });
  const { proposal } = await saved(repo);
  repo.write({ 'notes.md': 'untracked\n', 'ignored.log': 'log\n', '.git/info/exclude': '*.log\n' });
  const owner = await caller(repo, 'session');
  expect((await refusalOf(owner.run('proposal.apply', { proposal }))).code).toBe('review_needed');
  await approved(repo, proposal);
  expect(repo.git('ls-files').split('\n')).toEqual(['guide.md', 'other.md']);
  expect([repo.read('notes.md'), repo.read('ignored.log')]).toEqual(['untracked\n', 'log\n']);
  expect(repoAt(place).read('scratch.md')).toBe('untracked there\n');
});

test('B25 S27: a save commits the named doc alone, under its own words, whatever else is staged or changed', async () => {
  const repo = makeRepo({ ...FILES, 'third.md': 't\n' });
  repo.write({ 'other.md': 'staged\n', 'third.md': 'unstaged\n', 'new.md': 'untracked\n' });
  repo.git('add', 'other.md');
  const owner = await caller(repo, 'session');
  await owner.run('doc.edit', { doc: 'guide.md', edits: [{ oldText: 'line 2\n', newText: 'line two\n' }] });
  await owner.run('doc.save', { doc: 'guide.md', summary: 'Say two' });
  expect(repo.git('log', '-1', '--format=%s', '--name-only')).toBe('Say two\n\nguide.md');
  expect(repo.git('status', '--porcelain')).toBe('M  other.md\n M third.md\n?? new.md');
  // Reading a doc into a session saves nothing.
  await owner.run('doc.read', { doc: 'third.md' });
  expect(repo.git('log', '-1', '--format=%s')).toBe('Say two');
});

test('B28: a file that the target gained since is neither deleted nor listed as deleted', async () => {
  const repo = makeRepo(FILES);
  const { proposal } = await saved(repo);
  repo.commit({ 'gained.md': 'gained\n' });
  const owner = await caller(repo, 'session');
  const plan = await owner.run('proposal.preflight', { proposal });
  expect(plan.paths.map(({ doc, what }: { doc: string; what: string }) => [doc, what])).toEqual([
    ['guide.md', 'change'],
  ]);
  await approved(repo, proposal);
  expect(repo.git('ls-tree', '--name-only', 'HEAD').split('\n')).toContain('gained.md');
  expect(repo.read('gained.md')).toBe('gained\n');
});

test('B68: a target that is checked out in another worktree is not moved under it; the refusal says where', async () => {
  const repo = makeRepo(FILES);
  const { proposal } = await saved(repo);
  repo.git('switch', '-q', '-c', 'other');
  const place = join(folder(), 'main');
  repo.git('worktree', 'add', '-q', place, 'main');
  const before = [everything(repo), owners(repoAt(place))];
  const refused = await refusalOf(approved(repo, proposal));
  expect(refused).toMatchObject({ code: 'checked_out_elsewhere', message: expect.stringContaining(place) });
  expect([everything(repo), owners(repoAt(place))]).toEqual(before);
});

const crlf = (text: string) => text.replaceAll('\n', '\r\n');

test('B79 S63: the hash of a CRLF file is of its bytes: it is not called changed, and is not made LF', async () => {
  const repo = makeRepo({ 'guide.md': crlf(GUIDE) });
  const agent = await caller(repo, 'mcp');
  const { sha256, eol } = await agent.run('doc.read', { doc: 'guide.md' });
  expect(eol).toBe('crlf');
  await agent.run('doc.edit', { doc: 'guide.md', edits: [{ oldText: 'line 2\n', newText: 'line two\n' }] });
  const { proposals } = await agent.run('doc.save', { doc: 'guide.md', expect: { 'guide.md': sha256 } });
  await approved(repo, proposals[0].proposal);
  expect(repo.read('guide.md')).toBe(crlf(CHANGED));
  expect(repo.git('status', '--porcelain')).toBe('');
});

test('B80 S62: inserted lines take the ending of the line above, untouched lines of a mixed file keep theirs, and undo goes back to the byte', async () => {
  const mixed = 'one\r\ntwo\nthree\r\n';
  const repo = makeRepo({ 'guide.md': mixed });
  const owner = await caller(repo, 'session');
  await owner.run('doc.edit', {
    doc: 'guide.md',
    edits: [{ oldText: 'one\n', newText: 'one\nand a half\n' }],
  });
  await owner.run('doc.edit', { doc: 'guide.md', edits: [{ oldText: 'two\n', newText: 'two\nand more\n' }] });
  await owner.run('doc.save', { doc: 'guide.md' });
  expect(repo.read('guide.md')).toBe('one\r\nand a half\r\ntwo\nand more\nthree\r\n');
  await owner.run('doc.undo', { doc: 'guide.md' });
  await owner.run('doc.undo', { doc: 'guide.md' });
  await owner.run('doc.save', { doc: 'guide.md' });
  expect(repo.read('guide.md')).toBe(mixed);
  expect(repo.git('rev-parse', 'HEAD:guide.md')).toBe(repo.git('rev-parse', 'HEAD~2:guide.md'));
});

test('B88: a tracked folder that became a link to elsewhere is neither read nor written through', async () => {
  const repo = makeRepo({ ...FILES, 'deep/a.md': GUIDE });
  const outside = folder();
  writeFileSync(join(outside, 'a.md'), 'outside\n');
  propose(repo, 'x', { 'deep/a.md': CHANGED });
  propose(repo, 'y', { 'deep/new.md': 'new\n' });
  rmSync(join(repo.root, 'deep'), { recursive: true });
  symlinkSync(outside, join(repo.root, 'deep'));
  const agent = await caller(repo, 'mcp');
  expect((await refusalOf(agent.run('doc.read', { doc: 'deep/a.md' }))).code).toBe('symlink');
  expect((await refusalOf(agent.run('doc.create', { doc: 'deep/b.md', text: 'b\n' }))).code).toBe('symlink');
  expect((await refusalOf(approved(repo, 'x'))).code).toMatch(/uncommitted_clash|untracked_in_the_way/);
  expect((await refusalOf(approved(repo, 'y'))).code).toMatch(
    /uncommitted_clash|untracked_in_the_way|staged_clash/,
  );
  expect(repoAt(outside).read('a.md')).toBe('outside\n');
  expect(existsSync(join(outside, 'new.md'))).toBe(false);
});

test('B89 S24: submodules, links and executable files beside the doc are the same entries afterwards, staged pointers too', async () => {
  const inner = makeRepo({ 'i.md': 'i\n' });
  const repo = makeRepo({ ...FILES, 'run.sh': '#!/bin/sh\n' });
  repo.executable('run.sh');
  symlinkSync('other.md', join(repo.root, 'link'));
  repo.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner.root, 'sub');
  repo.commit({}, 'All kinds of entries');
  const { proposal } = await saved(repo);
  identified(repoAt(join(repo.root, 'sub')));
  repoAt(join(repo.root, 'sub')).commit({ 'i.md': 'I\n' });
  repo.git('add', 'sub');
  repo.commit({ 'other.md': 'moved on\n' }, 'With the new pointer');
  repoAt(join(repo.root, 'sub')).commit({ 'i.md': 'II\n' });
  repo.git('add', 'sub');
  const others = (of: string[]) => of.filter((line) => !line.endsWith('guide.md'));
  const before = [
    others(repo.git('ls-tree', '-r', 'HEAD').split('\n')),
    others(repo.git('ls-files', '-s').split('\n')),
  ];
  await approved(repo, proposal);
  expect([
    others(repo.git('ls-tree', '-r', 'HEAD').split('\n')),
    others(repo.git('ls-files', '-s').split('\n')),
  ]).toEqual(before);
  expect(before[0]!.map((line) => line.slice(0, 6)).sort()).toEqual([
    '100644',
    '100644',
    '100755',
    '120000',
    '160000',
  ]);
  expect(repo.git('status', '--porcelain')).toBe('M  sub');
});

test('B95 S7: in a repository without a commit an agent’s first save and its approval work, and say what they did', async () => {
  const repo = makeRepo();
  const agent = await caller(repo, 'mcp');
  expect(await agent.run('doc.list')).toMatchObject({ total: 0 });
  await agent.run('doc.create', { doc: 'a.md', text: 'a\n' });
  const { proposals } = await agent.run('doc.save', { doc: 'a.md' });
  expect(repo.tryGit('rev-parse', '-q', '--verify', 'HEAD').status).not.toBe(0);
  await approved(repo, proposals[0].proposal);
  expect(repo.git('log', '--format=%an', 'main')).toBe('scribe');
  const owner = await caller(repo, 'session');
  await owner.run('doc.create', { doc: 'b.md', text: 'b\n' });
  await owner.run('doc.save', { doc: 'b.md' });
  expect(repo.git('log', '-1', '--format=%an', 'main')).toBe('Olive Owner');
  expectSound(repo);
});

test('B99 S68: a held index.lock is waited for, then named with its age and holder, and never removed', async () => {
  const repo = makeRepo(FILES);
  const { proposal } = await saved(repo);
  const lock = join(repo.root, '.git/index.lock');
  writeFileSync(lock, '');
  const hours = Date.now() / 1000 - 2 * 3600;
  utimesSync(lock, hours, hours);
  const before = everything(repo);
  const refused = await refusalOf(approved(repo, proposal));
  expect(refused).toMatchObject({ code: 'locked', details: { lock } });
  expect(refused.message).toContain(lock);
  expect(refused.hint).toMatch(/remove the lock/);
  expect(existsSync(lock)).toBe(true);
  expect(everything(repo)).toEqual(before);
  // Let go while it is waited for: it goes on by itself.
  const timer = setTimeout(() => rmSync(lock, { force: true }), 300);
  onTestFinished(() => clearTimeout(timer));
  expect(await approved(repo, proposal)).toMatchObject({ outcome: 'applied' });
});

test('B103: a ref that is empty for a moment, or broken, hides no other proposal and is not taken for an end', async () => {
  const repo = makeRepo(FILES);
  const { agent, proposal, tip } = await saved(repo);
  propose(repo, 'other', { 'other.md': 'O\n' });
  const file = join(repo.root, '.git/refs/heads/proposals', proposal);
  writeFileSync(file, '');
  const open = await openRepo(repo.root);
  onTestFinished(() => open.close());
  expect((await listProposals(open)).map(({ id }) => id)).toContain('other');
  expect(await agent.heard()).toEqual([]);
  const { findings } = await (await caller(repo, 'session')).run('doctor');
  expect(findings).toMatchObject([{ code: 'broken_ref', what: expect.stringContaining(proposal) }]);
  writeFileSync(file, `${tip}\n`);
  expect(await readRef(open, `refs/heads/proposals/${proposal}`)).toBe(tip);
  expect(await agent.heard()).toEqual([]);
  expect(await approved(repo, proposal)).toMatchObject({ outcome: 'applied' });
});

test('B34 S22: an approval that is taken back leaves the proposal to be decided again', async () => {
  const repo = makeRepo(FILES);
  const { agent, proposal, tip } = await saved(repo);
  await approved(repo, proposal);
  const owner = await caller(repo, 'session');
  await owner.run('proposal.undo', { proposal });
  expect([repo.read('guide.md'), repo.git('rev-parse', `proposals/${proposal}`)]).toEqual([GUIDE, tip]);
  expect((await owner.run('proposal.list')).proposals).toMatchObject([{ proposal, state: 'pending' }]);
  await owner.run('proposal.reject', { proposal, tip, reason: 'On second thoughts' });
  expect(await agent.heard()).toMatchObject([{ outcome: 'rejected', reason: 'On second thoughts' }]);
  expectSound(repo);
});

test('B50 S13: what was pushed between reading and approving does not land', async () => {
  const repo = makeRepo(FILES);
  const { agent, proposal } = await saved(repo);
  const owner = await caller(repo, 'session');
  const { token } = await owner.run('proposal.preflight', { proposal });
  await agent.run('doc.edit', { doc: 'guide.md', edits: [{ oldText: 'line 8\n', newText: 'unread\n' }] });
  await agent.run('doc.save', { doc: 'guide.md' });
  const refusal = await refusalOf(owner.run('proposal.apply', { proposal, token }));
  expect(refusal).toMatchObject({ code: 'changed_since_review' });
  expect([repo.read('guide.md'), repo.git('log', '--format=%s', 'main')]).toEqual([GUIDE, 'Begin']);
});
