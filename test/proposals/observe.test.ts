// What a process that was killed right after git moved the refs did not write into the log, the next look does.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listEvents, observeProposals, undoProposal } from '../../src/proposals/index.ts';
import { makeRepo } from '../helpers/make-repo.ts';
import { approve, givens, opened, propose } from './apply/proposing.ts';
import { text } from './apply/sides.ts';

test.each(['back', 'revert'])('S42: an undo (%s) that the log does not tell of is told once', async (how) => {
  const disk = makeRepo({ 'a.md': text() });
  propose(disk, 'x', { 'a.md': text('agent') });
  const first = await opened(disk);
  await observeProposals(first, givens);
  await approve(first, 'x');
  if (how === 'revert') disk.git('branch', 'holds');
  expect((await undoProposal(first, { proposal: 'x' }, givens)).how).toBe(how);
  const log = join(disk.root, '.git/docket/events.jsonl');
  const lines = readFileSync(log, 'utf8').split('\n');
  expect(lines.at(-2)).toContain('proposal.reopened');
  writeFileSync(log, `${lines.slice(0, -2).join('\n')}\n`);

  for (let look = 0; look < 2; look++) {
    const repo = await opened(disk);
    await observeProposals(repo, givens);
    const { events } = await listEvents(repo, null, 100);
    expect(events.map(({ kind }) => kind).filter((kind) => kind === 'proposal.reopened')).toHaveLength(1);
  }
});
