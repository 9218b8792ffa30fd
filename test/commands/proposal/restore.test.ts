import { expect, test } from 'vitest';
import { text } from '../../proposals/apply/sides.ts';
import { makeDoors } from './doors.ts';

async function waiting() {
  const doors = await makeDoors({ 'a.md': text() });
  const done = await doors.propose([await doors.edited('a.md', text('agent'))]);
  return { ...doors, ...done };
}

test('S75: proposal.restore brings a rejected proposal back as pending', async () => {
  const { disk, owner, proposal, tip } = await waiting();
  await owner.ask('proposal.reject', { proposal, tip });
  const before = disk.git('status', '--porcelain');
  expect(await owner.ask('proposal.restore', { proposal })).toEqual({
    proposal,
    was: 'rejected',
    how: 'reopen',
    outcome: 'pending',
    tip,
    revision: 1,
    target: 'main',
    warnings: [],
  });
  expect(disk.git('rev-parse', `proposals/${proposal}`)).toBe(tip);
  expect(disk.git('status', '--porcelain')).toBe(before);
  expect(await owner.words('proposal.list')).toContain(proposal);
});

test('one that git removed, in words', async () => {
  const { disk, owner, proposal, tip } = await waiting();
  disk.git('branch', '-q', '-D', `proposals/${proposal}`);
  expect(await owner.words('proposal.restore', { proposal })).toBe(
    `${proposal} is pending again at ${tip.slice(0, 10)}.`,
  );
});

test('one that was applied and reverted comes back as a new revision', async () => {
  const { disk, owner, proposal, tip } = await waiting();
  await owner.ask('proposal.apply', { proposal, tip });
  disk.git('revert', '--no-edit', 'HEAD');
  const main = disk.git('rev-parse', 'main');
  expect(await owner.words('proposal.restore', { proposal })).toBe(
    `${proposal} is pending again as revision 2, on what main has now.`,
  );
  expect(disk.git('rev-parse', `proposals/${proposal}~1`, 'main')).toBe(`${main}\n${main}`);
  expect(disk.git('show', `proposals/${proposal}:a.md`)).toBe(text('agent').trimEnd());
});

test('a branch that is there: exists; one whose change is there: already_ended', async () => {
  const { owner, proposal, tip } = await waiting();
  await expect(owner.ask('proposal.restore', { proposal })).rejects.toMatchObject({ code: 'exists' });
  await owner.ask('proposal.apply', { proposal, tip });
  await expect(owner.ask('proposal.restore', { proposal })).rejects.toMatchObject({
    code: 'already_ended',
  });
});
