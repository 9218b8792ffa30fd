import {
  chmodSync,
  cpSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { isIgnored, isTracked, openRepo, readDisk, removeDisk, writeDisk } from '../../src/repo/index.ts';
import { makeRepo, type TestRepo } from '../helpers/make-repo.ts';

async function opened(made: TestRepo) {
  const repo = await openRepo(made.root);
  onTestFinished(() => repo.close());
  return repo;
}

test('files are read with their mode, absent ones are null', async () => {
  const made = makeRepo({ 'a.md': 'a\r\n', 'd/run.sh': '#!' });
  made.executable('d/run.sh');
  const repo = await opened(made);
  expect(await readDisk(repo, 'a.md')).toMatchObject({
    bytes: Buffer.from('a\r\n'),
    executable: false,
    size: 3,
  });
  expect(await readDisk(repo, 'd/run.sh')).toMatchObject({ executable: true });
  for (const path of ['none', 'd/none', 'no/folder/none', 'a.md/below'])
    expect(await readDisk(repo, path)).toBe(null);
  await expect(readDisk(repo, 'd')).rejects.toMatchObject({ code: 'not_a_doc' });
});

test('nothing is read or written through a symbolic link, whether it leads out or not', async () => {
  const made = makeRepo({ 'd/a.md': 'a', 'b.md': 'b' });
  const repo = await opened(made);
  symlinkSync('d', join(made.root, 'link'));
  symlinkSync('/etc', join(made.root, 'out'));
  symlinkSync('b.md', join(made.root, 'l.md'));
  symlinkSync('nowhere', join(made.root, 'dangling'));
  for (const path of ['link/a.md', 'out/passwd', 'l.md', 'dangling', 'link/new/deep', 'out/new']) {
    await expect(readDisk(repo, path), path).rejects.toMatchObject({ code: 'symlink' });
    await expect(writeDisk(repo, path, Buffer.from('x')), path).rejects.toMatchObject({ code: 'symlink' });
    await expect(removeDisk(repo, path), path).rejects.toMatchObject({ code: 'symlink' });
  }
  expect([made.read('d/a.md'), made.read('b.md')]).toEqual(['a', 'b']);
  expect([
    existsSync('/etc/new'),
    existsSync(join(made.root, 'nowhere')),
    existsSync(join(made.root, 'd/new')),
  ]).toEqual([false, false, false]);
});

test('what is inside another repository is not of this one', async () => {
  const made = makeRepo({ a: '' });
  const repo = await opened(made);
  makeRepo({ 'x.md': 'x' }, { at: join(made.root, 'd/nested') });
  for (const path of ['d/nested/x.md', 'd/nested/new/y.md']) {
    await expect(readDisk(repo, path)).rejects.toMatchObject({
      code: 'path_outside_repo',
      hint: expect.stringContaining('-C d/nested'),
    });
    await expect(writeDisk(repo, path, Buffer.from('y'))).rejects.toMatchObject({
      code: 'path_outside_repo',
    });
  }
  expect(await readDisk(repo, 'd/none')).toBe(null);
});

test('unsafe paths are refused by every call', async () => {
  const made = makeRepo({ a: '' });
  const repo = await opened(made);
  for (const [path, code] of [
    ['../x', 'path_outside_repo'],
    ['/etc/passwd', 'path_outside_repo'],
    ['.git/config', 'path_in_git_dir'],
    ['.GIT/x', 'path_in_git_dir'],
    ['a/.git/x', 'path_in_git_dir'],
    ['', 'invalid_input'],
    ['a\0', 'invalid_input'],
  ] as const) {
    await expect(readDisk(repo, path)).rejects.toMatchObject({ code });
    await expect(writeDisk(repo, path, Buffer.alloc(0))).rejects.toMatchObject({ code });
    await expect(removeDisk(repo, path)).rejects.toMatchObject({ code });
  }
});

test('a file is replaced at once, its mode kept, nothing stray left', async () => {
  const made = makeRepo({ 'a.md': 'old', 'run.sh': 'old' });
  made.executable('run.sh');
  chmodSync(join(made.root, 'a.md'), 0o640);
  const repo = await opened(made);
  linkSync(join(made.root, 'a.md'), join(made.root, 'other-name'));
  await writeDisk(repo, 'a.md', Buffer.from('new'));
  expect([
    made.read('a.md'),
    made.read('other-name'),
    statSync(join(made.root, 'a.md')).mode & 0o777,
  ]).toEqual(['new', 'old', 0o640]);
  await writeDisk(repo, 'run.sh', Buffer.from('new'));
  expect(statSync(join(made.root, 'run.sh')).mode & 0o111).toBe(0o111);
  await writeDisk(repo, 'run.sh', Buffer.from('new'), { executable: false });
  expect(statSync(join(made.root, 'run.sh')).mode & 0o111).toBe(0);
  await writeDisk(repo, 'a.md', Buffer.from('new'), { executable: true });
  expect(statSync(join(made.root, 'a.md')).mode & 0o777).toBe(0o750);
  await writeDisk(repo, 'new/deep/er.sh', Buffer.from('x'), { executable: true });
  expect((await readDisk(repo, 'new/deep/er.sh'))!.executable).toBe(true);
  await writeDisk(repo, 'new/plain.md', Buffer.from('x'));
  expect(statSync(join(made.root, 'new/plain.md')).mode & 0o777).toBe(0o666 & ~process.umask());
  expect(readdirSync(join(repo.stateDir, 'tmp'))).toEqual([]);
  expect(
    made
      .git('status', '--porcelain', '-uall')
      .split('\n')
      .map((line) => line.trim()),
  ).toEqual(['M a.md', 'M run.sh', '?? new/deep/er.sh', '?? new/plain.md', '?? other-name']);
});

test('disk_differs: nothing happens unless the file holds what was expected', async () => {
  const made = makeRepo({ 'a.md': 'now' });
  const repo = await opened(made);
  const write = (path: string, expect: Buffer | null) =>
    writeDisk(repo, path, Buffer.from('new'), { expect });
  const differs = {
    code: 'disk_differs',
    details: { path: 'a.md', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
  };
  await expect(write('a.md', Buffer.from('then'))).rejects.toMatchObject(differs);
  await expect(write('a.md', null)).rejects.toMatchObject(differs);
  await expect(write('none.md', Buffer.from('then'))).rejects.toMatchObject({
    code: 'disk_differs',
    details: { sha256: 'absent' },
  });
  await expect(removeDisk(repo, 'a.md', { expect: Buffer.from('then') })).rejects.toMatchObject(differs);
  expect([made.read('a.md'), existsSync(join(made.root, 'none.md'))]).toEqual(['now', false]);
  await write('a.md', Buffer.from('now'));
  await write('none.md', null);
  expect([made.read('a.md'), made.read('none.md')]).toEqual(['new', 'new']);
  await removeDisk(repo, 'a.md', { expect: Buffer.from('new') });
  expect(existsSync(join(made.root, 'a.md'))).toBe(false);
  expect(readdirSync(join(repo.stateDir, 'tmp'))).toEqual([]);
});

test('an editor that writes in the last moment is never overwritten', async () => {
  const made = makeRepo({ 'a.md': 'old' });
  const repo = await opened(made);
  const path = join(made.root, 'a.md');
  let lost = 0;
  let refused = 0;
  for (let i = 0; i < 150; i++) {
    writeFileSync(path, 'old');
    const write = writeDisk(repo, 'a.md', Buffer.from('ours'), { expect: Buffer.from('old') }).then(
      () => true,
      () => false,
    );
    // In place, as some editors do, somewhere in between.
    for (let ticks = i % 25; ticks > 0; ticks--) await new Promise(setImmediate);
    const file = lstatSync(path).ino;
    const before = readFileSync(path, 'utf8');
    if (before === 'old') writeFileSync(path, 'theirs');
    const wrote = await write;
    const now = readFileSync(path, 'utf8');
    if (!wrote) refused++;
    // Theirs went into the old file: it is there, or the write was before it and the file another one.
    if (before === 'old' && now !== 'theirs' && lstatSync(path).ino === file) lost++;
    if (before === 'old' && wrote && now === 'ours') lost++;
  }
  expect(lost).toBe(0);
  expect(refused).toBeGreaterThan(0);
});

test('a file or a folder in the way is said', async () => {
  const made = makeRepo({ file: 'f', 'folder/x': '' });
  const repo = await opened(made);
  await expect(writeDisk(repo, 'file/below', Buffer.from('x'))).rejects.toMatchObject({ code: 'exists' });
  await expect(writeDisk(repo, 'folder', Buffer.from('x'))).rejects.toMatchObject({ code: 'not_a_doc' });
  await expect(removeDisk(repo, 'folder')).rejects.toMatchObject({ code: 'not_a_doc' });
  await expect(writeDisk(repo, 'x'.repeat(300), Buffer.from('x'))).rejects.toMatchObject({
    code: 'invalid_input',
  });
});

test('read_only: a place that cannot be written', async () => {
  if (process.getuid?.() === 0) return;
  const made = makeRepo({ 'd/a.md': 'a' });
  const repo = await opened(made);
  chmodSync(join(made.root, 'd'), 0o555);
  await expect(writeDisk(repo, 'd/a.md', Buffer.from('x'))).rejects.toMatchObject({ code: 'read_only' });
  chmodSync(join(made.root, 'd'), 0o755);
  expect(made.read('d/a.md')).toBe('a');
});

test('a git dir on another disk than the work tree: the same, and nothing is left beside the docs', async () => {
  if (!existsSync('/dev/shm') || statSync('/dev/shm').dev === statSync('/tmp').dev) return;
  const elsewhere = mkdtempSync('/dev/shm/docket-test-');
  onTestFinished(() => rmSync(elsewhere, { recursive: true }));
  const made = makeRepo({ 'd/a.md': 'old' });
  cpSync(join(made.root, '.git'), join(elsewhere, 'dir'), { recursive: true });
  rmSync(join(made.root, '.git'), { recursive: true });
  made.write({ '.git': `gitdir: ${elsewhere}/dir\n` });
  const repo = await opened(made);
  made.write({ 'd/.docket-1-abc-0.tmp': 'left by a killed process' });
  utimesSync(join(made.root, 'd/.docket-1-abc-0.tmp'), 0, 0);
  await writeDisk(repo, 'd/a.md', Buffer.from('new'), { expect: Buffer.from('old') });
  await writeDisk(repo, 'd/b.md', Buffer.from('new'), { expect: null });
  await expect(writeDisk(repo, 'd/b.md', Buffer.from('x'), { expect: null })).rejects.toMatchObject({
    code: 'disk_differs',
  });
  expect(readdirSync(join(made.root, 'd'))).toEqual(['a.md', 'b.md']);
  await removeDisk(repo, 'd/a.md', { expect: Buffer.from('new') });
  expect(readdirSync(join(made.root, 'd'))).toEqual(['b.md']);
});

test('removing takes the folders left empty, and no others', async () => {
  const made = makeRepo({ 'a/b/c.md': '1', 'a/d.md': '2' });
  const repo = await opened(made);
  await removeDisk(repo, 'a/b/c.md');
  expect([existsSync(join(made.root, 'a/b')), existsSync(join(made.root, 'a/d.md'))]).toEqual([false, true]);
  await removeDisk(repo, 'a/b/c.md');
  await removeDisk(repo, 'a/d.md');
  expect([existsSync(join(made.root, 'a')), existsSync(made.root)]).toEqual([false, true]);
});

test('names with spaces, newlines, accents and bytes that are not UTF-8 are files like any other', async () => {
  const made = makeRepo({ a: '' });
  const repo = await opened(made);
  for (const path of [
    'with space/é.md',
    'new\nline.md',
    '-dash',
    ':(top)x',
    '*.md',
    'caf\udce9.md',
    'tab\there',
  ]) {
    await writeDisk(repo, path, Buffer.from(path), { expect: null });
    expect((await readDisk(repo, path))!.bytes).toEqual(Buffer.from(path));
    made.git('add', '-A');
    expect([path, await isTracked(repo, path)]).toEqual([path, true]);
    await removeDisk(repo, path);
    expect(await readDisk(repo, path)).toBe(null);
  }
});

test('what git ignores and tracks', async () => {
  const made = makeRepo({ '.gitignore': '*.log\n/build/\n', 'kept.log': 'x', a: '' });
  made.git('add', '-f', 'kept.log');
  mkdirSync(join(made.root, 'build'));
  const repo = await opened(made);
  const ask = async (path: string) => [await isIgnored(repo, path), await isTracked(repo, path)];
  expect(await ask('a')).toEqual([false, true]);
  expect(await ask('new')).toEqual([false, false]);
  expect(await ask('x.log')).toEqual([true, false]);
  expect(await ask('build/x')).toEqual([true, false]);
  expect(await ask('kept.log')).toEqual([false, true]);
  await expect(isIgnored(repo, '../x')).rejects.toMatchObject({ code: 'path_outside_repo' });
});
