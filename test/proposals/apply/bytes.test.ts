// What is in a doc besides its lines, and what is in the tree besides docs, comes through as it was.
import { spawnSync } from 'node:child_process';
import { lstatSync, readlinkSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeRepo } from '../../helpers/make-repo.ts';
import { approve, opened, propose } from './proposing.ts';

const LINES = ['one', 'two', 'three', 'four', 'five'];

/** Content of a doc as the repository and as disk have it, from its lines. */
interface Doc {
  readonly stored: (lines: readonly string[]) => string;
  readonly disk?: (lines: readonly string[]) => string;
}

const joined = (eol: string) => (lines: readonly string[]) => lines.map((line) => line + eol).join('');
const mixed = (lines: readonly string[]) => lines.map((line, i) => line + (i % 2 ? '\r\n' : '\n')).join('');
const [lf, crlf] = [joined('\n'), joined('\r\n')];

const PLAIN: Record<string, Doc> = {
  'lf.md': { stored: lf },
  'crlf.md': { stored: crlf },
  'mixed.md': { stored: mixed },
  'no last newline.md': { stored: (lines) => lines.join('\n') },
  'crlf without a last one.md': { stored: (lines) => lines.join('\r\n') },
  'bom.md': { stored: (lines) => `\uFEFF${lf(lines)}` },
  'a b/ c .md': { stored: lf },
  'grüße/日本.md': { stored: lf },
  'a\n"b"\'.md': { stored: lf },
  '--force/-rf.md': { stored: lf },
  'a*[b]?.md': { stored: lf },
};

const SETTINGS: [what: string, attributes: string, autocrlf: string, docs: Record<string, Doc>][] = [
  ['nothing set', '', 'false', PLAIN],
  [
    'eol=crlf',
    '*.md text eol=crlf',
    'false',
    {
      'crlf.md': { stored: lf, disk: crlf },
      'lf.md': { stored: lf, disk: lf },
      'mixed.md': { stored: lf, disk: mixed },
    },
  ],
  ['core.autocrlf', '', 'true', { 'crlf.md': { stored: lf, disk: crlf }, 'kept.md': { stored: crlf } }],
  ['core.autocrlf=input', '', 'input', { 'crlf.md': { stored: lf, disk: crlf } }],
];

describe.each(['fast-forward', 'merge'] as const)('S43: %s: endings, marks and names stay, with', (how) => {
  test.each(SETTINGS)('%s', async (_, attributes, autocrlf, docs) => {
    const repo = makeRepo({ '.gitattributes': `${attributes}\n` });
    const paths = Object.entries(docs);
    const each = (content: (doc: Doc) => string) =>
      Object.fromEntries(paths.map(([path, doc]) => [path, content(doc)]));
    const onDisk = (lines: readonly string[]) => each(({ stored, disk = stored }) => disk(lines));
    repo.commit(each(({ stored }) => stored(LINES)));
    repo.git('config', 'core.autocrlf', autocrlf);
    repo.write(onDisk(LINES));
    repo.git('status');
    propose(
      repo,
      'x',
      each(({ stored }) => stored(LINES.with(1, 'two by the agent'))),
    );
    const target = how === 'merge' ? LINES.with(3, 'four on the target') : LINES;
    if (how === 'merge') {
      repo.write(onDisk(target));
      repo.git('commit', '-q', '-a', '-m', 'Target');
    }
    await approve(await opened(repo), 'x');
    const landed = target.with(1, 'two by the agent');
    for (const [path, { stored, disk = stored }] of paths) {
      const blob = spawnSync('git', ['cat-file', 'blob', `main:${path}`], { cwd: repo.root }).stdout;
      expect([path, blob.toString(), repo.read(path)]).toEqual([path, stored(landed), disk(landed)]);
    }
    expect(repo.git('status', '--porcelain')).toBe('');
    expect(repo.git('diff', '--name-only')).toBe('');
  });
});

test('a new doc gets the endings that git would give it', async () => {
  const repo = makeRepo({ '.gitattributes': '*.md text eol=crlf\n' });
  propose(repo, 'x', { 'n.md': 'one\ntwo\n' });
  await approve(await opened(repo), 'x');
  expect(repo.read('n.md')).toBe('one\r\ntwo\r\n');
  expect(repo.git('status', '--porcelain')).toBe('');
});

test('S24: an executable bit, a submodule, a link and a binary file stay as they are', async () => {
  const module = makeRepo({ 'm.md': 'm\n' });
  const repo = makeRepo({ 'a.md': 'a\n', 'run.sh': 'echo 1\n', 'b.bin': Buffer.from([0, 1, 2, 255]) });
  repo.executable('run.sh');
  symlinkSync('a.md', join(repo.root, 'link'));
  repo.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', module.root, 'sub');
  repo.commit({}, 'Add');
  const before = repo.git('ls-tree', '-r', 'main');
  propose(repo, 'x', { 'run.sh': 'echo 2\n', 'a.md': 'a2\n' });
  repo.commit({ 'o.md': 'o\n' });
  await approve(await opened(repo), 'x');
  const kept = (listing: string) =>
    listing.split('\n').filter((line) => /sub$|link$|b\.bin$|\.gitmodules$/.test(line));
  expect(kept(repo.git('ls-tree', '-r', 'main'))).toEqual(kept(before));
  expect(repo.git('ls-tree', 'main', 'run.sh')).toMatch(/^100755/);
  expect(lstatSync(join(repo.root, 'run.sh')).mode & 0o111).toBe(0o111);
  expect(readlinkSync(join(repo.root, 'link'))).toBe('a.md');
  expect(repo.git('status', '--porcelain')).toBe('');
});

test('a binary file that only the proposal changed lands as it is', async () => {
  const repo = makeRepo({ 'b.bin': Buffer.from([0, 1, 13, 10]) });
  propose(repo, 'x', { 'b.bin': Buffer.from([0, 13, 10, 200, 255]) });
  await approve(await opened(repo), 'x');
  expect(repo.bytes('b.bin')).toEqual(Buffer.from([0, 13, 10, 200, 255]));
  expect(repo.git('status', '--porcelain')).toBe('');
});

test('a name that is not UTF-8, elsewhere in the tree, stays', async () => {
  const repo = makeRepo({ 'a.md': 'a\n' });
  const blob = repo.git('rev-parse', 'HEAD:a.md');
  const raw = Buffer.concat([
    Buffer.from(`${repo.git('ls-tree', 'HEAD')}\n100644 blob ${blob}\tr`),
    Buffer.from([0xe9]),
    Buffer.from('.md\n'),
  ]);
  const tree = repo.gitInput(raw, 'mktree');
  repo.git('reset', '-q', '--hard', repo.git('commit-tree', tree, '-p', 'HEAD', '-m', 'Raw'));
  propose(repo, 'x', { 'a.md': 'a2\n' });
  repo.commit({ 'o.md': 'o\n' });
  await approve(await opened(repo), 'x');
  expect(repo.git('ls-tree', '--name-only', 'main')).toBe('a.md\no.md\n"r\\351.md"');
  expect(repo.git('status', '--porcelain')).toBe('');
});
