import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { repoAt } from '../../helpers/make-repo.ts';
import { approve, propose } from '../../proposals/apply/proposing.ts';
import { callingIn } from '../doc-call.ts';
import { lines, refusalOf, sha256, withCopies } from './copies.ts';

test('S23: tells when, of which doc, why, how much and the hash of what an approval replaced', async () => {
  const { run, words, repo, session } = await withCopies();
  propose(repo, 'x', { 'guide.md': lines({ 2: 'two' }) });
  const mine = lines({ 11: 'mine' });
  repo.write({ 'guide.md': mine });
  await approve(session.repo, 'x');
  expect(repo.read('guide.md')).toBe(lines({ 2: 'two', 11: 'mine' }));
  const { copies, total } = await run('recovery.list');
  expect(copies).toEqual([
    {
      id: expect.stringMatching(/^\d{14}-[0-9a-f-]{36}$/),
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      doc: 'guide.md',
      why: 'before x was merged into it',
      size: mine.length,
      sha256: sha256(mine),
    },
  ]);
  expect(total).toBe(1);
  expect(readFileSync(`${session.repo.stateDir}/recovery/${copies[0].id}.bytes`, 'utf8')).toBe(mine);
  expect(await words('recovery.list')).toContain('guide.md  84 bytes  before x was merged into it');
});

test('newest first, of one path, some of many, and of another work tree', async () => {
  const { run, words, keep, repo } = await withCopies();
  expect(await words('recovery.list')).toBe('Nothing is kept.');
  const [first, second, third] = [
    await keep('b.md', '1'),
    await keep('guide.md', '2'),
    await keep('b.md', '3'),
  ];
  expect((await run('recovery.list')).copies.map(({ id }: { id: string }) => id)).toEqual([
    third,
    second,
    first,
  ]);
  expect((await run('recovery.list', { doc: 'b.md' })).total).toBe(2);
  expect(await words('recovery.list', { limit: 1 })).toContain('1 of 3; ask for more with --limit');
  repo.git('worktree', 'add', '-q', `${repo.root}-side`, '-b', 'side');
  const side = await callingIn(repoAt(`${repo.root}-side`), 'session');
  expect((await side.run('recovery.list')).copies[0]).toMatchObject({ id: third, worktree: repo.root });
  repo.git('worktree', 'remove', '--force', `${repo.root}-side`);
});

test('is the owner’s: an agent sees nothing of it', async () => {
  const { run, keep } = await withCopies('mcp');
  await keep('b.md', 'secret\n');
  expect(await refusalOf(run('recovery.list'))).toMatchObject({ code: 'owner_only' });
});
