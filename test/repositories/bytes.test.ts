// How git turns files into blobs and back, and names that are one on some disks.
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeRepo } from '../helpers/make-repo.ts';
import { propose } from '../proposals/apply/proposing.ts';
import { refusalOf } from '../session/actors.ts';
import {
  approved,
  CHANGED,
  caller,
  everything,
  expectSound,
  folder,
  GUIDE,
  mainPath,
  saved,
} from './ground.ts';

const crlf = (text: string) => text.replaceAll('\n', '\r\n');

/** A repository whose files are checked out anew under these attributes and settings. */
function checkedOut(attributes: string | null, settings: Record<string, string> = {}) {
  const repo = makeRepo({ 'guide.md': GUIDE, ...(attributes && { '.gitattributes': attributes }) });
  for (const [key, value] of Object.entries(settings)) repo.git('config', key, value);
  repo.git('rm', '-q', '--cached', '-r', '.');
  repo.git('reset', '-q', '--hard');
  return repo;
}

test.each([
  ['eol=crlf', '*.md text eol=crlf\n', {}],
  ['core.autocrlf=true', null, { 'core.autocrlf': 'true' }],
  ['text=auto with core.eol=crlf', '* text=auto\n', { 'core.eol': 'crlf' }],
])(
  'S43: %s: the whole path; the branch has LF, the disk CRLF, the status stays clean',
  async (_, attributes, settings) => {
    const repo = checkedOut(attributes, settings as Record<string, string>);
    expect(repo.read('guide.md')).toBe(crlf(GUIDE));
    await mainPath(repo, { disk: crlf(CHANGED) });
  },
);

test('S43: core.autocrlf=input: LF on both sides, and CRLF of an uncommitted edit stays on its line', async () => {
  const repo = checkedOut(null, { 'core.autocrlf': 'input' });
  await mainPath(repo);
  propose(repo, 'x', { 'guide.md': CHANGED.replace('line 5', 'line five') });
  repo.write({ 'guide.md': CHANGED.replace('line 9\n', 'line nine\r\n') });
  await approved(repo, 'x');
  expect(repo.read('guide.md')).toBe(
    CHANGED.replace('line 5', 'line five').replace('line 9\n', 'line nine\r\n'),
  );
  expectSound(repo);
});

test('S43: an uncommitted edit in a CRLF file is kept on top of what lands, every ending as it was', async () => {
  const repo = checkedOut('*.md text eol=crlf\n');
  const { proposal } = await saved(repo);
  repo.write({ 'guide.md': crlf(GUIDE.replace('line 9', 'line nine')) });
  await approved(repo, proposal);
  expect(repo.read('guide.md')).toBe(crlf(CHANGED.replace('line 9', 'line nine')));
  expect(repo.git('diff', '--numstat')).toBe('1\t1\tguide.md');
  expectSound(repo);
});

test('a file of mixed endings that git does not convert stays mixed, line by line', async () => {
  const mixed = GUIDE.replace('line 4\n', 'line 4\r\n').replace('line 6\n', 'line 6\r\n');
  const repo = makeRepo({ 'guide.md': mixed });
  const { proposal } = await saved(repo);
  await approved(repo, proposal);
  expect(repo.read('guide.md')).toBe(mixed.replace('line 2', 'line two'));
  expect(repo.git('status', '--porcelain')).toBe('');
  expectSound(repo);
});

/** A filter of the repository whose use is told by a file: docket must never run it. */
function filtered(attribute = 'filter=shout') {
  const flag = join(folder(), 'ran');
  const script = join(folder(), 'shout');
  const repo = makeRepo({ 'guide.md': GUIDE, '.gitattributes': `*.loud ${attribute}\n` });
  repo.write({ [`../${script.split('/').slice(-2).join('/')}`]: `#!/bin/sh\ntouch ${flag}\ntr a-z A-Z\n` });
  chmodSync(script, 0o755);
  repo.git('config', 'filter.shout.clean', script);
  repo.git('config', 'filter.shout.smudge', script);
  return { repo, flag };
}

test('a filter on other files: the whole path, and docket runs no filter', async () => {
  const { repo } = filtered();
  repo.commit({ 'a.loud': 'abc\n' });
  expect(repo.git('show', 'HEAD:a.loud')).toBe('ABC');
  await mainPath(repo);
});

test('a doc behind a filter: neither opened nor landed, and the refusal names the attribute', async () => {
  const { repo } = filtered();
  repo.commit({ 'a.loud': 'abc\n' });
  const agent = await caller(repo, 'mcp');
  const refused = await refusalOf(agent.run('doc.read', { doc: 'a.loud' }));
  expect(refused).toMatchObject({ code: 'not_a_doc', message: expect.stringContaining('filter') });
  propose(repo, 'x', { 'a.loud': 'XYZ\n' });
  const before = everything(repo);
  const owner = await caller(repo, 'session');
  const plan = await owner.run('proposal.preflight', { proposal: 'x' });
  expect(plan).toMatchObject({
    plan: 'blocked',
    blocked: { cause: 'filter', message: expect.stringContaining('a.loud') },
  });
  await expect(owner.run('proposal.apply', { proposal: 'x', token: plan.token })).rejects.toMatchObject({
    code: 'blocked',
  });
  expect(everything(repo)).toEqual(before);
  expectSound(repo);
});

const POINTER =
  'version https://git-lfs.github.com/spec/v1\noid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393\nsize 12345\n';

test('LFS: pointers elsewhere in the tree are carried untouched, also where git-lfs is not installed', async () => {
  const repo = makeRepo({ 'guide.md': GUIDE, 'photo.raw': POINTER });
  // The pointer was committed by git-lfs; here it is not installed, as on a reviewer's machine.
  repo.commit({ '.gitattributes': '*.raw filter=lfs diff=lfs merge=lfs -text\n' });
  const entry = repo.git('ls-files', '-s', 'photo.raw');
  await mainPath(repo);
  expect([repo.git('ls-files', '-s', 'photo.raw'), repo.read('photo.raw')]).toEqual([entry, POINTER]);
  propose(repo, 'x', { 'photo.raw': POINTER.replace('12345', '54321') });
  await expect(approved(repo, 'x')).rejects.toMatchObject({ code: 'blocked', details: { cause: 'filter' } });
  expect(repo.read('photo.raw')).toBe(POINTER);
  expectSound(repo);
});

test.each([
  ['ident', '*.md ident\n'],
  ['working-tree-encoding', '*.md working-tree-encoding=UTF-16LE\n'],
])('a doc under %s is no doc, and the refusal says why', async (attribute, line) => {
  const repo = makeRepo({ 'guide.md': GUIDE, 'plain.txt': GUIDE });
  repo.write({ '.git/info/attributes': line });
  const agent = await caller(repo, 'mcp');
  expect(await refusalOf(agent.run('doc.read', { doc: 'guide.md' }))).toMatchObject({
    code: 'not_a_doc',
    message: expect.stringContaining(attribute),
  });
  await mainPath(repo, { doc: 'plain.txt' });
});

test('core.ignorecase: a new doc that is a twin of a tracked one in letter case is refused by both names', async () => {
  const repo = makeRepo({ 'guide.md': GUIDE });
  repo.git('config', 'core.ignorecase', 'true');
  await mainPath(repo);
  propose(repo, 'x', { 'GUIDE.md': 'other\n' });
  const before = everything(repo);
  const refused = await refusalOf(approved(repo, 'x'));
  expect(refused).toMatchObject({ code: 'blocked', details: { cause: 'twin' } });
  expect(refused.message).toMatch(/GUIDE\.md.*guide\.md/);
  expect(everything(repo)).toEqual(before);
});

test('two twins within one proposal are refused too, and so are twins of folders', async () => {
  const repo = makeRepo({ 'guide.md': GUIDE, 'Docs/a.md': 'a\n' });
  propose(repo, 'x', { 'new/one.md': '1\n', 'new/ONE.md': '2\n' });
  await expect(approved(repo, 'x')).rejects.toMatchObject({ code: 'blocked', details: { cause: 'twin' } });
  propose(repo, 'y', { 'docs/b.md': 'b\n' });
  await expect(approved(repo, 'y')).rejects.toMatchObject({ code: 'blocked', details: { cause: 'twin' } });
  expect(repo.git('status', '--porcelain')).toBe('');
});

test('NFC and NFD: a twin in Unicode form is refused; a tracked NFD name keeps its bytes', async () => {
  const [nfc, nfd] = ['caf\u00e9.md', 'cafe\u0301.md'];
  const repo = makeRepo({ [nfd]: GUIDE });
  repo.git('config', 'core.precomposeUnicode', 'true');
  await mainPath(repo, { doc: nfd });
  expect(repo.git('-c', 'core.quotePath=false', 'ls-files')).toBe(nfd);
  propose(repo, 'x', { [nfc]: 'other\n' });
  await expect(approved(repo, 'x')).rejects.toMatchObject({ code: 'blocked', details: { cause: 'twin' } });
  expectSound(repo);
});

test('twins that are tracked already are one doc each where the disk tells them apart', async () => {
  const repo = makeRepo({ 'guide.md': GUIDE, 'GUIDE.md': 'the other\n' });
  await mainPath(repo);
  expect(repo.read('GUIDE.md')).toBe('the other\n');
});
