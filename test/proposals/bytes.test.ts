// Bytes are sacred: what the agent did not touch passes through, and so does the form of what it did.
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeRepo } from '../helpers/make-repo.ts';
import { makeStory, owners } from './story.ts';

const BOM = '\uFEFF';

const ROWS: [string, string, string, string][] = [
  ['CRLF', 'a.md', '1\r\n2\r\n3\r\n', '1\r\nII\r\n3\r\n'],
  ['mixed endings', 'a.md', '1\r\n2\n3\r\n4\n', '1\r\nII\n3\r\n4\n'],
  ['no final newline', 'a.md', '1\n2', '1\nII'],
  ['a final newline added', 'a.md', '1\n2', '1\n2\n'],
  ['a BOM', 'a.md', `${BOM}1\n2\n`, `${BOM}1\nII\n`],
  ['non-ASCII content', 'a.md', 'Größe\n日本\n', 'Größe\n日本語\n'],
  ['a non-ASCII name', 'größe/日本.md', '1\n', 'I\n'],
  ['a name with spaces', 'my notes/a b.md', '1\n', 'I\n'],
  ['a name with quotes', '"odd" name.md', '1\n', 'I\n'],
  ['a name like an option', '-rf.md', '1\n', 'I\n'],
  ['a name with colons and stars', ':(glob)*[a].md', '1\n', 'I\n'],
  ['nested folders', 'a/b/c/d/e/f.md', '1\n', 'I\n'],
  ['an emptied doc', 'a.md', '1\n', ''],
  ['a doc that was empty', 'a.md', '', '1\n'],
  ['a lone carriage return', 'a.md', '1\rx\n2\n', '1\rx\nII\n'],
];

describe('S43: what is committed is what the agent has, byte for byte', () => {
  test.each(ROWS)('S43: %s', async (_, path, before, after) => {
    const disk = makeRepo({ [path]: before, 'other.md': 'other\r\n' });
    const { edited, propose } = await makeStory(undefined, { at: disk });
    const was = owners(disk);
    const done = await propose([await edited(path, after)]);
    expect(disk.git('cat-file', 'blob', `${done.tip}:${path}`)).toBe(after.replace(/\n$/, ''));
    expect(disk.git('diff', '--raw', '-z', '--no-renames', 'main', done.tip).split('\0').slice(1)).toEqual([
      path,
      '',
    ]);
    expect(disk.git('show', '-s', '--format=%(trailers:key=Docket-Doc,valueonly)', done.tip)).not.toBe('');
    expect(owners(disk)).toBe(was);
    expect(disk.git('fsck', '--strict')).toBe('');
  });
});

test('S54: an executable bit stays, a new doc gets the one it asks for', async () => {
  const disk = makeRepo();
  disk.write({ 'run.sh': '#!/bin/sh\n1\n', 'a.md': 'a\n' });
  disk.executable('run.sh');
  disk.commit({});
  const { edited, propose } = await makeStory(undefined, { at: disk });
  const done = await propose([
    await edited('run.sh', '#!/bin/sh\n2\n'),
    await edited('new.sh', '#!/bin/sh\n', { created: true, executable: true }),
    await edited('a.md', 'aa\n', { executable: true }),
  ]);
  const modes = disk.git('ls-tree', '-r', '--format=%(objectmode) %(path)', done.tip).split('\n');
  expect(modes).toEqual(['100644 a.md', '100755 new.sh', '100755 run.sh']);
});

test('S24: a submodule, a symlink, odd modes and names elsewhere pass through', async () => {
  const disk = makeRepo({ 'a.md': 'a\n', 'sub/other.md': 'o\n', 'sub/odd\n"name"\t.md': 'odd\n' });
  symlinkSync('a.md', join(disk.root, 'sub/link'));
  disk.git('add', '-A');
  disk.git('update-index', '--add', '--cacheinfo', `160000,${'1'.repeat(40)},sub/module`);
  disk.git('commit', '-qm', 'Odd things');
  mkdirSync(join(disk.root, 'sub/module'));
  const { edited, propose } = await makeStory(undefined, { at: disk });
  const was = owners(disk);
  const done = await propose([await edited('sub/other.md', 'oo\n')]);
  expect(disk.git('diff', '--name-status', 'main', done.tip)).toBe('M\tsub/other.md');
  const tree = disk.git('ls-tree', '-r', done.tip);
  expect(tree).toContain('120000 blob');
  expect(tree).toContain('"sub/odd\\n\\"name\\"\\t.md"');
  expect(tree).toContain(`160000 commit ${'1'.repeat(40)}\tsub/module`);
  expect(owners(disk)).toBe(was);
});

test('S59: new, renamed and deleted docs in one proposal', async () => {
  const { disk, edited, propose } = await makeStory({
    'a.md': '1\n2\n3\n',
    'b.md': 'b\n',
    'deep/c.md': 'c\n',
  });
  const { base } = await edited('a.md', null);
  const was = owners(disk);
  const done = await propose([
    {
      path: 'moved/a.md',
      text: '1\nII\n3\n',
      renamedFrom: 'a.md',
      edits: ['Renamed a.md'],
      base,
      created: false,
    },
    await edited('new/n.md', 'new\n', { created: true }),
    await edited('deep/c.md', null),
  ]);
  const changes = disk.git('diff', '--name-status', '--no-renames', 'main', done.tip).split('\n').sort();
  expect(changes).toEqual(['A\tmoved/a.md', 'A\tnew/n.md', 'D\ta.md', 'D\tdeep/c.md']);
  expect(
    disk.git('show', '-s', '--format=%(trailers:key=Docket-Doc,valueonly)', done.tip).trim().split('\n'),
  ).toEqual(['a.md', 'moved/a.md', 'new/n.md', 'deep/c.md']);
  expect(owners(disk)).toBe(was);
  expect(disk.git('fsck', '--strict')).toBe('');
});

describe('S4: files that git does not track', () => {
  test('S4: an untracked file with other content is refused', async () => {
    const { disk, edited, propose } = await makeStory({ 'a.md': 'a\n' });
    disk.write({ 'notes.md': 'the owner’s\n' });
    await expect(propose([await edited('notes.md', 'the owner’s, edited\n')])).rejects.toMatchObject({
      code: 'untracked',
      details: { doc: 'notes.md' },
    });
    await expect(propose([await edited('notes.md', 'mine\n', { created: true })])).rejects.toMatchObject({
      code: 'untracked',
    });
  });

  test('S4: an untracked file with the agent’s very content is proposed', async () => {
    const { disk, edited, propose } = await makeStory({ 'a.md': 'a\n' });
    disk.write({ 'notes.md': 'mine\n' });
    const done = await propose([await edited('notes.md', 'mine\n', { created: true })]);
    expect(disk.git('show', `${done.tip}:notes.md`)).toBe('mine');
  });

  test('S4: an ignored path is refused', async () => {
    const { edited, propose } = await makeStory({ '.gitignore': '*.env\n' });
    await expect(propose([await edited('x.env', 'SECRET\n', { created: true })])).rejects.toMatchObject({
      code: 'untracked',
      details: { ignored: true },
    });
  });

  test('S4: a file that is staged and in no commit is the owner’s', async () => {
    const { disk, edited, propose } = await makeStory({ 'a.md': 'a\n' });
    disk.write({ 'new.md': 'owner\n' });
    disk.git('add', 'new.md');
    await expect(propose([await edited('new.md', 'owner and agent\n')])).rejects.toMatchObject({
      code: 'uncommitted_clash',
    });
  });

  test('S4: deleting a doc with uncommitted edits is refused', async () => {
    const { disk, edited, propose } = await makeStory({ 'a.md': 'a\n' });
    disk.write({ 'a.md': 'a\nowner\n' });
    await expect(propose([await edited('a.md', null)])).rejects.toMatchObject({ code: 'uncommitted_clash' });
  });
});

describe('design 14: paths that no proposal may write', () => {
  test.each([
    ['.git/config', 'path_in_git_dir'],
    ['.GIT/hooks/pre-commit', 'path_in_git_dir'],
    ['sub/.git/config', 'path_in_git_dir'],
    ['../outside.md', 'path_outside_repo'],
    ['/etc/passwd', 'path_outside_repo'],
  ])('design 14: %s is refused %s', async (path, code) => {
    const { disk, edited, propose } = await makeStory({ 'a.md': 'a\n' });
    const before = disk.git('for-each-ref');
    const doc = { ...(await edited('a.md', 'x\n', { created: true })), path };
    await expect(propose([doc])).rejects.toMatchObject({ code });
    expect(disk.git('for-each-ref')).toBe(before);
  });

  test.each([
    ['a file where a folder would be', 'a.md/b.md'],
    ['a folder where the file would be', 'dir'],
    ['a twin in letter case', 'A.md'],
    ['a twin folder', 'DIR/y.md'],
    ['a twin in Unicode form', 'nai\u0308ve.md'],
  ])('design 14: %s is refused', async (_, path) => {
    const disk = makeRepo({ 'a.md': 'a\n', 'dir/x.md': 'x\n', 'na\u00efve.md': 'n\n' });
    const { edited, propose } = await makeStory(undefined, { at: disk });
    await expect(propose([await edited(path, 'x\n', { created: true })])).rejects.toMatchObject({
      code: 'exists',
    });
  });

  test('design 14: protected paths are refused', async () => {
    const { edited, propose } = await makeStory({ 'a.md': 'a\n' });
    await expect(
      propose([await edited('a.md', 'x\n')], { protect: (path) => path === 'a.md' }),
    ).rejects.toMatchObject({ code: 'protected' });
  });

  test('S43: a doc behind a filter is refused', async () => {
    const { edited, propose } = await makeStory({ '.gitattributes': '*.bin filter=lfs\n', 'a.bin': 'a\n' });
    await expect(propose([await edited('a.bin', 'x\n')])).rejects.toMatchObject({ code: 'not_a_doc' });
  });
});

describe('design 14: limits', () => {
  test('design 14: a doc, a proposal’s bytes and its files', async () => {
    const { edited, propose } = await makeStory({ 'a.md': 'a\n', 'b.md': 'b\n' });
    const big = await edited('a.md', 'x'.repeat(8 * 1024 * 1024 + 1));
    await expect(propose([big])).rejects.toMatchObject({ code: 'too_large' });
    const both = [await edited('a.md', 'xxxx\n'), await edited('b.md', 'yyyy\n')];
    await expect(propose(both, { limits: { bytes: 9 } })).rejects.toMatchObject({ code: 'too_large' });
    await expect(propose(both, { limits: { files: 1 } })).rejects.toMatchObject({ code: 'too_large' });
  });

  test('S51: so many pending a session', async () => {
    const { edited, propose } = await makeStory({ 'a.md': 'a\n', 'b.md': 'b\n' });
    await propose([await edited('a.md', 'x\n')], { limits: { pending: 1 } });
    await expect(propose([await edited('b.md', 'x\n')], { limits: { pending: 1 } })).rejects.toMatchObject({
      code: 'rate_limited',
      hint: expect.stringContaining('withdraw'),
    });
    await propose([await edited('b.md', 'x\n')], { limits: { pending: 1 }, session: 'another' });
  });
});

test('S71: without an identity the save is refused with the two commands, and nothing is written', async () => {
  const disk = makeRepo({ 'a.md': 'a\n' });
  disk.git('config', '--unset', 'user.name');
  disk.git('config', '--unset', 'user.email');
  disk.git('config', 'user.useConfigOnly', 'true');
  const { edited, propose } = await makeStory(undefined, { at: disk });
  const before = disk.git('for-each-ref');
  await expect(propose([await edited('a.md', 'x\n')])).rejects.toMatchObject({
    code: 'no_identity',
    hint: expect.stringContaining('user.name'),
  });
  expect(disk.git('for-each-ref')).toBe(before);
});

test('S67: an agent’s save runs no hook', async () => {
  const { disk, edited, propose } = await makeStory({ 'a.md': 'a\n' });
  disk.write({ '.git/hooks/reference-transaction': '#!/bin/sh\nexit 1\n' });
  disk.executable('.git/hooks/reference-transaction');
  expect((await propose([await edited('a.md', 'x\n')])).outcome).toBe('pending');
});

test('nothing to propose is said, not committed', async () => {
  const { disk, edited, propose } = await makeStory({ 'a.md': 'a\n' });
  const doc = await edited('a.md', 'b\n', {});
  const same = { ...doc, base: { ...doc.base, text: 'older\n' } };
  disk.commit({ 'a.md': 'b\n' }, 'The owner typed the same');
  await expect(
    propose([{ ...same, base: { ...same.base, commit: disk.git('rev-parse', 'HEAD') } }]),
  ).rejects.toMatchObject({
    code: 'blocked',
    hint: expect.stringContaining('Reload'),
  });
});
