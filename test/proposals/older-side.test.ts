// A commit of a side branch that is older than a proposal holds what the target had then, not what it took in since.
import { expect, test } from 'vitest';
import { listProposals, outcomeOf, preflight, undoProposal } from '../../src/proposals/index.ts';
import { makeRepo } from '../helpers/make-repo.ts';
import { approve, givens, opened, propose } from './apply/proposing.ts';
import { text } from './apply/sides.ts';

test('S29: an undone proposal stays pending when a change lands that was made on top of it before', async () => {
  const disk = makeRepo({ 'a.md': text() });
  propose(disk, 'x', { 'a.md': text('agent') });
  const repo = await opened(disk);
  await approve(repo, 'x');
  propose(disk, 'y', { 'a.md': text('agent', 'staged') });
  const { tip, how } = await undoProposal(repo, { proposal: 'x' }, givens);
  expect(how).toBe('revert');
  await approve(repo, 'y');
  expect(disk.read('a.md')).toBe(text('staged'));

  expect(await outcomeOf(repo, { id: 'x', tip, target: 'main' })).toMatchObject({ outcome: 'pending' });
  expect((await listProposals(repo)).map(({ id }) => id)).toEqual(['x']);
  expect(await preflight(repo, 'x')).toMatchObject({ plan: 'merge' });
  await approve(repo, 'x');
  expect(disk.git('show', 'main:a.md')).toBe(text('agent', 'staged').trimEnd());
});
