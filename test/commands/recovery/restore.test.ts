import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repoAt } from '../../helpers/make-repo.ts';
import { callingIn } from '../doc-call.ts';
import { lines, refusalOf, sha256, stateOf, withCopies } from './copies.ts';

test('S23: writes the bytes back, keeps what they replace, and leaves index and refs alone', async () => {
  const { run, words, keep, repo } = await withCopies();
  const lost = Buffer.from([0xef, 0xbb, 0xbf, 0x61, 0x0d, 0x0a, 0xff, 0x00]);
  const id = await keep('guide.md', lost);
  const before = [repo.git('for-each-ref'), repo.git('ls-files', '-s')];
  const { kept, ...done } = await run('recovery.restore', { id });
  expect(done).toEqual({ id, sha256: sha256(lost), doc: 'guide.md' });
  expect(repo.bytes('guide.md')).toEqual(lost);
  expect([repo.git('for-each-ref'), repo.git('ls-files', '-s')]).toEqual(before);
  expect(await run('recovery.restore', { id })).toMatchObject({ unchanged: true });
  expect(await words('recovery.restore', { id: kept.slice(0, 16) })).toMatch(
    new RegExp(`^guide.md holds ${kept} again, uncommitted. What it held before is kept as `),
  );
  expect(repo.read('guide.md')).toBe(lines());
});

test('by doc the newest copy is meant; a removed file comes back, another path may be named', async () => {
  const { run, keep, repo } = await withCopies();
  await keep('notes/a.md', 'older\n');
  await keep('notes/a.md', 'newer\n');
  expect(await run('recovery.restore', { doc: 'notes/a.md' })).not.toHaveProperty('kept');
  expect(repo.read('notes/a.md')).toBe('newer\n');
  await run('recovery.restore', { doc: 'notes/a.md', to: 'deep/er/b.md' });
  expect(repo.read('deep/er/b.md')).toBe('newer\n');
  expect(repo.read('notes/a.md')).toBe('newer\n');
});

test('print answers the text and writes nothing', async () => {
  const { run, words, keep, repo } = await withCopies();
  const before = stateOf(repo);
  const id = await keep('guide.md', 'lost\u202e\nwords\n');
  expect((await run('recovery.restore', { id, print: true })).text).toBe('lost\u202e\nwords\n');
  expect(await words('recovery.restore', { id, print: true })).toBe('lost<U+202E>\nwords\n');
  const binary = await keep('guide.md', Buffer.from([0, 255]));
  expect(await refusalOf(run('recovery.restore', { id: binary, print: true }))).toMatchObject({
    code: 'binary',
  });
  expect(stateOf(repo)).toBe(before);
});

test('an open doc follows the restored file, and one with unsaved edits goes stale', async () => {
  const { run, keep, session } = await withCopies();
  await run('doc.open', { doc: 'b.md' });
  await run('recovery.restore', { id: await keep('b.md', 'restored\n') });
  await session.sync();
  expect((await run('doc.read', { doc: 'b.md' })).text).toBe('restored\n');
  await run('doc.edit', { doc: 'b.md', edits: [{ oldText: 'restored', newText: 'mine' }] });
  await run('recovery.restore', { id: await keep('b.md', 'older\n') });
  expect(await run('doc.status', { doc: 'b.md' })).toMatchObject({ stale: true, dirty: true });
});

test('refuses what is unknown, damaged, unclear, out of the repository, or not the owner’s to say', async () => {
  const { run, keep, repo, session } = await withCopies();
  const codeOf = async (input: object) => (await refusalOf(run('recovery.restore', input))).code;
  expect(await codeOf({ id: 'none' })).toBe('not_found');
  const [one, two] = [await keep('b.md', '1'), await keep('b.md', '2')];
  expect(await codeOf({ id: one.slice(0, 8) })).toBe('ambiguous');
  expect(await codeOf({})).toBe('invalid_input');
  expect(await codeOf({ id: one, doc: 'b.md' })).toBe('invalid_input');
  expect(await codeOf({ doc: 'guide.md' })).toBe('not_found');
  expect(await codeOf({ id: one, to: '../out.md' })).toBe('path_outside_repo');
  expect(await codeOf({ id: one, to: '.git/config' })).toBe('path_in_git_dir');
  writeFileSync(join(session.repo.stateDir, 'recovery', `${two}.bytes`), 'other');
  expect(await codeOf({ id: two })).toBe('disk_differs');
  expect(repo.read('b.md')).toBe('b\n');
  const agent = await callingIn(repo, 'mcp');
  expect((await refusalOf(agent.run('recovery.restore', { id: one }))).code).toBe('owner_only');
});

test('S37: waits for nothing: with a merge in progress it is refused', async () => {
  const { run, keep, repo } = await withCopies();
  writeFileSync(join(repo.root, '.git/MERGE_HEAD'), `${repo.git('rev-parse', 'HEAD')}\n`);
  const id = await keep('b.md', '1');
  expect((await refusalOf(run('recovery.restore', { id }))).code).toBe('blocked_by_operation');
  expect(repo.read('b.md')).toBe('b\n');
});

test('a copy from another work tree needs the path to write it to', async () => {
  const { keep, repo } = await withCopies();
  const id = await keep('b.md', 'of the main tree\n');
  const place = `${repo.root}-side`;
  repo.git('worktree', 'add', '-q', place, '-b', 'side');
  const side = await callingIn(repoAt(place), 'session');
  expect(await refusalOf(side.run('recovery.restore', { id }))).toMatchObject({
    code: 'review_needed',
    details: { worktree: repo.root },
  });
  await side.run('recovery.restore', { id, to: 'b.md' });
  expect(side.repo.read('b.md')).toBe('of the main tree\n');
  expect(repo.read('b.md')).toBe('b\n');
  await side.actor.end();
  repo.git('worktree', 'remove', '--force', place);
});
