import * as fs from 'node:fs';
import {
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import second from 'isomorphic-git';
import { expect, onTestFinished, test } from 'vitest';
import {
  type Entry,
  entryAt,
  hashBlob,
  listPaths,
  openRepo,
  readBlob,
  readCommit,
  readObject,
  readTree,
  treeChanges,
  writeBlob,
  writeCommit,
  writeTree,
} from '../../src/repo/index.ts';
import { nameOfBytes } from '../../src/repo/names.ts';
import { compareEntries, decodeTree, encodeTree } from '../../src/repo/tree-codec.ts';
import { makeRepo, repoAt, type TestRepo } from '../helpers/make-repo.ts';

const PERSON = {
  name: 'Ada Agent',
  email: 'ada@agents.docket.invalid',
  at: '2026-03-04T05:06:07Z',
  zone: '+0130',
};

async function opened(made: TestRepo) {
  const repo = await openRepo(made.root);
  onTestFinished(() => repo.close());
  return repo;
}

test('objects are read as git has them, loose and packed, and missing ones are null', async () => {
  const made = makeRepo({ 'a.md': 'a\n', 'b/c.md': 'c', empty: '', bin: Buffer.from([0, 255, 10, 10]) });
  const repo = await opened(made);
  const check = async () => {
    for (const path of ['a.md', 'b/c.md', 'empty', 'bin']) {
      const oid = made.git('rev-parse', `HEAD:${path}`);
      expect((await readBlob(repo, oid)).equals(made.bytes(path))).toBe(true);
    }
  };
  await check();
  made.git('gc', '-q', '--prune=now');
  await check();
  expect(await readObject(repo, '1'.repeat(40))).toBe(null);
  await expect(readBlob(repo, '1'.repeat(40))).rejects.toThrow('lacks blob');
  await expect(readObject(repo, 'HEAD')).rejects.toThrow('not an object name');
  await expect(readObject(repo, `${'1'.repeat(40)}\ninfo HEAD`)).rejects.toThrow('not an object name');
  await repo.close();
  await check();
});

test('a thousand reads at once answer each its own', async () => {
  const files = Object.fromEntries(Array.from({ length: 150 }, (_, i) => [`f${i}`, `${i}\n`.repeat(i * 7)]));
  const made = makeRepo(files);
  const repo = await opened(made);
  const entries = [...(await listPaths(repo, made.git('rev-parse', 'HEAD')))];
  expect(entries.map(([path]) => path)).toEqual(Object.keys(files).sort());
  await Promise.all(
    [...entries, ...entries, ...entries].map(async ([path, { oid }], i) => {
      if (i % 3 === 0) expect(await readObject(repo, String(i % 10).repeat(40))).toBe(null);
      expect((await readBlob(repo, oid)).toString()).toBe(files[path]);
    }),
  );
});

test('a large blob and a reader whose child dies in between', async () => {
  const large = Buffer.alloc(8 << 20, 'some text ');
  const made = makeRepo({ large, small: 'x' });
  const repo = await opened(made);
  const [big, small] = [made.git('rev-parse', 'HEAD:large'), made.git('rev-parse', 'HEAD:small')];
  const reads = Promise.all([readBlob(repo, big), readBlob(repo, small), readBlob(repo, big)]);
  await new Promise(setImmediate);
  for (const pid of childPids()) process.kill(pid, 'SIGKILL');
  const [first, second, third] = await reads;
  expect([first!.equals(large), second!.toString(), third!.equals(large)]).toEqual([true, 'x', true]);
});

function childPids(): number[] {
  const own = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8')
    .trim()
    .split(' ')
    .filter(Boolean)
    .map(Number);
  return own.filter((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('cat-file'));
}

test('a broken object fails its own reader only', async () => {
  const made = makeRepo({ a: 'whole', b: 'broken' });
  const repo = await opened(made);
  const oid = made.git('rev-parse', 'HEAD:b');
  const path = join(made.root, '.git/objects', oid.slice(0, 2), oid.slice(2));
  rmSync(path);
  writeFileSync(path, 'garbage');
  const reads = await Promise.allSettled([
    readBlob(repo, oid),
    readBlob(repo, made.git('rev-parse', 'HEAD:a')),
  ]);
  expect(reads.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
});

test('a commit is read with its people, times, parents and signature', async () => {
  const made = makeRepo({ a: '1' });
  const repo = await opened(made);
  const head = made.git('rev-parse', 'HEAD');
  const raw = (text: string | Buffer) =>
    made.gitInput(text, 'hash-object', '-w', '-t', 'commit', '--stdin', '--literally');
  const tree = made.git('rev-parse', 'HEAD^{tree}');
  expect(await readCommit(repo, head)).toMatchObject({
    tree,
    parents: [],
    message: 'Begin\n',
    signed: false,
  });
  const signed = raw(
    `tree ${tree}\nparent ${head}\nauthor A <a@b> 1700000000 -0730\ncommitter B C <> 1700000001 +0000\ngpgsig -----BEGIN\n \n tree x\n -----END\nchange-id zzz\n\nsubject\n\nbody`,
  );
  expect(await readCommit(repo, signed)).toEqual({
    oid: signed,
    tree,
    parents: [head],
    author: { name: 'A', email: 'a@b', at: '2023-11-14T22:13:20Z', zone: '-0730' },
    committer: { name: 'B C', email: '', at: '2023-11-14T22:13:21Z', zone: '+0000' },
    message: 'subject\n\nbody',
    signed: true,
  });
  const latin = raw(
    Buffer.from(
      `tree ${tree}\nauthor J\xe9 <a@b> 1 +0000\ncommitter J\xe9 <a@b> 1 +0000\nencoding ISO-8859-1\n\n\xe9t\xe9\n`,
      'latin1',
    ),
  );
  expect(await readCommit(repo, latin)).toMatchObject({ author: { name: 'Jé' }, message: 'été\n' });
  const odd = raw(`tree ${tree}\nauthor nobody\ncommitter <x@y> 99999999999999999 +0000\n`);
  expect(await readCommit(repo, odd)).toMatchObject({
    author: { name: 'nobody', email: '' },
    committer: { name: '', email: 'x@y' },
    message: '',
  });
});

test('what is written is what git and a second engine read, under the same names', async () => {
  const made = makeRepo({ 'a.md': 'a\n' });
  const repo = await opened(made);
  const blob = await writeBlob(repo, Buffer.from('héllo\r\n'));
  expect(blob).toBe(made.gitInput('héllo\r\n', 'hash-object', '--stdin', '--no-filters'));
  expect(hashBlob(repo, Buffer.from('héllo\r\n'))).toBe(blob);
  const head = made.git('rev-parse', 'HEAD');
  const tree = await writeTree(
    repo,
    made.git('rev-parse', 'HEAD^{tree}'),
    new Map([['new/deep/é.md', { mode: '100755', oid: blob }]]),
  );
  const message = 'Subject\n\n- an edit\n\nDocket-Proposal: x-2345';
  const commit = await writeCommit(repo, {
    tree,
    parents: [head],
    author: PERSON,
    committer: { ...PERSON, zone: '-1100' },
    message,
  });
  const env = ['-c', 'user.name=x', '-c', 'user.email=x'];
  const same = made.gitInput(
    `${made.git('cat-file', 'commit', commit)}\n`,
    ...env,
    'hash-object',
    '-t',
    'commit',
    '--stdin',
  );
  expect(same).toBe(commit);
  expect(made.git('show', '-s', '--format=%an|%ae|%ad|%cd|%B', '--date=iso-strict', commit)).toBe(
    `Ada Agent|ada@agents.docket.invalid|2026-03-04T06:36:07+01:30|2026-03-03T18:06:07-11:00|${message}\n`,
  );
  const options = { fs, dir: made.root };
  expect(await second.readBlob({ ...options, oid: commit, filepath: 'new/deep/é.md' })).toMatchObject({
    oid: blob,
  });
  const { commit: read } = await second.readCommit({ ...options, oid: commit });
  expect(read).toMatchObject({
    tree,
    parent: [head],
    message: `${message}\n`,
    author: { name: 'Ada Agent', timestamp: 1772600767, timezoneOffset: -90 },
  });
  // The second engine, given the same, writes the same.
  expect(await second.writeCommit({ ...options, commit: read })).toBe(commit);
  expect(
    await second.writeTree({ ...options, tree: (await second.readTree({ ...options, oid: tree })).tree }),
  ).toBe(tree);
  expect(made.git('fsck', '--strict', '--no-dangling', '--no-progress')).toBe('');
  made.git('branch', 'ours', commit);
  expect(made.git('fsck', '--strict', '--no-progress')).toBe('');
});

test('names of people lose what would forge headers; a NUL is refused', async () => {
  const made = makeRepo({ a: '' });
  const repo = await opened(made);
  const tree = made.git('rev-parse', 'HEAD^{tree}');
  const forged = { ...PERSON, name: ' .Eve\n<x>\ncommitter Root, ', email: 'e>\n@x' };
  const oid = await writeCommit(repo, { tree, parents: [], author: forged, committer: PERSON, message: '' });
  expect(await readCommit(repo, oid)).toMatchObject({
    author: { name: 'Evexcommitter Root', email: 'e@x' },
    message: '',
    committer: PERSON,
  });
  const nul = { tree, parents: [], author: PERSON, committer: PERSON, message: 'a\0b' };
  await expect(writeCommit(repo, nul)).rejects.toMatchObject({ code: 'invalid_input' });
  await expect(writeCommit(repo, { ...nul, message: '', tree: 'HEAD' })).rejects.toThrow(
    'not an object name',
  );
});

test('trees keep every entry that is not named: submodules, links, modes, names that are not UTF-8', async () => {
  const made = makeRepo({ 'd/x.md': 'x', 'd/y.md': 'y', 'top.md': 't' });
  const repo = await opened(made);
  const blob = made.git('rev-parse', 'HEAD:top.md');
  const raw = Buffer.concat([
    Buffer.from(`100644 caf\xe9\0`, 'latin1'),
    Buffer.from(blob, 'hex'),
    Buffer.from('100664 old-mode\0'),
    Buffer.from(blob, 'hex'),
    Buffer.from('120000 s-link\0'),
    Buffer.from(blob, 'hex'),
    Buffer.from('160000 sub\0'),
    Buffer.from('12'.repeat(20), 'hex'),
    Buffer.from('100755 z\n\xc3\xa9.sh\0', 'latin1'),
    Buffer.from(blob, 'hex'),
  ]);
  const tree = made.gitInput(raw, 'hash-object', '-w', '-t', 'tree', '--stdin', '--literally');
  const entries = await readTree(repo, tree);
  expect(entries.map(({ name, mode }) => [name, mode])).toEqual([
    ['caf\udce9', '100644'],
    ['old-mode', '100664'],
    ['s-link', '120000'],
    ['sub', '160000'],
    ['z\né.sh', '100755'],
  ]);
  const changed = await writeTree(
    repo,
    tree,
    new Map([
      ['in/here.md', { mode: '100644', oid: blob }],
      ['s-link', null],
    ]),
  );
  const now = (await readObject(repo, changed))!.bytes;
  const kept = Buffer.concat([raw.subarray(0, raw.indexOf('120000'))]);
  expect(now.indexOf(raw.subarray(0, 28))).toBe(0);
  expect(now.includes(Buffer.from('100664 old-mode\0'))).toBe(true);
  expect(kept.length).toBeGreaterThan(0);
  expect(
    await writeTree(
      repo,
      changed,
      new Map<string, Entry | null>([
        ['in/here.md', null],
        ['s-link', { mode: '120000', oid: blob }],
      ]),
    ),
  ).toBe(tree);
});

test('a folder gone empty goes; a file in place of a folder needs the folder gone', async () => {
  const made = makeRepo({ 'd/e/x.md': 'x', 'f.md': 'f' });
  const repo = await opened(made);
  const base = made.git('rev-parse', 'HEAD^{tree}');
  const blob: Entry = { mode: '100644', oid: made.git('rev-parse', 'HEAD:f.md') };
  const write = (changes: Record<string, Entry | null>) =>
    writeTree(repo, base, new Map(Object.entries(changes)));
  const only = await write({ 'd/e/x.md': null });
  expect((await readTree(repo, only)).map(({ name }) => name)).toEqual(['f.md']);
  expect(await write({ 'd/e/x.md': null, 'f.md': null })).toBe('4b825dc642cb6eb9a060e54bf8d69288fbee4904');
  expect(await write({})).toBe(base);
  expect(await write({ 'not/there': null, 'f.md/below': null })).toBe(base);
  expect(await write({ 'd/e/x.md': null, d: blob })).toBe(
    await writeTree(repo, only, new Map([['d', blob]])),
  );
  expect(await write({ 'f.md': null, 'f.md/x': blob })).toMatch(/^[0-9a-f]{40}$/);
  await expect(write({ 'f.md/x': blob })).rejects.toMatchObject({ code: 'exists' });
  await expect(write({ d: blob })).rejects.toMatchObject({ code: 'exists' });
  expect(await write({ d: null })).toBe(base);
  await expect(write({ 'n/x': blob, n: blob })).rejects.toMatchObject({ code: 'exists' });
  await expect(write({ n: blob, 'n/x': blob })).rejects.toMatchObject({ code: 'exists' });
  await expect(write({ '.git/x': blob })).rejects.toMatchObject({ code: 'path_in_git_dir' });
  await expect(write({ '../x': blob })).rejects.toMatchObject({ code: 'path_outside_repo' });
});

test('random changes give the tree that git’s own index gives, and the differences git tells', async () => {
  const made = makeRepo({ 'a.md': 'a' });
  const repo = await opened(made);
  const oids = await Promise.all(['1', '2', '3'].map((text) => writeBlob(repo, Buffer.from(text))));
  const part = fc.constantFrom('a', 'a-b', 'a.b', 'a0', 'b', 'é', '\ufffd', '\u{1F600}', 'z z');
  const path = fc.array(part, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('/'));
  const entry = fc.record({
    mode: fc.constantFrom('100644', '100755', '120000'),
    oid: fc.constantFrom(...oids),
  });
  const files = fc.dictionary(path, entry, { maxKeys: 12, noNullPrototype: true });
  await fc.assert(
    fc.asyncProperty(files, files, async (before, after) => {
      const [from, to] = [withoutNesting(before), withoutNesting(after)];
      const base = await writeTree(repo, null, new Map(Object.entries(from)));
      const removed = Object.keys(from).filter((name) => !(name in to));
      const changes = new Map<string, Entry | null>([
        ...removed.map((name) => [name, null] as const),
        ...Object.entries(to),
      ]);
      const tree = await writeTree(repo, base, changes);
      expect(tree).toBe(gitTree(made, to));
      const commits = await Promise.all(
        [base, tree].map((oid) =>
          writeCommit(repo, { tree: oid, parents: [], author: PERSON, committer: PERSON, message: 'x' }),
        ),
      );
      const told = await treeChanges(repo, commits[0]!, commits[1]!);
      const line = (entryNow: Entry | null) =>
        `${entryNow?.mode ?? '000000'} ${entryNow?.oid ?? '0'.repeat(40)}`;
      const ours = told.map((change) => `${line(change.before)} ${line(change.after)} ${change.path}`);
      expect(ours.sort()).toEqual(gitChanges(made, base, tree).sort());
    }),
    { numRuns: 20 },
  );
});

function withoutNesting(files: Record<string, Entry>): Record<string, Entry> {
  const names = Object.keys(files);
  return Object.fromEntries(
    Object.entries(files).filter(([name]) => !names.some((other) => other.startsWith(`${name}/`))),
  );
}

function gitTree(made: TestRepo, files: Record<string, Entry>): string {
  made.git('read-tree', '--empty');
  const info = Object.entries(files)
    .map(([path, { mode, oid }]) => `${mode} ${oid}\t${path}\0`)
    .join('');
  made.gitInput(info, 'update-index', '--add', '-z', '--index-info');
  return made.git('write-tree');
}

function gitChanges(made: TestRepo, from: string, to: string): string[] {
  const fields = made
    .git('diff-tree', '-r', '-z', '--no-renames', '--full-index', from, to)
    .split('\0')
    .filter(Boolean);
  return fields.flatMap((field, i) => {
    if (i % 2) return [];
    const [, modes] = /^:(.*) [A-Z]$/.exec(field)!;
    const [oldMode, newMode, oldOid, newOid] = modes!.split(' ');
    return [`${oldMode} ${oldOid} ${newMode} ${newOid} ${fields[i + 1]}`];
  });
}

test('any tree comes back from its bytes', () => {
  const entry = fc.record({
    mode: fc.constantFrom('100644', '100755', '120000', '160000', '040000'),
    name: fc
      .uint8Array({ minLength: 1, maxLength: 8 })
      .map((raw) => nameOfBytes(Buffer.from(raw.map((byte) => byte || 1)))),
    oid: fc.constantFrom('00'.repeat(20), 'ab'.repeat(20), '0a20'.repeat(10)),
  });
  fc.assert(
    fc.property(fc.array(entry), (entries) => {
      const sorted = entries.sort(compareEntries);
      expect(decodeTree(encodeTree(sorted), 20)).toEqual(sorted);
    }),
  );
});

test('entryAt and listPaths', async () => {
  const made = makeRepo({ 'a/b/c.md': '1', 'a.md': '2', 'a-b': '3' });
  const repo = await opened(made);
  const head = made.git('rev-parse', 'HEAD');
  expect(await entryAt(repo, head, 'a/b/c.md')).toEqual({
    mode: '100644',
    oid: made.git('rev-parse', 'HEAD:a/b/c.md'),
  });
  expect(await entryAt(repo, head, 'a/b')).toMatchObject({ mode: '040000' });
  for (const path of ['a/b/c.md/d', 'x', 'a/x', '']) expect(await entryAt(repo, head, path)).toBe(null);
  expect(await entryAt(repo, null, 'a.md')).toBe(null);
  expect([...(await listPaths(repo, head)).keys()]).toEqual(made.git('ls-files').split('\n'));
  expect((await listPaths(repo, null)).size).toBe(0);
  expect((await treeChanges(repo, null, head)).map(({ path, before }) => [path, before])).toEqual([
    ['a-b', null],
    ['a.md', null],
    ['a/b/c.md', null],
  ]);
});

test('an object that is there is made young again; an empty or broken one is written anew', async () => {
  const made = makeRepo({ a: '' });
  const repo = await opened(made);
  const bytes = Buffer.from('some text\n'.repeat(50));
  const oid = await writeBlob(repo, bytes);
  const path = join(made.root, '.git/objects', oid.slice(0, 2), oid.slice(2));
  expect(statSync(path).mode & 0o777).toBe(0o444);
  utimesSync(path, new Date(0), new Date(0));
  await writeBlob(repo, bytes);
  expect(Date.now() - statSync(path).mtimeMs).toBeLessThan(60_000);
  for (const size of [0, 20]) {
    rmSync(path);
    writeFileSync(path, made.bytes('.git/HEAD'));
    truncateSync(path, size);
    await writeBlob(repo, bytes);
    expect((await readBlob(repo, oid)).equals(bytes)).toBe(true);
  }
  expect(readdirSync(join(made.root, '.git/objects')).filter((name) => name.startsWith('tmp_'))).toEqual([]);
});

test('where the repository is not plain git writes the objects: sha256 and alternates', async () => {
  const root = makeRepo().root;
  const modern = join(root, 'modern');
  repoAt(root).git('init', '-q', '-b', 'main', '--object-format=sha256', modern);
  const made = repoAt(modern);
  for (const [key, value] of [
    ['user.name', 'x'],
    ['user.email', 'x@y'],
  ] as const)
    made.git('config', key, value);
  made.commit({ 'a/b.md': 'b\n' });
  const repo = await openRepo(modern);
  onTestFinished(() => repo.close());
  const head = made.git('rev-parse', 'HEAD');
  const oid = await writeBlob(repo, Buffer.from('new\n'));
  expect([oid.length, hashBlob(repo, Buffer.from('new\n'))]).toEqual([64, oid]);
  const tree = await writeTree(
    repo,
    made.git('rev-parse', 'HEAD^{tree}'),
    new Map([['a/n.md', { mode: '100644', oid }]]),
  );
  const commit = await writeCommit(repo, {
    tree,
    parents: [head],
    author: PERSON,
    committer: PERSON,
    message: 'x',
  });
  expect((await treeChanges(repo, head, commit)).map(({ path }) => path)).toEqual(['a/n.md']);
  made.git('branch', 'ours', commit);
  expect(made.git('fsck', '--strict', '--no-progress')).toBe('');
});
