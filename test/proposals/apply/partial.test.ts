import { describe, expect, test } from 'vitest';
import { applyProposal, outcomeOf, type PlannedHunk, preflight } from '../../../src/proposals/index.ts';
import { makeRepo } from '../../helpers/make-repo.ts';
import { listing } from '../../repo/landing/landings.ts';
import { givens, opened, propose, refusalOf } from './proposing.ts';
import { text } from './sides.ts';

/** Three changes, far from each other. */
const DOC = { 'a.md': text(), 'b.md': 'b\n', 'old.md': text().replaceAll('line', 'row') };
const TWO = text('agent', 'unstaged');

function idsOf(hunks: readonly PlannedHunk[], wanted: (hunk: PlannedHunk) => boolean): string[] {
  return hunks.filter(wanted).map(({ id }) => id);
}

const holds = (words: string) => (hunk: PlannedHunk) => hunk.new.join('').includes(words);

test('B29: S16: only the chosen changes land, in one commit of the agent’s on the target', async () => {
  const repo = makeRepo(DOC);
  const base = repo.git('rev-parse', 'HEAD');
  const tip = propose(repo, 'x', { 'a.md': TWO, 'b.md': 'B\n' });
  const open = await opened(repo);
  const { token, hunks } = await preflight(open, 'x');
  expect(hunks).toHaveLength(3);
  const chosen = idsOf(hunks, holds('agent'));
  const done = await applyProposal(open, { proposal: 'x', token, hunks: chosen }, givens);
  expect(done).toMatchObject({ how: 'commit', partial: { landed: 1, of: 3 } });
  expect(repo.git('log', '-1', '--format=%P%n%an%n%cn%n%B')).toBe(
    `${base}\n${repo.git('log', '-1', '--format=%an', tip)}\nOlive Owner\nChange by x\n\nDocket-Applied: x@${tip}\nDocket-Hunks: 1/3\n`,
  );
  expect(repo.git('diff', '--name-only', base, 'HEAD')).toBe('a.md');
  expect(repo.read('a.md')).toBe(text('agent'));
  expect(repo.read('b.md')).toBe('b\n');
  expect(repo.git('status', '--porcelain')).toBe('');
  expect(await outcomeOf(open, { id: 'x', tip, target: 'main' })).toMatchObject({
    outcome: 'applied',
    oid: done.oid,
    partial: { landed: 1, of: 3 },
    docs: { 'a.md': 'partial', 'b.md': 'not' },
  });
  expect(JSON.parse(reviewOf(repo))).toMatchObject({
    applied: { oid: done.oid, target: 'main', partial: { landed: 1, of: 3 } },
  });
});

function reviewOf(repo: { git(...args: string[]): string }): string {
  const name = repo.git('ls-tree', '--name-only', 'refs/docket/reviews/x').split('\n').at(-1)!;
  return repo.git('show', `refs/docket/reviews/x:${name}`);
}

test('B30: the last of many changes alone stands where it stood in what was proposed', async () => {
  const lines = Array.from({ length: 60 }, (_, i) => `line ${i}`);
  const repo = makeRepo({ 'a.md': `${lines.join('\n')}\n` });
  const longer = lines.flatMap((line, i) => (i % 10 === 5 ? [line, `new ${i}a`, `new ${i}b`] : [line]));
  propose(repo, 'x', { 'a.md': `${longer.join('\n')}\n` });
  const open = await opened(repo);
  const { token, hunks } = await preflight(open, 'x');
  expect(hunks).toHaveLength(6);
  await applyProposal(open, { proposal: 'x', token, hunks: [hunks[5]!.id, hunks[1]!.id] }, givens);
  const wanted = lines.flatMap((line, i) =>
    i === 15 || i === 55 ? [line, `new ${i}a`, `new ${i}b`] : [line],
  );
  expect(repo.read('a.md')).toBe(`${wanted.join('\n')}\n`);
});

test('S16: all changes chosen are the whole proposal', async () => {
  const repo = makeRepo(DOC);
  const tip = propose(repo, 'x', { 'a.md': TWO, 'b.md': 'B\n' });
  const target = repo.commit({ 'n.md': 'n\n' });
  const open = await opened(repo);
  const { token, hunks } = await preflight(open, 'x');
  const done = await applyProposal(open, { proposal: 'x', token, hunks: hunks.map(({ id }) => id) }, givens);
  expect(done).toMatchObject({ how: 'merge' });
  expect(done).not.toHaveProperty('partial');
  expect(repo.git('log', '-1', '--format=%P')).toBe(`${target} ${tip}`);
});

test('S16: what was left out can still be merged', async () => {
  const repo = makeRepo(DOC);
  const tip = propose(repo, 'x', { 'a.md': TWO, 'b.md': 'B\n' });
  const open = await opened(repo);
  const { token, hunks } = await preflight(open, 'x');
  await applyProposal(open, { proposal: 'x', token, hunks: idsOf(hunks, holds('agent')) }, givens);
  repo.git('merge', '-q', '-m', 'The rest', tip);
  expect(repo.read('a.md')).toBe(TWO);
  expect(repo.read('b.md')).toBe('B\n');
});

test('the owner’s edits and what the target has stay under a part', async () => {
  const repo = makeRepo(DOC);
  propose(repo, 'x', { 'a.md': text('agent', 'staged'), 'b.md': 'B\n' });
  repo.commit({ 'a.md': text('target') });
  repo.write({ 'a.md': text('target', 'unstaged') });
  const open = await opened(repo);
  const { token, hunks } = await preflight(open, 'x');
  await applyProposal(open, { proposal: 'x', token, hunks: idsOf(hunks, holds('agent')) }, givens);
  expect(repo.git('show', 'HEAD:a.md')).toBe(text('target', 'agent').trimEnd());
  expect(repo.read('a.md')).toBe(text('target', 'agent', 'unstaged'));
  expect(repo.git('status', '--porcelain')).toBe(' M a.md');
});

describe('S16: what concerns a whole doc is one change', () => {
  const CHANGE = {
    'n.md': 'n\n',
    'empty.md': '',
    'b.md': null,
    'new.md': ['old.md', DOC['old.md'].replace('row 3', 'ROW')],
    'a.md': text('agent'),
  } as const;
  test.each([
    ['add', 'n.md', ['a.md', 'b.md', 'n.md', 'old.md']],
    ['add', 'empty.md', ['a.md', 'b.md', 'empty.md', 'old.md']],
    ['delete', 'b.md', ['a.md', 'old.md']],
    ['rename', 'new.md', ['a.md', 'b.md', 'new.md']],
  ] as const)('%s %s', async (what, doc, after) => {
    const repo = makeRepo(DOC);
    const before = repo.git('rev-parse', 'HEAD');
    propose(repo, 'x', CHANGE);
    const open = await opened(repo);
    const { token, hunks } = await preflight(open, 'x');
    const chosen = hunks.filter((hunk) => hunk.what === what && hunk.doc === doc);
    expect(chosen).toHaveLength(1);
    const done = await applyProposal(open, { proposal: 'x', token, hunks: [chosen[0]!.id] }, givens);
    expect(done.partial).toEqual({ landed: 1, of: 6 });
    expect(repo.git('ls-tree', '--name-only', 'HEAD').split('\n')).toEqual(after);
    if (what === 'rename') expect(repo.git('show', 'HEAD:new.md')).toBe(DOC['old.md'].trimEnd());
    expect(repo.git('diff', '--name-only', before, 'HEAD', '--', 'a.md')).toBe('');
    expect(repo.git('status', '--porcelain')).toBe('');
  });

  test('the edit of a doc without its new name', async () => {
    const repo = makeRepo(DOC);
    propose(repo, 'x', CHANGE);
    const open = await opened(repo);
    const { token, hunks } = await preflight(open, 'x');
    await applyProposal(open, { proposal: 'x', token, hunks: idsOf(hunks, holds('ROW')) }, givens);
    expect(repo.read('old.md')).toBe(DOC['old.md'].replace('row 3', 'ROW'));
    expect(repo.git('ls-tree', '--name-only', 'HEAD').split('\n')).toEqual(['a.md', 'b.md', 'old.md']);
    expect(repo.git('status', '--porcelain')).toBe('');
  });

  test('content that is no text', async () => {
    const repo = makeRepo({ ...DOC, 'i.png': Buffer.from([0, 1, 2]) });
    propose(repo, 'x', { 'i.png': Buffer.from([0, 9]), 'a.md': TWO });
    const open = await opened(repo);
    const { token, hunks } = await preflight(open, 'x');
    await applyProposal(
      open,
      { proposal: 'x', token, hunks: idsOf(hunks, ({ what }) => what === 'binary') },
      givens,
    );
    expect(repo.git('diff', '--name-only', 'HEAD~', 'HEAD')).toBe('i.png');
    expect(repo.git('status', '--porcelain')).toBe('');
  });
});

describe('refused, with nothing changed', () => {
  test.each([
    ['nothing chosen', () => [], 'invalid_input', 'nothing would land'],
    ['an id that is not in the plan', () => ['0'.repeat(20)], 'invalid_input', 'no change 0000'],
  ] as const)('%s', async (_, chosen, code, says) => {
    const repo = makeRepo(DOC);
    propose(repo, 'x', { 'a.md': TWO });
    const open = await opened(repo);
    const { token } = await preflight(open, 'x');
    const before = listing(repo.root);
    const refusal = await refusalOf(applyProposal(open, { proposal: 'x', token, hunks: chosen() }, givens));
    expect(refusal).toMatchObject({ code, message: expect.stringContaining(says) });
    expect(listing(repo.root)).toEqual(before);
  });

  test('S13: hunks without a token', async () => {
    const repo = makeRepo(DOC);
    const tip = propose(repo, 'x', { 'a.md': TWO });
    const open = await opened(repo);
    const { hunks } = await preflight(open, 'x');
    const refusal = await refusalOf(
      applyProposal(open, { proposal: 'x', tip, hunks: [hunks[0]!.id] }, givens),
    );
    expect(refusal).toMatchObject({ code: 'review_needed', details: { field: 'hunks' } });
  });
});
