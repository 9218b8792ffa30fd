// Undo where nothing moved on: branch, index, files and proposal go back together, with what was edited since.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { outcomeOf, previewUndo } from '../../../src/proposals/index.ts';
import type { TestRepo } from '../../helpers/make-repo.ts';
import { approve, type Change } from '../apply/proposing.ts';
import { text } from '../apply/sides.ts';
import { applied, expectWhole, type How, makeRepo, opened, ownersState, propose, takers } from './undoing.ts';

/** Edits of the owner in the file that the proposal changes: what of them is staged, and what is not. */
function edits(disk: TestRepo, { staged, unstaged }: Edits, parties: readonly 'agent'[]): void {
  const also = staged ? (['staged'] as const) : [];
  if (staged) {
    disk.write({ 'a.md': text(...parties, 'staged'), 'other.md': 'other, staged\n' });
    disk.git('add', 'a.md', 'other.md');
  }
  if (unstaged) disk.write({ 'a.md': text(...parties, ...also, 'unstaged'), 'loose.md': 'untracked\n' });
}

interface Edits {
  readonly staged: boolean;
  readonly unstaged: boolean;
}

const COMBINATIONS = [true, false].flatMap((staged) =>
  [true, false].flatMap((unstaged) =>
    (['before', 'after'] as const).flatMap((when) =>
      (['fast-forward', 'merge'] as const).map((how) => ({ staged, unstaged, when, how })),
    ),
  ),
);

describe('S22: undo, redo and undo again keep staged edits staged and unstaged ones unstaged', () => {
  test.each(COMBINATIONS)(
    'S22: staged $staged, unstaged $unstaged, made $when the apply, $how',
    async ({ staged, unstaged, when, how }) => {
      const own = { staged, unstaged };
      const edit = (disk: TestRepo) => when === 'before' && edits(disk, own, []);
      const x = await applied({ 'a.md': text() }, { 'a.md': text('agent') }, { how, edit });
      if (when === 'after') edits(x.disk, own, ['agent']);
      const afterApply = ownersState(x.disk);

      expect(await x.undo()).toMatchObject({ how: 'back', outcome: 'pending', tip: x.tip });
      const mine = [...(staged ? (['staged'] as const) : []), ...(unstaged ? (['unstaged'] as const) : [])];
      const inIndex = staged ? (['staged'] as const) : [];
      expect(x.disk.git('rev-parse', 'main', 'proposals/x')).toBe(`${x.before}\n${x.tip}`);
      expect(x.disk.read('a.md')).toBe(text(...mine));
      expect(x.disk.git('show', ':a.md')).toBe(text(...inIndex).trimEnd());
      const marks = `${staged ? 'M' : ' '}${unstaged ? 'M' : ' '} a.md`;
      expect(x.disk.git('status', '--porcelain').split('\n').filter(Boolean).sort()).toEqual(
        [
          ...(staged || unstaged ? [marks] : []),
          ...(staged ? ['M  other.md'] : []),
          ...(unstaged ? ['?? loose.md'] : []),
        ].sort(),
      );
      const undone = ownersState(x.disk);
      expect(await outcomeOf(x.repo, { id: 'x', tip: x.tip, target: 'main' })).toMatchObject({
        outcome: 'pending',
        reopened: { by: { name: 'Olive Owner', role: 'owner' } },
      });

      expect(await x.redo()).toMatchObject({ how: 'forward', outcome: 'applied', targetOid: x.after });
      expect(ownersState(x.disk)).toEqual(afterApply);
      expect(await outcomeOf(x.repo, { id: 'x', tip: x.tip, target: 'main' })).toMatchObject({
        outcome: 'applied',
        oid: x.after,
      });
      await x.undo();
      expect(ownersState(x.disk)).toEqual(undone);
      expectWhole(x.disk);
    },
  );
});

const CHANGES: [string, Change, Record<string, string>][] = [
  ['adds a file', { 'new/n.md': 'n\n' }, {}],
  ['deletes a file', { 'a.md': null }, {}],
  ['renames a file', { 'moved/b.md': ['a.md', text('agent')] }, {}],
  [
    'changes several',
    { 'a.md': text('agent'), 'b.md': 'B\n', 'c.md': null },
    { 'b.md': 'b\n', 'c.md': 'c\n' },
  ],
  ['changes a file with CRLF', { 'w.md': 'one\r\nTWO\r\n' }, { 'w.md': 'one\r\ntwo\r\n' }],
  ['changes a file without last newline', { 'a.md': 'A' }, {}],
];

describe('S22: whatever a proposal does, undo takes it back and redo brings it again', () => {
  test.each(
    CHANGES.flatMap((row) => (['fast-forward', 'merge'] as How[]).map((how) => [...row, how] as const)),
  )('S22: one that %s', async (_, change, files, how) => {
    let before: object = {};
    const edit = (disk: TestRepo) => {
      before = ownersState(disk);
    };
    const x = await applied({ 'a.md': text(), ...files }, change, { how, edit });
    const after = ownersState(x.disk);
    expect(await x.undo()).toMatchObject({ how: 'back' });
    expect(ownersState(x.disk)).toEqual(before);
    expect(x.disk.git('status', '--porcelain')).toBe('');
    await x.redo();
    expect(ownersState(x.disk)).toEqual(after);
    expectWhole(x.disk);
  });

  test('S22: an executable file that it deleted is executable again', async () => {
    const x = await applied(
      { 'run.sh': '#!/bin/sh\n' },
      { 'run.sh': null },
      {
        edit: (disk) => {
          disk.executable('run.sh');
          disk.git('commit', '-qam', 'Make it run');
        },
        how: 'merge',
      },
    );
    await x.undo();
    expect(x.disk.git('status', '--porcelain')).toBe('');
    expect(x.disk.git('ls-files', '-s', 'run.sh')).toMatch(/^100755 /);
  });

  test('S22: the first commit of a branch: it has none again', async () => {
    const disk = makeRepo();
    const tip = propose(disk, 'x', { 'a.md': 'a\n' });
    const repo = await opened(disk);
    await approve(repo, 'x');
    const { undo, redo } = takers(repo);
    expect(await undo()).toMatchObject({ how: 'back', targetOid: null });
    expect(disk.tryGit('rev-parse', '--verify', '-q', 'main').status).not.toBe(0);
    expect(disk.git('status', '--porcelain', '--ignored')).toBe('');
    await redo();
    expect(disk.git('rev-parse', 'main')).toBe(tip);
    expect(disk.git('status', '--porcelain')).toBe('');
  });
});

describe('S54, S22: a mode that a second yes had landed', () => {
  async function executable() {
    const disk = makeRepo({ 'run.sh': '#!/bin/sh\n', 'a.md': text() });
    disk.git('switch', '-q', '-c', 'proposals/x');
    disk.executable('run.sh');
    disk.commit({ 'a.md': text('agent') }, 'Make it run');
    disk.git('switch', '-q', 'main');
    const repo = await opened(disk);
    await approve(repo, 'x', { confirm: ['mode'] });
    return { disk, ...takers(repo) };
  }
  const modeOf = (disk: TestRepo) => [
    disk.git('ls-files', '-s', 'run.sh').slice(0, 6),
    (statSync(join(disk.root, 'run.sh')).mode & 0o111) !== 0,
  ];

  test('S22: the branch goes back, and the mode with it', async () => {
    const { disk, undo, redo } = await executable();
    expect(modeOf(disk)).toEqual(['100755', true]);
    expect(await undo()).toMatchObject({ how: 'back' });
    expect(modeOf(disk)).toEqual(['100644', false]);
    expect(disk.git('status', '--porcelain')).toBe('');
    await redo();
    expect(modeOf(disk)).toEqual(['100755', true]);
    expect(disk.git('status', '--porcelain')).toBe('');
  });

  test('S22: by a commit; redo needs no other yes, since the target is as undo left it', async () => {
    const { disk, undo, redo } = await executable();
    disk.git('tag', 'v1');
    expect(await undo()).toMatchObject({ how: 'revert' });
    expect(modeOf(disk)).toEqual(['100644', false]);
    expect(disk.git('ls-tree', 'proposals/x', 'run.sh').slice(0, 6)).toBe('100755');
    expect(await redo()).toMatchObject({ how: 'apply' });
    expect(modeOf(disk)).toEqual(['100755', true]);
    expect(disk.git('status', '--porcelain')).toBe('');
  });
});

describe('S22: refused whole', () => {
  const lines = (n: number, word: string) => text('agent').replace(`line ${n}\n`, `${word}\n`);

  test.each([
    ['unstaged edits on the same lines', 'uncommitted_clash', false],
    ['staged edits on the same lines', 'staged_clash', true],
  ])('S22: %s: %s', async (_, code, staged) => {
    const x = await applied({ 'a.md': text() }, { 'a.md': text('agent') });
    x.disk.write({ 'a.md': text('agent').replace("agent's line", "agent's line and mine") });
    if (staged) {
      x.disk.git('add', 'a.md');
      x.disk.write({ 'a.md': text('agent') });
    }
    const before = [ownersState(x.disk), x.disk.git('for-each-ref')];
    await expect(x.undo()).rejects.toMatchObject({
      code,
      details: { clashes: [{ doc: 'a.md', kind: code }] },
    });
    await expect(previewUndo(x.repo, { proposal: 'x' })).rejects.toMatchObject({ code });
    expect([ownersState(x.disk), x.disk.git('for-each-ref')]).toEqual(before);
  });

  test('S15: an added file that was edited since is never removed', async () => {
    const x = await applied({ 'a.md': text() }, { 'n.md': 'n\n' });
    x.disk.write({ 'n.md': 'n\nmine\n' });
    const before = [ownersState(x.disk), x.disk.git('for-each-ref')];
    await expect(x.undo()).rejects.toMatchObject({ code: 'uncommitted_clash' });
    expect([ownersState(x.disk), x.disk.git('for-each-ref')]).toEqual(before);
  });

  test('S14: a file of the owner’s where a deleted one comes back is in the way', async () => {
    const x = await applied({ 'a.md': text() }, { 'a.md': null });
    x.disk.write({ 'a.md': lines(3, 'another') });
    await expect(x.undo()).rejects.toMatchObject({ code: 'untracked_in_the_way' });
    expect(x.disk.git('rev-parse', 'main')).toBe(x.after);
  });

  test('S37: while git is in the middle of something', async () => {
    const x = await applied({ 'a.md': text() }, { 'a.md': text('agent') });
    x.disk.write({ '.git/MERGE_HEAD': `${x.before}\n` });
    await expect(x.undo()).rejects.toMatchObject({ code: 'blocked_by_operation' });
  });

  test('S67: the owner’s hook says no', async () => {
    const x = await applied({ 'a.md': text() }, { 'a.md': text('agent') });
    x.disk.write({ '.git/hooks/reference-transaction': '#!/bin/sh\ntest "$1" != prepared\n' });
    x.disk.executable('.git/hooks/reference-transaction');
    const before = [ownersState(x.disk), x.disk.git('for-each-ref')];
    await expect(x.undo()).rejects.toMatchObject({ code: 'hook_refused' });
    expect([ownersState(x.disk), x.disk.git('for-each-ref')]).toEqual(before);
  });
});

test('S23: bytes that undo writes over and git holds nowhere are kept', async () => {
  const x = await applied({ 'a.md': text() }, { 'a.md': text('agent') });
  x.disk.write({ 'a.md': text('agent', 'unstaged') });
  await x.undo();
  const folder = `${x.disk.root}/.git/docket/recovery`;
  const [copy] = readdirSync(folder).filter((name) => name.endsWith('.bytes'));
  expect(readFileSync(`${folder}/${copy}`, 'utf8')).toBe(text('agent', 'unstaged'));
});

test('S22: the target is not checked out: its ref goes back alone', async () => {
  const x = await applied({ 'a.md': text() }, { 'a.md': text('agent') });
  x.disk.git('switch', '-q', '-c', 'mine', x.before);
  x.disk.write({ 'a.md': text('unstaged') });
  expect(await x.undo()).toMatchObject({ how: 'back', targetOid: x.before });
  expect(x.disk.git('rev-parse', 'main')).toBe(x.before);
  expect(x.disk.read('a.md')).toBe(text('unstaged'));
  await x.redo();
  expect(x.disk.git('rev-parse', 'main')).toBe(x.after);
  expect(x.disk.read('a.md')).toBe(text('unstaged'));
});
