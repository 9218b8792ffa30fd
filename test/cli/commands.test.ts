// Every command through the command line, and those that need open docs through docket session.
import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { COMMANDS } from '../../src/commands/index.ts';
import { makeRepo, type TestRepo } from '../helpers/make-repo.ts';
import { docket, docketJson, docketRefused, lineSession } from './docket.ts';

const GUIDE = 'one\ntwo\nthree\n';
const edit = (oldText: string, newText: string) => JSON.stringify([{ oldText, newText }]);

function makeGround(): TestRepo {
  const repo = makeRepo({ 'guide.md': GUIDE, 'notes/more.md': 'more\n' });
  repo.git('switch', '-q', '-c', 'proposals/fix');
  repo.commit({ 'guide.md': 'one\ntwo\nTHREE\n' }, 'Fix the guide');
  repo.git('switch', '-q', 'main');
  return repo;
}

interface Case {
  readonly args: readonly string[];
  readonly input?: string;
  readonly answer: object;
  readonly words: string;
  readonly status?: number;
}

/** One call of each command that a single call can make. */
const CASES: Readonly<Record<string, (repo: TestRepo) => Case>> = {
  check: () => ({ args: ['check'], answer: { ok: true }, words: '' }),
  'doc.create': () => ({
    args: ['doc', 'create', 'new.md', '--text', '-'],
    input: 'begun\n',
    answer: { doc: 'new.md', edit: 'Created new.md', file: 'written', dirty: false },
    words: 'On disk now, uncommitted: new.md.',
  }),
  'doc.delete': () => ({
    args: ['doc', 'delete', 'guide.md'],
    answer: { doc: 'guide.md' },
    words: 'Deleted guide.md',
  }),
  'doc.diff': (repo) => {
    repo.write({ 'guide.md': 'one\n2\nthree\n' });
    return { args: ['doc', 'diff', 'guide.md', '--against', 'head'], answer: {}, words: '-two\n+2' };
  },
  'doc.edit': () => ({
    args: ['doc', 'edit', 'guide.md', '--edits', edit('two', '2')],
    answer: { doc: 'guide.md', edit: 'Edited line 2', changed: true, file: 'written' },
    words: 'guide.md: Edited line 2',
  }),
  'doc.list': () => ({ args: ['doc', 'list', 'MORE'], answer: { total: 1 }, words: 'notes/more.md' }),
  'doc.read': () => ({
    args: ['doc', 'read', 'more'],
    answer: { doc: 'notes/more.md', text: 'more\n' },
    words: 'more\n',
  }),
  'doc.rename': () => ({
    args: ['doc', 'rename', 'guide.md', 'start.md'],
    answer: { doc: 'start.md', edit: 'Renamed guide.md to start.md' },
    words: 'Renamed guide.md to start.md',
  }),
  'doc.save': (repo) => {
    repo.write({ 'guide.md': 'one\n2\nthree\n' });
    return {
      args: ['save', 'guide.md', '-m', 'Count'],
      answer: { summary: 'Count', docs: [{ doc: 'guide.md' }] },
      words: 'Count: guide.md',
    };
  },
  'doc.status': () => ({ args: ['status'], answer: { branch: 'main', docs: [] }, words: 'On main.' }),
  'doc.write': () => ({
    args: ['doc', 'write', 'guide.md', '--text', 'whole\n'],
    answer: { edit: 'Wrote the whole text', file: 'written' },
    words: 'Wrote the whole text',
  }),
  doctor: () => ({ args: ['doctor'], answer: { ok: true, findings: [] }, words: '0 problems' }),
  'event.list': () => ({
    args: ['log'],
    answer: { cursor: expect.any(String), events: expect.any(Array) },
    words: '--since',
  }),
  'proposal.apply': (repo) => ({
    args: ['approve', 'fix', '--tip', tipOf(repo), '--yes'],
    answer: { proposal: 'fix', outcome: 'applied', how: 'fast-forward' },
    words: 'Applied fix to main',
  }),
  'proposal.diff': () => ({ args: ['diff', 'fix'], answer: { proposal: 'fix' }, words: '-three\n+THREE' }),
  'proposal.list': () => ({
    args: ['list'],
    answer: { total: 1, proposals: [{ proposal: 'fix' }] },
    words: 'Fix the guide',
  }),
  'proposal.preflight': () => ({
    args: ['preflight', 'fix'],
    answer: { plan: 'fast-forward' },
    words: 'fix onto main: fast-forward',
  }),
  'proposal.redo': (repo) => {
    ended(repo);
    docket(repo.root, ['undo', 'fix', '--yes']);
    return {
      args: ['redo', 'fix', '--yes'],
      answer: { outcome: 'rejected', how: 'end' },
      words: 'fix is rejected again.',
    };
  },
  'proposal.reject': (repo) => ({
    args: ['reject', 'fix', '--tip', tipOf(repo), '-r', 'No', '--yes'],
    answer: { outcome: 'rejected' },
    words: 'Rejected fix.',
  }),
  'proposal.restore': (repo) => {
    ended(repo);
    return {
      args: ['proposal', 'restore', 'fix'],
      answer: { outcome: 'pending', was: 'rejected', how: 'reopen' },
      words: 'fix is pending again at',
    };
  },
  'proposal.show': () => ({
    args: ['show', 'fix'],
    answer: { summary: 'Fix the guide', target: 'main' },
    words: 'Fix the guide',
  }),
  'proposal.undo': (repo) => {
    ended(repo);
    return {
      args: ['undo', 'fix', '--yes'],
      answer: { outcome: 'pending', was: 'rejected', how: 'reopen' },
      words: 'Undid the rejection of fix: it is pending again.',
    };
  },
  'proposal.withdraw': (repo) => ({
    args: ['proposal', 'withdraw', 'fix', '--tip', tipOf(repo)],
    answer: { outcome: 'withdrawn' },
    words: 'Withdrew fix.',
  }),
  'recovery.list': (repo) => {
    keepCopy(repo);
    return {
      args: ['recovery', 'list'],
      answer: { total: 1, copies: [{ id: COPY }] },
      words: `${COPY}  2026`,
    };
  },
  'recovery.restore': (repo) => {
    keepCopy(repo);
    return {
      args: ['recovery', 'restore', COPY],
      answer: { id: COPY, doc: 'guide.md', kept: expect.any(String) },
      words: `guide.md holds ${COPY} again, uncommitted.`,
    };
  },
};

const COPY = '20260101000000-0c5d7a2e-1111-4222-8333-444455556666';

/** A copy of overwritten bytes as docket leaves it on disk. */
function keepCopy(repo: TestRepo): void {
  const note = {
    version: 1,
    id: COPY,
    path: 'guide.md',
    worktree: repo.root,
    at: '2026-01-01T00:00:00.000Z',
    why: 'a save of guide.md',
    size: 5,
    sha256: createHash('sha256').update('mine\n').digest('hex'),
    copy: `${COPY}.bytes`,
  };
  repo.write({
    [`.git/docket/recovery/${COPY}.json`]: JSON.stringify(note),
    [`.git/docket/recovery/${COPY}.bytes`]: 'mine\n',
  });
}

/** Proved apart: it takes what another session left. */
const APART = ['doc.recover'];

function ended(repo: TestRepo): void {
  docket(repo.root, ['reject', 'fix', '--tip', tipOf(repo), '--yes']);
}

const tipOf = (repo: TestRepo) => repo.git('rev-parse', 'refs/heads/proposals/fix');
const anywhere = COMMANDS.filter((one) => one.where === 'anywhere' && !APART.includes(one.name)).map(
  (one) => one.name,
);
const sessionOnly = COMMANDS.filter((one) => one.where === 'session');

test('each command has a case here', () => {
  expect(Object.keys(CASES).sort()).toEqual(anywhere);
});

describe('R16: every command through the command line', () => {
  test.each(anywhere)('%s answers JSON as it promises', (name) => {
    const repo = makeGround();
    const { args, input, answer, status = 0 } = CASES[name]!(repo);
    expect(docketJson(repo.root, args, input)).toMatchObject({ status, value: answer });
  });

  test.each(anywhere)('%s answers words', (name) => {
    const repo = makeGround();
    const { args, input, words, status = 0 } = CASES[name]!(repo);
    const ran = docket(repo.root, args, { input });
    expect([ran.status, ran.stderr]).toEqual([status, '']);
    expect(ran.stdout).toContain(words);
  });

  test.each(sessionOnly.map((one) => one.name))('S50: %s is session_only in one call', (name) => {
    const repo = makeGround();
    expect(docketRefused(repo.root, [...name.split('.'), 'guide.md'])).toMatchObject({
      status: 1,
      code: 'session_only',
      hint: 'Use docket session or docket tui.',
    });
  });

  test('outside a repository each says no_repo', () => {
    const { root } = makeRepo({});
    mkdirSync(join(root, '.git', 'x'));
    for (const args of [['list'], ['status'], ['doc', 'read', 'a.md'], ['save', 'a.md', '-m', 'x']]) {
      expect(docketRefused('/', args)).toMatchObject({
        status: 1,
        code: 'no_repo',
        hint: expect.any(String),
      });
    }
    expect(docketRefused('/', ['doc', 'read'])).toMatchObject({ status: 2, code: 'invalid_input' });
    expect(docketJson('/', ['-C', root, 'status'])).toMatchObject({ status: 0 });
    expect(docketJson('/', ['status', '-C', root])).toMatchObject({ status: 0 });
  });
});

describe('S50: a one-shot edit', () => {
  test('writes the file and leaves it uncommitted', () => {
    const repo = makeGround();
    docket(repo.root, ['doc', 'edit', 'guide.md', '--edits', '-'], { input: edit('two', '2') });
    expect(repo.read('guide.md')).toBe('one\n2\nthree\n');
    expect(repo.git('status', '--porcelain')).toBe(' M guide.md');
  });

  test('--save commits that path alone', () => {
    const repo = makeGround();
    repo.write({ 'notes/more.md': 'mine\n' });
    repo.git('add', 'notes/more.md');
    const args = ['doc', 'edit', 'guide.md', '--edits', edit('two', '2'), '--save', '-m', 'Count'];
    expect(docketJson(repo.root, args)).toMatchObject({ status: 0, value: { saved: { summary: 'Count' } } });
    expect(repo.git('log', '-1', '--format=%s', '--name-only')).toBe('Count\n\nguide.md');
    expect(repo.git('status', '--porcelain')).toBe('M  notes/more.md');
  });

  test('S69: without a summary the commit is named by its edit', () => {
    const repo = makeGround();
    docket(repo.root, ['doc', 'write', 'guide.md', '--text', 'x\n', '--save']);
    expect(repo.git('log', '-1', '--format=%s')).toBe('Wrote the whole text');
  });

  test('--propose makes a proposal and leaves file, index and branch alone', () => {
    const repo = makeGround();
    const head = repo.git('rev-parse', 'HEAD');
    const args = ['doc', 'edit', 'guide.md', '--edits', edit('two', '2'), '--propose', '--summary', 'Count'];
    const { status, value } = docketJson<{ saved: { proposals: { proposal: string; target: string }[] } }>(
      repo.root,
      args,
    );
    expect([status, value.saved.proposals[0]!.target]).toEqual([0, 'main']);
    const { proposal } = value.saved.proposals[0]!;
    expect(repo.git('show', `proposals/${proposal}:guide.md`)).toBe('one\n2\nthree');
    expect([repo.git('status', '--porcelain'), repo.git('rev-parse', 'HEAD'), repo.read('guide.md')]).toEqual(
      ['', head, GUIDE],
    );
    expect(docket(repo.root, ['list']).stdout).toContain('Count');
  });

  test('--save and --propose together are misuse, and nothing is edited', () => {
    const repo = makeGround();
    const args = ['doc', 'write', 'guide.md', '--text', 'x', '--save', '--propose'];
    expect(docketRefused(repo.root, args)).toMatchObject({ status: 2, code: 'invalid_input' });
    expect(repo.read('guide.md')).toBe(GUIDE);
  });

  test('a refused edit writes nothing', () => {
    const repo = makeGround();
    expect(docketRefused(repo.root, ['doc', 'edit', 'guide.md', '--edits', edit('nine', '9')])).toMatchObject(
      {
        status: 1,
        code: 'not_found',
      },
    );
    expect(repo.git('status', '--porcelain')).toBe('');
  });

  test('a text on standard input is taken byte for byte, and other bytes are refused', () => {
    const repo = makeGround();
    docket(repo.root, ['doc', 'write', 'guide.md', '--text', '-'], { input: 'ä\u202e\n\nend' });
    expect(repo.read('guide.md')).toBe('ä\u202e\n\nend');
    const refused = docketRefused(
      repo.root,
      ['doc', 'write', 'guide.md', '--text', '-'],
      Buffer.from([0xff, 0xfe]),
    );
    expect(refused).toMatchObject({ status: 2, code: 'invalid_input' });
    expect(refused.message).toContain('UTF-8');
  });
});

test('S52: check exits 1 when it found problems, and 0 with warnings alone', () => {
  const repo = makeRepo({
    'guide.md': '<<<<<<< ours\na\n=======\nb\n>>>>>>> theirs\n',
    'odd.md': 'a\u200bb\n',
  });
  const found = docketJson(repo.root, ['check']);
  expect(found).toMatchObject({
    status: 1,
    value: { ok: false, problems: [{ code: 'conflict_markers', doc: 'guide.md' }] },
  });
  expect(docket(repo.root, ['check', 'guide.md'])).toMatchObject({ status: 1, stderr: '' });
  expect(docketJson(repo.root, ['check', 'odd.md'])).toMatchObject({ status: 0, value: { ok: true } });
  expect(docket(repo.root, ['check', 'odd.md'])).toMatchObject({ status: 0, stderr: '' });
  expect(docket(repo.root, ['check', 'no.md']).status).toBe(1);
});

test('a whole day: edit, save, a branch by plain git, list, show, diff, preflight, approve, status', () => {
  const repo = makeRepo({ 'guide.md': GUIDE });
  const ok = (...args: string[]) => {
    const ran = docket(repo.root, args);
    expect([args.join(' '), ran.status, ran.stderr]).toEqual([args.join(' '), 0, '']);
    return ran.stdout;
  };
  ok('doc', 'edit', 'guide.md', '--edits', edit('one', '1'));
  expect(ok('doc', 'status', 'guide.md')).toContain('uncommitted');
  ok('save', 'guide.md', '-m', 'Count from 1');
  expect(ok('doc', 'status', 'guide.md')).toContain('clean');
  repo.git('switch', '-q', '-c', 'proposals/three');
  repo.commit({ 'guide.md': '1\ntwo\n3\n' }, 'Say 3');
  repo.git('switch', '-q', 'main');
  repo.commit({ 'guide.md': '1\ntwo\nthree\n', 'new.md': 'n\n' }, 'Meanwhile');
  expect(ok('list')).toContain('Say 3');
  expect(ok('show', 'three')).toContain('went on by 1 commit');
  expect(ok('diff', 'three')).toContain('+3');
  const { token, plan } = JSON.parse(ok('preflight', 'three', '--json'));
  expect(plan).toBe('merge');
  ok('approve', 'three', '--token', token, '--yes');
  expect(repo.read('guide.md')).toBe('1\ntwo\n3\n');
  expect(repo.git('log', '-1', '--format=%s')).toBe('Merge proposal three: Say 3');
  expect(repo.git('status', '--porcelain')).toBe('');
  expect(ok('list')).toBe('No proposals.\n');
  expect(ok('log')).toContain('proposal.applied');
});

describe('a session', () => {
  test('R3 S64: docs stay open; every session command is answered there', async () => {
    const repo = makeGround();
    const session = lineSession(repo.root);
    const ok = async (command: string, input: object = {}) => {
      const reply = await session.ask(command, { doc: 'guide.md', ...input });
      expect([command, reply.ok, reply.refusal]).toEqual([command, true, undefined]);
      return reply.result!;
    };
    await ok('doc.open');
    await ok('doc.edit', { edits: [{ oldText: 'two', newText: '2' }] });
    expect(repo.read('guide.md')).toBe(GUIDE);
    expect(await ok('doc.status')).toMatchObject({ dirty: true, edits: ['Edited line 2'] });
    await ok('doc.undo');
    expect(await ok('doc.redo')).toMatchObject({ dirty: true });
    expect(await session.ask('doc.reload', { doc: 'guide.md' })).toMatchObject({
      ok: false,
      refusal: { code: 'dirty' },
    });
    repo.write({ 'guide.md': 'one\ntwo\nthree\nfour\n' });
    expect(await session.event('doc.stale')).toMatchObject({ doc: 'guide.md' });
    await ok('doc.keep');
    expect(await ok('doc.merge')).toMatchObject({ merged: true });
    expect(await ok('doc.read')).toMatchObject({ text: 'one\n2\nthree\nfour\n' });
    expect(await session.ask('doc.save', { docs: ['guide.md'], summary: 'Both' })).toMatchObject({
      ok: true,
      result: { summary: 'Both' },
    });
    expect(repo.read('guide.md')).toBe('one\n2\nthree\nfour\n');
    await ok('doc.edit', { edits: [{ oldText: '2', newText: 'zwei' }] });
    expect(await ok('doc.revert')).toMatchObject({ dropped: ['Edited line 2'] });
    await ok('doc.close');
    expect(await session.end()).toBe(0);
    expect(repo.git('status', '--porcelain')).toBe('');
  });

  test('S69 doc.recover: what a killed session left unsaved is taken over and written', async () => {
    const repo = makeGround();
    const session = lineSession(repo.root);
    await session.ask('doc.edit', { doc: 'guide.md', edits: [{ oldText: 'two', newText: '2' }] });
    session.child.kill('SIGKILL');
    await new Promise((resolve) => session.child.on('close', resolve));
    expect(docket(repo.root, ['status']).stdout).toContain('Draft of guide.md');
    expect(docketJson(repo.root, ['doc', 'recover', 'guide.md'])).toMatchObject({
      status: 0,
      value: { recovered: ['Edited line 2'] },
    });
    expect(repo.read('guide.md')).toBe('one\n2\nthree\n');
  });

  test('S23: what a save wrote over comes back by recovery restore', async () => {
    const repo = makeGround();
    const session = lineSession(repo.root);
    await session.ask('doc.edit', { doc: 'guide.md', edits: [{ oldText: 'two', newText: '2' }] });
    repo.write({ 'guide.md': 'outside\n' });
    const { result } = await session.ask('doc.status', { doc: 'guide.md' });
    await session.ask('doc.save', { docs: ['guide.md'], overwrite: result!.sha256 });
    await session.end();
    const { value } = docketJson<{ copies: { id: string }[] }>(repo.root, ['recovery', 'list', 'guide.md']);
    expect(docketJson(repo.root, ['recovery', 'restore', value.copies[0]!.id])).toMatchObject({
      status: 0,
      value: { doc: 'guide.md' },
    });
    expect(repo.read('guide.md')).toBe('outside\n');
  });

  test('S13: an approval in a session is pinned too', async () => {
    const repo = makeGround();
    const session = lineSession(repo.root);
    expect(await session.ask('proposal.apply', { proposal: 'fix' })).toMatchObject({
      ok: false,
      refusal: { code: 'review_needed' },
    });
    const { result } = await session.ask('proposal.preflight', { proposal: 'fix' });
    expect(await session.ask('proposal.apply', { proposal: 'fix', token: result!.token })).toMatchObject({
      ok: true,
    });
  });

  test('answers come in order, with the id that was asked with', async () => {
    const { root } = makeGround();
    const session = lineSession(root);
    const lines = ['{"id":"a","command":"doc.list"}', '{"command":"doc.list"}', '{"id":3,"command":"nope"}'];
    const replies = await Promise.all(lines.map((line) => session.line(line)));
    expect(replies.map(({ id, ok }) => [id, ok])).toEqual([
      ['a', true],
      [null, true],
      [3, false],
    ]);
  });
});
