import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  type ApplyRequest,
  applyProposal,
  outcomeOf,
  type PlannedClash,
  preflight,
} from '../../../src/proposals/index.ts';
import type { Repo } from '../../../src/repo/index.ts';
import { makeRepo, type TestRepo } from '../../helpers/make-repo.ts';
import { givens, opened, propose, refusalOf } from './proposing.ts';
import { text } from './sides.ts';

const DOC = { 'a.md': text(), 'b.md': 'b\n' };
const OWNERS = "the owner's own line\n";
const AGENTS = "agent's line\n";
const CLASH = text().replace('line 3\n', OWNERS);
const AGENT = text('agent');
/** The doc with these lines where both changed one. */
const holding = (lines: string, ...parties: Parameters<typeof text>) =>
  text(...parties).replace('line 3\n', lines);

type Take = NonNullable<ApplyRequest['choices']>[number]['take'];
const take = ({ doc, id }: PlannedClash, what: Take, own?: string) => ({
  doc,
  clash: id,
  take: what,
  ...(own === undefined ? {} : { text: own }),
});

async function clashing(open: Repo) {
  const plan = await preflight(open, 'x');
  expect(plan.plan).toBe('clash');
  return plan;
}

const LINES: [Take, string, string | undefined][] = [
  ['ours', OWNERS, undefined],
  ['theirs', AGENTS, undefined],
  ['both', OWNERS + AGENTS, undefined],
  ['both-theirs-first', AGENTS + OWNERS, undefined],
  ['text', 'something else\n', 'something else'],
  ['text', '', ''],
];

describe('S16: a clash of the proposal with its target, by choice, is a merge of both', () => {
  test.each(LINES)('%s gives %j', async (what, lines, own) => {
    const repo = makeRepo(DOC);
    const tip = propose(repo, 'x', { 'a.md': text('agent', 'unstaged') });
    const target = repo.commit({ 'a.md': CLASH });
    const open = await opened(repo);
    const { token, clashes } = await clashing(open);
    expect(clashes).toMatchObject([
      {
        kind: 'merge_conflict',
        shape: 'lines',
        choices: ['ours', 'theirs', 'both', 'both-theirs-first', 'text'],
      },
    ]);
    const choices = [take(clashes[0]!, what, own)];
    const done = await applyProposal(open, { proposal: 'x', token, choices }, givens);
    expect(done.how).toBe('merge');
    expect(repo.git('log', '-1', '--format=%P')).toBe(`${target} ${tip}`);
    expect(repo.read('a.md')).toBe(holding(lines, 'unstaged'));
    expect(repo.git('status', '--porcelain')).toBe('');
    const outcome = await outcomeOf(open, { id: 'x', tip, target: 'main' });
    expect(outcome).toMatchObject({ outcome: 'applied', docs: { 'a.md': 'applied' } });
    expect(outcome.changed ?? false).toBe(what !== 'theirs');
  });

  test('each clash has its own choice; one left open refuses and is named', async () => {
    const repo = makeRepo(DOC);
    propose(repo, 'x', { 'a.md': text('agent', 'unstaged') });
    repo.commit({ 'a.md': CLASH.replace('line 15\n', 'two\n') });
    const open = await opened(repo);
    const { token, clashes } = await clashing(open);
    expect(new Set(clashes.map(({ id }) => id)).size).toBe(2);
    const [first, second] = clashes as [PlannedClash, PlannedClash];
    const refusal = await refusalOf(
      applyProposal(open, { proposal: 'x', token, choices: [take(first, 'ours')] }, givens),
    );
    expect(refusal).toMatchObject({ code: 'merge_conflict', details: { clashes: [{ id: second.id }] } });
    const choices = [take(first, 'ours'), take(second, 'both')];
    await applyProposal(open, { proposal: 'x', token, choices }, givens);
    expect(repo.read('a.md')).toBe(CLASH.replace('line 15\n', "two\nunstaged's line\n"));
  });

  test('nothing of it taken, nothing lands', async () => {
    const repo = makeRepo(DOC);
    propose(repo, 'x', { 'a.md': AGENT });
    repo.commit({ 'a.md': CLASH });
    const open = await opened(repo);
    const { token, clashes } = await clashing(open);
    const choices = [take(clashes[0]!, 'ours')];
    const refusal = await refusalOf(applyProposal(open, { proposal: 'x', token, choices }, givens));
    expect(refusal).toMatchObject({ code: 'blocked', details: { cause: 'nothing' } });
  });
});

describe('a clash with the owner’s edits, by choice', () => {
  test.each(LINES)('uncommitted: %s leaves %j on top of what landed', async (what, lines, own) => {
    const repo = makeRepo(DOC);
    const tip = propose(repo, 'x', { 'a.md': AGENT });
    repo.write({ 'a.md': CLASH });
    const open = await opened(repo);
    const { token, clashes } = await clashing(open);
    const choices = [take(clashes[0]!, what, own)];
    const done = await applyProposal(open, { proposal: 'x', token, choices }, givens);
    expect(done).toMatchObject({ how: 'fast-forward', oid: tip });
    expect(repo.git('show', ':a.md')).toBe(AGENT.trimEnd());
    expect(repo.read('a.md')).toBe(holding(lines));
    expect(recovered(repo)).toEqual(what === 'ours' ? [] : [CLASH]);
  });

  test.each(LINES)('staged: %s stages %j on top of what landed', async (what, lines, own) => {
    const repo = makeRepo(DOC);
    propose(repo, 'x', { 'a.md': AGENT });
    repo.write({ 'a.md': CLASH });
    repo.git('add', 'a.md');
    repo.write({ 'a.md': text() });
    const open = await opened(repo);
    const { token, clashes } = await clashing(open);
    expect(clashes.map(({ kind }) => kind)).toEqual(['staged_clash']);
    const choices = [take(clashes[0]!, what, own)];
    await applyProposal(open, { proposal: 'x', token, choices }, givens);
    expect(repo.git('show', 'HEAD:a.md')).toBe(AGENT.trimEnd());
    expect(repo.git('show', ':a.md')).toBe(holding(lines).trimEnd());
    expect(repo.read('a.md')).toBe(AGENT);
  });

  test('staged and on disk: one id for each', async () => {
    const repo = makeRepo(DOC);
    propose(repo, 'x', { 'a.md': AGENT });
    repo.write({ 'a.md': CLASH });
    repo.git('add', 'a.md');
    const open = await opened(repo);
    const { token, clashes } = await clashing(open);
    const [staged, disk] = clashes as [PlannedClash, PlannedClash];
    expect([staged.kind, disk.kind]).toEqual(['staged_clash', 'uncommitted_clash']);
    const choices = [take(staged, 'theirs'), take(disk, 'ours')];
    await applyProposal(open, { proposal: 'x', token, choices }, givens);
    expect(repo.git('show', ':a.md')).toBe(AGENT.trimEnd());
    expect(repo.read('a.md')).toBe(CLASH);
  });
});

function recovered(repo: TestRepo): string[] {
  const folder = join(repo.root, '.git/docket/recovery');
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder).filter((name) => name.endsWith('.bytes'));
  return files.map((name) => repo.read(`.git/docket/recovery/${name}`));
}

interface Row {
  readonly what: string;
  readonly make: (repo: TestRepo) => void;
  readonly shape: string;
  /** What there is afterwards: on the target, and on disk. */
  readonly ours: Ends;
  readonly theirs: Ends;
}
type Ends = readonly [branch: string | null, disk: string | null];

const WHOLE: readonly Row[] = [
  {
    what: 'the target deleted what it changes',
    make: (repo) => {
      propose(repo, 'x', { 'a.md': AGENT, 'b.md': 'B\n' });
      repo.git('rm', '-q', 'a.md');
      repo.git('commit', '-qm', 'Gone');
    },
    shape: 'delete/modify',
    ours: [null, null],
    theirs: [AGENT, AGENT],
  },
  {
    what: 'it deletes what the target changed',
    make: (repo) => {
      propose(repo, 'x', { 'a.md': null, 'b.md': 'B\n' });
      repo.commit({ 'a.md': CLASH });
    },
    shape: 'delete/modify',
    ours: [CLASH, CLASH],
    theirs: [null, null],
  },
  {
    what: 'both added it',
    make: (repo) => {
      repo.git('rm', '-q', 'a.md');
      repo.git('commit', '-qm', 'Gone');
      propose(repo, 'x', { 'a.md': AGENT, 'b.md': 'B\n' });
      repo.commit({ 'a.md': CLASH });
    },
    shape: 'add/add',
    ours: [CLASH, CLASH],
    theirs: [AGENT, AGENT],
  },
  {
    what: 'both changed what is no text',
    make: (repo) => {
      repo.commit({ 'a.md': 'a\0' });
      propose(repo, 'x', { 'a.md': 'b\0', 'b.md': 'B\n' });
      repo.commit({ 'a.md': 'c\0' });
    },
    shape: 'binary',
    ours: ['c\0', 'c\0'],
    theirs: ['b\0', 'b\0'],
  },
  {
    what: 'the owner deleted the file',
    make: (repo) => {
      propose(repo, 'x', { 'a.md': AGENT, 'b.md': 'B\n' });
      rmSync(join(repo.root, 'a.md'));
    },
    shape: 'delete/modify',
    ours: [AGENT, null],
    theirs: [AGENT, AGENT],
  },
  {
    what: 'it deletes what the owner edits',
    make: (repo) => {
      propose(repo, 'x', { 'a.md': null, 'b.md': 'B\n' });
      repo.write({ 'a.md': CLASH });
    },
    shape: 'delete/modify',
    ours: [null, CLASH],
    theirs: [null, null],
  },
  {
    what: 'an untracked file is in the way',
    make: (repo) => {
      repo.git('rm', '-q', 'a.md');
      repo.git('commit', '-qm', 'Gone');
      propose(repo, 'x', { 'a.md': AGENT });
      repo.write({ 'a.md': CLASH });
    },
    shape: 'add/add',
    ours: [AGENT, CLASH],
    theirs: [AGENT, AGENT],
  },
];

describe.each(WHOLE)('S15: $what: $shape', ({ make, shape, ours, theirs }) => {
  test.each([['ours', ours] as const, ['theirs', theirs] as const])('%s', async (what, [branch, disk]) => {
    const repo = makeRepo(DOC);
    make(repo);
    const open = await opened(repo);
    const before = disk0(repo);
    const { token, clashes } = await clashing(open);
    expect(clashes).toMatchObject([{ doc: 'a.md', shape }]);
    await applyProposal(open, { proposal: 'x', token, choices: [take(clashes[0]!, what)] }, givens);
    expect(bytesOn(repo, 'HEAD:a.md')).toBe(branch?.trimEnd() ?? null);
    expect(disk0(repo)).toBe(disk);
    // What git has nowhere and is gone from disk is in recovery.
    const owners = repo.tryGit('cat-file', '-e', repo.gitInput(CLASH, 'hash-object', '--stdin')).status !== 0;
    if (before === CLASH && disk !== CLASH && owners) expect(recovered(repo)).toEqual([CLASH]);
    expect(repo.git('fsck', '--strict', '--no-dangling')).toBe('');
  });
});

function disk0(repo: TestRepo): string | null {
  return existsSync(join(repo.root, 'a.md')) ? repo.read('a.md') : null;
}

function bytesOn(repo: TestRepo, name: string): string | null {
  const shown = repo.tryGit('cat-file', 'blob', name);
  return shown.status === 0 ? shown.stdout.trimEnd() : null;
}

describe('B39: edited before it is approved', () => {
  const OWN = AGENT.replace(AGENTS, 'as the owner says it\n');

  test('the owner’s version lands, as the agent’s commit with one parent', async () => {
    const repo = makeRepo(DOC);
    const base = repo.git('rev-parse', 'HEAD');
    const tip = propose(repo, 'x', { 'a.md': AGENT, 'b.md': 'B\n' });
    const open = await opened(repo);
    const { token } = await preflight(open, 'x');
    const edited = [{ doc: 'a.md', text: OWN }];
    const done = await applyProposal(open, { proposal: 'x', token, edited }, givens);
    expect(done).toMatchObject({ how: 'commit', changed: true });
    expect(done).not.toHaveProperty('partial');
    expect(repo.git('log', '-1', '--format=%P %an')).toBe(
      `${base} ${repo.git('log', '-1', '--format=%an', tip)}`,
    );
    expect(repo.git('log', '-1', '--format=%(trailers:key=Docket-Hunks,valueonly)').trim()).toBe('1/2');
    expect(repo.read('a.md')).toBe(OWN);
    expect(repo.read('b.md')).toBe('B\n');
    expect(repo.git('status', '--porcelain')).toBe('');
    expect(await outcomeOf(open, { id: 'x', tip, target: 'main' })).toMatchObject({
      outcome: 'applied',
      changed: true,
      docs: { 'a.md': 'applied', 'b.md': 'applied' },
    });
  });

  test('it settles what clashes with the target', async () => {
    const repo = makeRepo(DOC);
    propose(repo, 'x', { 'a.md': AGENT });
    repo.commit({ 'a.md': CLASH });
    const open = await opened(repo);
    const { token } = await clashing(open);
    await applyProposal(open, { proposal: 'x', token, edited: [{ doc: 'a.md', text: OWN }] }, givens);
    expect(repo.read('a.md')).toBe(OWN);
  });

  test('edited to what it was: the whole proposal', async () => {
    const repo = makeRepo(DOC);
    const tip = propose(repo, 'x', { 'a.md': AGENT });
    const open = await opened(repo);
    const { token } = await preflight(open, 'x');
    const edited = [{ doc: 'a.md', text: AGENT }];
    expect(await applyProposal(open, { proposal: 'x', token, edited }, givens)).toMatchObject({
      how: 'fast-forward',
      oid: tip,
    });
  });

  test.each([
    [{ edited: [{ doc: 'z.md', text: '' }] }, 'does not change z.md'],
    [{ edited: [{ doc: 'a.md', text: text() }] }, 'stays as it is'],
    [{ choices: [{ doc: 'a.md', clash: 'f'.repeat(20), take: 'ours' }] }, 'Nothing clashes'],
  ] as const)('refused: %j', async (said, says) => {
    const repo = makeRepo(DOC);
    propose(repo, 'x', { 'a.md': AGENT });
    const open = await opened(repo);
    const { token } = await preflight(open, 'x');
    const refusal = await refusalOf(applyProposal(open, { proposal: 'x', token, ...said }, givens));
    expect(refusal.message).toContain(says);
    expect(refusal.hint).toBeTruthy();
  });
});
