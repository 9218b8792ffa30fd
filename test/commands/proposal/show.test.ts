import { expect, test } from 'vitest';
import { makeDoors } from './doors.ts';

test('proposal.show says all that is known', async () => {
  const { disk, owner, edited, propose } = await makeDoors({ 'a.md': '1\n2\n' });
  const base = disk.git('rev-parse', 'HEAD');
  const done = await propose([await edited('a.md', '1\nII\n', { edits: ['Edited line 2 \u200b'] })], {
    summary: 'Roman',
  });
  disk.commit({ 'b.md': 'b\n' }, 'Owner');
  expect(await owner.ask('proposal.show', { proposal: done.proposal })).toMatchObject({
    proposal: done.proposal,
    state: 'pending',
    tip: done.tip,
    base,
    behind: 1,
    added: 1,
    removed: 1,
    commits: [{ oid: done.tip, subject: 'Roman', by: 'scribe' }],
    paths: [{ doc: 'a.md', what: 'change', added: 1, removed: 1 }],
    outcome: { outcome: 'pending', tip: done.tip },
  });
  expect(await owner.words('proposal.show', { proposal: 'roman' })).toBe(
    [
      `${done.proposal}  Roman`,
      '  state   pending',
      expect.anything(),
      `  tip     ${done.tip} (revision 1)`,
      '  target  main, which went on by 1 commit',
      '  change  a.md  +1 -1',
      '  edit    Edited line 2 <U+200B>',
    ]
      .map((line, at) =>
        at === 2
          ? `  by      scribe, ${disk.git('show', '-s', '--format=%cI', done.tip).replace('+00:00', 'Z')}`
          : line,
      )
      .join('\n'),
  );
});

test('proposal.show refuses what is not there', async () => {
  const { owner } = await makeDoors({ 'a.md': 'a\n' });
  await expect(owner.ask('proposal.show', { proposal: 'x' })).rejects.toMatchObject({
    code: 'no_such_proposal',
  });
  await expect(owner.ask('proposal.show', {})).rejects.toMatchObject({ code: 'invalid_input' });
});
