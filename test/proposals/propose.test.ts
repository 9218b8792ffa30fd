import { expect, test } from 'vitest';
import { textAt } from '../../src/proposals/index.ts';
import { makeStory, owners } from './story.ts';

test('S5: a save is a commit on a branch of its own, on the commit it was opened on', async () => {
  const { disk, repo, edited, propose } = await makeStory({ 'guide/intro.md': 'one\ntwo\n', 'b.md': 'b\n' });
  const before = owners(disk);
  const main = disk.git('rev-parse', 'main');
  const done = await propose([await edited('guide/intro.md', 'one\ntwo!\n')], {
    summary: 'Shout in the intro',
  });

  expect(done).toMatchObject({ revision: 1, target: 'main', outcome: 'pending', warnings: [] });
  expect(done.proposal).toMatch(/^shout-in-the-intro-[a-z2-7]{4}$/);
  expect(done.docs).toEqual([{ doc: 'guide/intro.md', added: 1, removed: 1 }]);
  expect(disk.git('rev-parse', `proposals/${done.proposal}`)).toBe(done.tip);
  expect(disk.git('rev-parse', `refs/docket/revisions/${done.proposal}/1`)).toBe(done.tip);
  expect(disk.git('rev-parse', `${done.tip}^`)).toBe(main);
  expect(await textAt(repo, done.tip, 'guide/intro.md')).toBe('one\ntwo!\n');
  expect(disk.git('show', '-s', '--format=%an <%ae>|%cn <%ce>', done.tip)).toBe(
    'scribe <scribe@agents.docket.invalid>|Olive Owner <olive@example.com>',
  );
  expect(disk.git('show', '-s', '--format=%B', done.tip)).toMatch(
    new RegExp(
      [
        '^Shout in the intro\n',
        'Edited guide/intro.md\n',
        `Docket-Proposal: ${done.proposal}`,
        'Docket-Target: main',
        'Docket-Agent: scribe/1.0',
        'Docket-Session: session-1',
        'Docket-Worktree: [0-9a-f]{12}',
        'Docket-Doc: guide/intro.md',
      ].join('\n'),
    ),
  );
  expect(disk.git('diff', '--name-only', 'main', done.tip)).toBe('guide/intro.md');
  expect(owners(disk)).toBe(before);
  expect(disk.git('fsck', '--strict')).toBe('');
});

test('S4: uncommitted lines of the owner never enter', async () => {
  const { disk, repo, edited, propose } = await makeStory({ 'a.md': '1\n2\n3\n4\n5\n6\n7\n' });
  disk.write({ 'a.md': '1\nOWNER\n3\n4\n5\n6\n7\n' });
  const before = owners(disk);
  const done = await propose([await edited('a.md', '1\nOWNER\n3\n4\n5\n6\nAGENT\n')]);
  expect(await textAt(repo, done.tip, 'a.md')).toBe('1\n2\n3\n4\n5\n6\nAGENT\n');
  expect(owners(disk)).toBe(before);
  expect(disk.read('a.md')).toContain('OWNER');
});

test('S4: an edit of uncommitted lines is refused with the lines, and changes nothing', async () => {
  const { disk, edited, propose } = await makeStory({ 'a.md': '1\n2\n3\n' });
  disk.write({ 'a.md': '1\nOWNER\n3\n' });
  const before = disk.git('for-each-ref');
  await expect(propose([await edited('a.md', '1\nOWNER and agent\n3\n')])).rejects.toMatchObject({
    code: 'uncommitted_clash',
    message: expect.stringContaining('line 2'),
    details: {
      doc: 'a.md',
      clashes: [{ base: [1, 2], disk: ['OWNER\n'], ours: ['OWNER and agent\n'], theirs: ['2\n'] }],
    },
    hint: expect.stringContaining('owner'),
  });
  expect(disk.git('for-each-ref')).toBe(before);
});
