// Undo of an approval that was not of all, or not of all as it was proposed.
import { describe, expect, test } from 'vitest';
import {
  applyProposal,
  outcomeOf,
  preflight,
  redoProposal,
  undoProposal,
} from '../../../src/proposals/index.ts';
import { text } from '../apply/sides.ts';
import { givens, makeRepo, opened, ownersState, propose, takers } from './undoing.ts';

/** One of two changes of the proposal was approved. */
async function half() {
  const disk = makeRepo({ 'a.md': text(), 'b.md': 'b\n' });
  const tip = propose(disk, 'x', { 'a.md': text('agent'), 'b.md': 'B\n' });
  const before = disk.git('rev-parse', 'main');
  const repo = await opened(disk);
  const { token, hunks } = await preflight(repo, 'x');
  const chosen = hunks.filter(({ doc }) => doc === 'a.md').map(({ id }) => id);
  const { oid } = await applyProposal(repo, { proposal: 'x', token, hunks: chosen }, givens);
  return { disk, repo, tip, before, oid, ...takers(repo) };
}

describe('S16, S22: undo of a part', () => {
  test('S22: the branch goes back and all of it is pending; redo lands the same part', async () => {
    const x = await half();
    const after = ownersState(x.disk);
    expect(await x.undo()).toMatchObject({ how: 'back', tip: x.tip, targetOid: x.before });
    expect(x.disk.read('a.md')).toBe(text());
    expect(await outcomeOf(x.repo, { id: 'x', tip: x.tip, target: 'main' })).toMatchObject({
      outcome: 'pending',
    });
    await x.redo();
    expect(ownersState(x.disk)).toEqual(after);
    expect(await outcomeOf(x.repo, { id: 'x', tip: x.tip, target: 'main' })).toMatchObject({
      outcome: 'applied',
      oid: x.oid,
      partial: { landed: 1, of: 2 },
      docs: { 'a.md': 'applied', 'b.md': 'not' },
    });
  });

  test('S22: by a commit: the new revision is the whole proposal, and redo asks to choose again', async () => {
    const x = await half();
    x.disk.git('tag', 'v1');
    const { tip } = await x.undo();
    expect(x.disk.git('log', '-1', '--format=%b', 'main')).toContain(`This reverts commit ${x.oid}.`);
    expect(x.disk.git('rev-parse', 'main^{tree}')).toBe(x.disk.git('rev-parse', `${x.before}^{tree}`));
    expect(x.disk.git('rev-parse', `${tip}^{tree}`)).toBe(x.disk.git('rev-parse', `${x.tip}^{tree}`));
    await expect(x.redo()).rejects.toMatchObject({
      code: 'review_needed',
      details: { partial: { landed: 1, of: 2 } },
    });
  });
});

test('S22: two owners undo an approval at once: one does', async () => {
  const x = await half();
  const others = [await opened(x.disk), await opened(x.disk)];
  const done = await Promise.allSettled(others.map((repo) => undoProposal(repo, { proposal: 'x' }, givens)));
  expect(done.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(x.disk.git('rev-parse', 'main')).toBe(x.before);
  expect(x.disk.git('status', '--porcelain')).toBe('');
  const again = await Promise.allSettled(others.map((repo) => redoProposal(repo, { proposal: 'x' }, givens)));
  expect(again.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(x.disk.git('rev-parse', 'main')).toBe(x.oid);
  expect(x.disk.git('status', '--porcelain')).toBe('');
});
