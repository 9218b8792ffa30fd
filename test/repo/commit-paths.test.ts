import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { commitPaths, identity, openRepo, readDisk } from '../../src/repo/index.ts';
import { makeRepo, type TestRepo } from '../helpers/make-repo.ts';

async function opened(made: TestRepo) {
  const repo = await openRepo(made.root);
  onTestFinished(() => repo.close());
  return repo;
}

function hook(made: TestRepo, name: string, script: string): void {
  made.write({ [`.git/hooks/${name}`]: `#!/bin/sh\n${script}\n` });
  made.executable(`.git/hooks/${name}`);
}

/** A repository where much else is staged, unstaged and untracked. */
function busy(): TestRepo {
  const made = makeRepo({
    'a.md': 'a\n',
    'b.md': 'b\n',
    'gone.md': 'g\n',
    'other.md': '1\n',
    'both.md': '1\n',
    'old name.md': 'n\n',
  });
  made.write({ 'other.md': '2\n', 'both.md': '2\n', 'staged-new.md': 's\n' });
  made.git('add', 'other.md', 'both.md', 'staged-new.md');
  made.git('rm', '-q', '--cached', 'b.md');
  made.write({ 'both.md': '3\n', untracked: 'u' });
  return made;
}

const staged = (made: TestRepo) => made.git('diff', '--cached', '--raw', '--no-renames');

test('S27: exactly the named paths are committed, new, changed and gone; all else stays staged as it was', async () => {
  const made = busy();
  const repo = await opened(made);
  const before = staged(made);
  made.write({ 'a.md': 'a2\n', 'new/in é.md': 'n\n', 'new\nline': 'x' });
  rmSync(join(made.root, 'gone.md'));
  const paths = ['a.md', 'new/in é.md', 'gone.md', 'new\nline'];
  const { oid, hooksRewrote } = await commitPaths(repo, paths, { message: 'Save these\n\n# kept' });
  expect([oid, hooksRewrote]).toEqual([made.git('rev-parse', 'HEAD'), false]);
  expect(
    made.git('diff-tree', '-r', '-z', '--no-commit-id', '--name-status', 'HEAD').split('\0').filter(Boolean),
  ).toEqual(['M', 'a.md', 'D', 'gone.md', 'A', 'new\nline', 'A', 'new/in é.md']);
  expect(made.git('log', '-1', '--format=%an %ae|%B')).toBe(
    'Olive Owner olive@example.com|Save these\n\n# kept\n',
  );
  expect(staged(made)).toBe(before);
  expect(made.git('status', '--porcelain', '--', 'a.md', 'new', 'gone.md')).toBe('');
  expect(made.read('both.md')).toBe('3\n');
});

test('magic and patterns in names are taken literally', async () => {
  const made = makeRepo({ 'x.md': '1', '*.md': '1', ':(top)x': '1' });
  const repo = await opened(made);
  made.write({ 'x.md': '2', '*.md': '2', ':(top)x': '2', '-a': '1' });
  await commitPaths(repo, ['*.md', ':(top)x', '-a'], { message: '-m' });
  expect(made.git('show', '--format=%s', '--name-only', 'HEAD').split('\n')).toEqual([
    '-m',
    '',
    '*.md',
    '-a',
    ':(top)x',
  ]);
  expect(made.git('status', '--porcelain')).toBe(' M x.md');
});

test('a first commit, and nothing to commit', async () => {
  const made = makeRepo();
  const repo = await opened(made);
  made.write({ 'a.md': 'a\n', 'b.md': 'b\n' });
  const { oid } = await commitPaths(repo, ['a.md'], { message: 'First' });
  expect(made.git('ls-tree', '-r', '--name-only', oid)).toBe('a.md');
  expect(await commitPaths(repo, ['a.md'], { message: 'Again' })).toEqual({
    oid,
    hooksRewrote: false,
    unchanged: true,
  });
  expect(made.git('status', '--porcelain')).toBe('?? b.md');
});

test('S27: a hook that refuses leaves the file written, uncommitted, and the index as it was', async () => {
  const made = busy();
  const repo = await opened(made);
  const [tip, before] = [made.git('rev-parse', 'HEAD'), made.git('ls-files', '--stage')];
  made.write({ 'a.md': 'a2\n', 'new.md': 'n\n' });
  for (const [name, script] of [
    ['pre-commit', 'echo spelling >&2; exit 1'],
    ['commit-msg', 'echo no ticket; exit 3'],
  ] as const) {
    hook(made, name, script);
    await expect(commitPaths(repo, ['a.md', 'new.md'], { message: 'x' })).rejects.toMatchObject({
      code: 'hook_refused',
      details: { hook: name, written: true, said: expect.stringMatching(/spelling|no ticket/) },
      hint: expect.stringContaining('save again'),
    });
    rmSync(join(made.root, '.git/hooks', name));
  }
  hook(made, 'reference-transaction', '[ "$1" != prepared ]');
  await expect(commitPaths(repo, ['a.md', 'new.md'], { message: 'x' })).rejects.toMatchObject({
    code: 'hook_refused',
    details: { hook: 'reference-transaction' },
  });
  expect([made.git('rev-parse', 'HEAD'), made.git('ls-files', '--stage'), made.read('a.md')]).toEqual([
    tip,
    before,
    'a2\n',
  ]);
});

test('S27: hooks see what git shows them, and a hook that rewrites is told and staged', async () => {
  const made = makeRepo({ 'a.md': 'a\n', 'other.md': '1\n' });
  const repo = await opened(made);
  made.write({ 'a.md': 'a2\n', 'other.md': '2\n' });
  made.git('add', 'other.md');
  hook(
    made,
    'pre-commit',
    `env > "${made.root}/.git/env"; git diff --cached --name-only > "${made.root}/.git/names"; sed -i s/a2/A2/ a.md; git add a.md`,
  );
  hook(made, 'post-commit', `echo ran > "${made.root}/.git/post"`);
  const { oid, hooksRewrote } = await commitPaths(repo, ['a.md'], { message: 'x' });
  expect(hooksRewrote).toBe(true);
  expect((await readDisk(repo, 'a.md'))!.bytes.toString()).toBe('A2\n');
  expect(made.git('show', `${oid}:a.md`)).toBe('A2');
  expect(made.git('status', '--porcelain')).toBe('M  other.md');
  expect([made.read('.git/names'), made.read('.git/post')]).toEqual(['a.md\n', 'ran\n']);
  const seen = made.read('.git/env');
  for (const name of [
    'GIT_LITERAL_PATHSPECS',
    'GIT_NO_REPLACE_OBJECTS',
    'GIT_WORK_TREE',
    'GIT_OPTIONAL_LOCKS',
  ])
    expect(seen).not.toContain(name);
});

test('S27: signing is the owner’s; when it fails nothing is committed', async () => {
  const made = makeRepo({ 'a.md': 'a\n' });
  const repo = await opened(made);
  const signer = join(made.root, '.git/signer');
  writeFileSync(
    signer,
    '#!/bin/sh\ncat > /dev/null\necho "[GNUPG:] SIG_CREATED " >&2\nprintf -- "-----BEGIN PGP SIGNATURE-----\\nx\\n-----END PGP SIGNATURE-----\\n"\n',
    { mode: 0o755 },
  );
  made.git('config', 'gpg.program', signer);
  made.git('config', 'commit.gpgsign', 'true');
  made.git('config', 'user.signingkey', 'KEY');
  made.write({ 'a.md': 'a2\n' });
  const { oid } = await commitPaths(repo, ['a.md'], { message: 'signed' });
  expect(made.git('cat-file', 'commit', oid)).toContain('gpgsig -----BEGIN PGP SIGNATURE-----');
  writeFileSync(signer, '#!/bin/sh\necho no secret key >&2\nexit 2\n');
  made.write({ 'a.md': 'a3\n', 'new.md': 'n' });
  await expect(commitPaths(repo, ['a.md', 'new.md'], { message: 'x' })).rejects.toMatchObject({
    code: 'signing_failed',
    details: { written: true },
  });
  expect([made.git('rev-parse', 'HEAD'), made.git('status', '--porcelain')]).toEqual([
    oid,
    ' M a.md\n?? new.md',
  ]);
});

test('S71: no identity is refused with the two commands', async () => {
  const made = makeRepo({ 'a.md': 'a\n' });
  const repo = await opened(made);
  expect(await identity(repo, 'committer')).toMatchObject({
    name: 'Olive Owner',
    email: 'olive@example.com',
    zone: '+0000',
  });
  for (const key of ['user.name', 'user.email']) made.git('config', '--unset', key);
  made.git('config', 'user.useConfigOnly', 'true');
  const refused = {
    code: 'no_identity',
    hint: expect.stringMatching(/git config --global user.name .* && git config --global user.email/),
  };
  await expect(identity(repo, 'author')).rejects.toMatchObject(refused);
  made.write({ 'a.md': 'a2\n', new: 'n' });
  await expect(commitPaths(repo, ['a.md', 'new'], { message: 'x' })).rejects.toMatchObject(refused);
  expect(made.git('status', '--porcelain')).toBe(' M a.md\n?? new');
  process.env.GIT_AUTHOR_NAME = 'From Env';
  process.env.GIT_AUTHOR_EMAIL = 'env@example.com';
  onTestFinished(() => {
    delete process.env.GIT_AUTHOR_NAME;
    delete process.env.GIT_AUTHOR_EMAIL;
  });
  expect(await identity(repo, 'author')).toMatchObject({ name: 'From Env', email: 'env@example.com' });
});

test('a held index.lock is waited for, then named', async () => {
  const made = makeRepo({ 'a.md': 'a\n' });
  const repo = await opened(made);
  const lock = join(made.root, '.git/index.lock');
  made.write({ 'a.md': 'a2\n', '.git/index.lock': '' });
  const saved = commitPaths(repo, ['a.md'], { message: 'x' });
  setTimeout(() => rmSync(lock), 300);
  expect((await saved).oid).toBe(made.git('rev-parse', 'HEAD'));
  made.write({ 'a.md': 'a3\n', '.git/index.lock': '' });
  await expect(commitPaths(repo, ['a.md'], { message: 'x' })).rejects.toMatchObject({
    code: 'locked',
    details: { lock: expect.stringContaining('index.lock') },
  });
  expect(existsSync(lock)).toBe(true);
});

test('during a merge, and for a path that git ignores, it is refused', async () => {
  const made = makeRepo({ 'a.md': '1\n', '.gitignore': 'ignored\n' });
  const repo = await opened(made);
  made.write({ ignored: 'x' });
  await expect(commitPaths(repo, ['ignored'], { message: 'x' })).rejects.toMatchObject({
    code: 'untracked',
    hint: expect.stringContaining('git add -f'),
  });
  made.git('checkout', '-q', '-b', 'side');
  made.commit({ 'a.md': '2\n' });
  made.git('checkout', '-q', 'main');
  made.commit({ 'a.md': '3\n', 'b.md': 'b\n' });
  made.tryGit('merge', 'side');
  made.write({ 'b.md': 'b2\n', 'new.md': 'n' });
  const before = made.git('ls-files', '--stage');
  await expect(commitPaths(repo, ['b.md', 'new.md'], { message: 'x' })).rejects.toMatchObject({
    code: 'blocked_by_operation',
  });
  expect(made.git('ls-files', '--stage')).toBe(before);
});
