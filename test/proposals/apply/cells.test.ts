// docs/apply.md says what becomes of a doc in every state: each cell of its tables is walked with git.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { preflight } from '../../../src/proposals/index.ts';
import { makeRepo, type TestRepo } from '../../helpers/make-repo.ts';
import { listing } from '../../repo/landing/landings.ts';
import { approve, opened, propose, refusalOf } from './proposing.ts';
import { text } from './sides.ts';

const PAGE = readFileSync(join(import.meta.dirname, '../../../docs/apply.md'), 'utf8');

/** What the owner did: the doc in the index and on disk; undefined: as on the target, null: gone. */
interface Did {
  readonly index?: 'staged' | null;
  readonly disk?: 'unstaged' | 'kept' | null;
}

const OWNER: Record<string, Did> = {
  'nothing done': {},
  'edits staged': { index: 'staged' },
  'edits unstaged': { disk: 'unstaged' },
  'edits staged, and more unstaged': { index: 'staged', disk: 'unstaged' },
  'the file deleted': { disk: null },
  'edits staged, then the file deleted': { index: 'staged', disk: null },
  'the deletion staged': { index: null },
  'the deletion staged, the file kept': { index: null, disk: 'kept' },
};

type What = 'change' | 'delete' | 'rename' | 'executable' | 'link';
const HOWS = ['fast-forward', 'merge'] as const;

const rows = tableUnder('| the owner has | change |');
const cells = rows
  .slice(1)
  .flatMap(([owner, ...outcomes]) =>
    outcomes.flatMap((outcome, at) =>
      HOWS.map((how) => ({ owner: owner!, what: rows[0]![at + 1] as What, how, outcome })),
    ),
  );

test('S14: the table has every state and every change', () => {
  expect(rows.slice(1).map(([owner]) => owner)).toEqual(Object.keys(OWNER));
  expect(cells).toHaveLength(80);
});

describe.each(cells)('S14: $owner; $what; $how: $outcome', ({ owner, what, how, outcome }) => {
  test('is as the page says', async () => {
    const repo = makeRepo({ 'a.md': text(), 'b.md': 'b\n' });
    make(repo, what);
    const target = how === 'merge' ? (['target'] as const) : [];
    if (how === 'merge' && what === 'delete') repo.commit({ 'b.md': 'more\n' });
    else if (how === 'merge') repo.commit({ 'a.md': text('target') });
    const on = what === 'delete' ? [] : target;
    did(repo, OWNER[owner]!, on);
    await check(repo, outcome, async () => {
      const { index, disk } = OWNER[owner]!;
      const agent = what === 'change' ? (['agent'] as const) : [];
      const staged = index === 'staged' ? (['staged'] as const) : [];
      const unstaged = disk === 'unstaged' ? (['unstaged'] as const) : [];
      const name = what === 'rename' ? 'z.md' : 'a.md';
      const gone = what === 'delete';
      expect(shown(repo, `HEAD:${name}`)).toBe(gone ? null : text(...agent, ...on));
      expect(shown(repo, `:${name}`)).toBe(gone ? null : text(...agent, ...on, ...staged));
      const file = gone ? (disk === 'kept' ? text() : null) : text(...agent, ...on, ...staged, ...unstaged);
      expect(onDisk(repo, name)).toBe(file);
      if (what === 'rename') expect([shown(repo, ':a.md'), onDisk(repo, 'a.md')]).toEqual([null, null]);
      if (what === 'executable') expect(repo.git('ls-files', '-s', 'a.md')).toMatch(/^100755/);
    });
  });
});

const NEW: Record<string, { index?: string; disk?: string | null }> = {
  'nothing there': {},
  'the same, untracked': { disk: 'new\n' },
  'another, untracked': { disk: 'mine\n' },
  'the same, staged': { index: 'new\n' },
  'the same staged, and more unstaged': { index: 'new\n', disk: 'new\nmore\n' },
  'another, staged': { index: 'mine\n' },
  'the same staged, then the file deleted': { index: 'new\n', disk: null },
  'another staged, then the file deleted': { index: 'mine\n', disk: null },
};

const additions = tableUnder('| the owner has, where a new doc comes |').slice(1);

test('S14: the table of new docs has every state', () => {
  expect(additions.map(([owner]) => owner)).toEqual(Object.keys(NEW));
});

describe.each(additions.flatMap(([owner, outcome]) => HOWS.map((how) => ({ owner, outcome, how }))))(
  'S14: $owner; add; $how: $outcome',
  ({ owner, outcome, how }) => {
    test('is as the page says', async () => {
      const repo = makeRepo({ 'b.md': 'b\n' });
      propose(repo, 'x', { 'n.md': 'new\n' });
      if (how === 'merge') repo.commit({ 'b.md': 'more\n' });
      const { index, disk } = NEW[owner!]!;
      if (index !== undefined) {
        repo.write({ 'n.md': index });
        repo.git('add', 'n.md');
      }
      if (disk === null) rmSync(join(repo.root, 'n.md'));
      else if (disk !== undefined) repo.write({ 'n.md': disk });
      await check(repo, outcome!, async () => {
        for (const name of ['HEAD:n.md', ':n.md']) expect(shown(repo, name)).toBe('new\n');
        expect(onDisk(repo, 'n.md')).toBe('new\n');
      });
    });
  },
);

/** Approves, and holds the end against the page: landed as `landed` says, or refused with the code and nothing changed. */
async function check(repo: TestRepo, outcome: string, landed: () => Promise<void>): Promise<void> {
  repo.write({ 'untracked.md': 'u\n', 'c.md': 'c\n' });
  repo.git('add', 'c.md');
  const open = await opened(repo);
  if (outcome === 'lands') {
    await approve(open, 'x', { confirm: ['mode'] });
    await landed();
    expect(repo.git('status', '--porcelain', 'c.md', 'untracked.md')).toBe('A  c.md\n?? untracked.md');
    return;
  }
  const before = listing(repo.root);
  const code = outcome.replaceAll('`', '');
  const refusal = await refusalOf(approve(open, 'x', { confirm: ['mode'] }));
  expect(refusal.code).toBe(code);
  expect(refusal.hint).toBeTruthy();
  if (code !== 'blocked') expect((await preflight(open, 'x')).clashes[0]!.choices).toContain('ours');
  expect(listing(repo.root)).toEqual(before);
}

function make(repo: TestRepo, what: What): void {
  if (what === 'change') propose(repo, 'x', { 'a.md': text('agent') });
  else if (what === 'delete') propose(repo, 'x', { 'a.md': null });
  else if (what === 'rename') propose(repo, 'x', { 'z.md': ['a.md', text()] });
  else retyped(repo, what === 'link' ? '120000' : '100755');
}

function retyped(repo: TestRepo, mode: string): void {
  const listed = repo.git('ls-tree', 'HEAD').replace(/^\d+( blob \w+\ta\.md)$/m, `${mode}$1`);
  const tree = repo.gitInput(`${listed}\n`, 'mktree');
  repo.git('update-ref', 'refs/heads/proposals/x', repo.git('commit-tree', tree, '-p', 'HEAD', '-m', mode));
}

function did(repo: TestRepo, { index, disk }: Did, on: readonly 'target'[]): void {
  const staged = index === 'staged' ? (['staged'] as const) : [];
  if (index === 'staged') {
    repo.write({ 'a.md': text(...on, 'staged') });
    repo.git('add', 'a.md');
  }
  if (index === null) repo.git('rm', '-q', ...(disk === 'kept' ? ['--cached'] : []), 'a.md');
  if (disk === 'unstaged') repo.write({ 'a.md': text(...on, ...staged, 'unstaged') });
  if (disk === null) rmSync(join(repo.root, 'a.md'));
}

function onDisk(repo: TestRepo, name: string): string | null {
  return existsSync(join(repo.root, name)) ? repo.read(name) : null;
}

/** Blobs end in a line feed here, which the helper cuts. */
function shown(repo: TestRepo, name: string): string | null {
  const { status, stdout } = repo.tryGit('cat-file', 'blob', name);
  return status === 0 ? `${stdout.trimEnd()}\n` : null;
}

function tableUnder(head: string): string[][] {
  const [table = ''] = PAGE.slice(PAGE.indexOf(head)).split('\n\n');
  const lines = table.split('\n').filter((line) => !/^\| ---/.test(line));
  return lines.map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}
