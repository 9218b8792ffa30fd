import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { makeRepo } from '../helpers/make-repo.ts';
import { lines } from '../session/actors.ts';
import { calling, callingIn } from './doc-call.ts';

const MARKERS = '<<<<<<< HEAD\na\n=======\nb\n>>>>>>> theirs\n';
const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest('hex');

test('S52: check says every problem and warning of the work tree, and what it checked', async () => {
  const { run, words } = await calling('mcp', {
    'clash.md': `x\n${MARKERS}`,
    'hidden.md': 'a\nb\u202ec\r\n',
  });
  expect(await run('check')).toEqual({
    ok: false,
    problems: [
      {
        severity: 'problem',
        code: 'conflict_markers',
        doc: 'clash.md',
        file: 'clash.md',
        line: 2,
        message: 'a merge left its conflict markers here',
        text: 'clash.md:2: a merge left its conflict markers here: <<<<<<< HEAD',
        fix: expect.any(String),
      },
    ],
    warnings: [
      expect.objectContaining({ code: 'hidden_characters', doc: 'hidden.md', line: 2 }),
      expect.objectContaining({ code: 'mixed_eol', doc: 'hidden.md', line: 2 }),
    ],
    files: [
      { file: 'b.md', sha256: sha256('b\n') },
      { file: 'clash.md', sha256: sha256(`x\n${MARKERS}`) },
      { file: 'guide.md', sha256: sha256(lines()) },
      { file: 'hidden.md', sha256: sha256('a\nb\u202ec\r\n') },
    ],
    skipped: [],
    summary: 'Checked 4 docs: 1 problem, 2 warnings.',
  });
  const said = await words('check');
  expect(said).toContain('problem: clash.md:2: a merge left its conflict markers here: <<<<<<< HEAD');
  expect(said).toContain('hidden.md:2: the line holds characters that do not show: b<U+202E>c');
});

test('S52: check of docs without problems is ok, warnings or not', async () => {
  const { run, words } = await calling();
  expect(await run('check', { docs: ['guide', 'b.md'] })).toMatchObject({
    ok: true,
    problems: [],
    warnings: [],
    files: [{ file: 'guide.md' }, { file: 'b.md' }],
    summary: 'Checked 2 docs: no problems, no warnings.',
  });
  expect(await words('check', { docs: ['b.md'] })).toBe('Checked 1 doc: no problems, no warnings.');
});

test('S52: check takes the unsaved edits of its own session, and says so', async () => {
  const { run } = await calling();
  await run('doc.edit', { doc: 'b.md', edits: [{ oldText: 'b\n', newText: MARKERS }] });
  await run('doc.create', { doc: 'new.md', text: 'new\n' });
  await run('doc.delete', { doc: 'guide.md' });
  expect(await run('check')).toMatchObject({
    ok: false,
    problems: [{ code: 'conflict_markers', doc: 'b.md', line: 1 }],
    files: [
      { file: 'b.md', sha256: sha256('b\n'), dirty: true },
      { file: 'new.md', sha256: 'absent', dirty: true },
    ],
  });
});

test('S52: check names docs that are unsaved in the app: their files were checked, those edits not', async () => {
  const { repo, run } = await calling();
  const owner = await callingIn(repo, 'session');
  await owner.run('doc.edit', { doc: 'b.md', edits: [{ oldText: 'b\n', newText: MARKERS }] });
  const skipped = [{ doc: 'b.md', why: 'unsaved_in_app', message: expect.stringContaining('unsaved edits') }];
  expect(await run('check')).toMatchObject({
    ok: true,
    skipped,
    summary: expect.stringMatching(/ Not checked: 1\.$/),
  });
  expect(await run('check', { docs: ['b.md'] })).toMatchObject({ skipped });
  expect(await run('check', { docs: ['guide.md'] })).toMatchObject({ skipped: [] });
});

test('S52: check --changed takes what differs from HEAD: edited, staged, new, not what is ignored or gone', async () => {
  const { repo, run } = await calling('mcp', {
    '.gitignore': '*.log\n',
    'gone.md': 'x\n',
    'staged.md': 's\n',
  });
  repo.write({ 'b.md': 'B\n', 'notes/new file.md': 'n\n', 'a.log': MARKERS, 'staged.md': 'S\n' });
  repo.git('add', 'staged.md');
  repo.git('rm', '-q', 'gone.md');
  expect((await run('check', { changed: true })).files.map((each: { file: string }) => each.file)).toEqual([
    'b.md',
    'notes/new file.md',
    'staged.md',
  ]);
  expect(await run('check', { changed: true, docs: ['b.md', 'guide.md'] })).toMatchObject({
    files: [{ file: 'b.md' }],
    skipped: [{ doc: 'guide.md', why: 'unchanged' }],
  });
});

test('S52: check --staged takes the index’s content, whatever the file holds by now', async () => {
  const { repo, run } = await calling();
  repo.write({ 'b.md': MARKERS });
  repo.git('add', 'b.md');
  repo.write({ 'b.md': 'mended\n', 'guide.md': MARKERS });
  expect(await run('check', { staged: true })).toMatchObject({
    ok: false,
    problems: [{ doc: 'b.md' }],
    files: [{ file: 'b.md', sha256: sha256(MARKERS) }],
  });
  expect(await run('check', { staged: true, docs: ['guide.md'] })).toMatchObject({
    ok: true,
    files: [],
    skipped: [{ doc: 'guide.md', why: 'not_staged' }],
  });
});

test('S52: check --staged says that an unmerged doc was not checked', async () => {
  const repo = makeRepo({ 'a.md': 'a\n' });
  repo.git('switch', '-q', '-c', 'other');
  repo.commit({ 'a.md': 'b\n' });
  repo.git('switch', '-q', 'main');
  repo.commit({ 'a.md': 'c\n' });
  repo.tryGit('merge', 'other');
  const { run } = await callingIn(repo, 'session');
  expect(await run('check', { staged: true })).toMatchObject({
    files: [],
    skipped: [{ doc: 'a.md', why: 'unmerged' }],
  });
  expect(await run('check', { changed: true })).toMatchObject({
    ok: false,
    problems: [{ code: 'conflict_markers' }],
  });
});

test('S52, S56: check --proposal takes the docs of its tip, and names the tip', async () => {
  const { repo, run } = await calling();
  await run('doc.edit', { doc: 'b.md', edits: [{ oldText: 'b\n', newText: MARKERS }] });
  const [{ proposal, tip }] = (await run('doc.save', { doc: 'b.md' })).proposals;
  repo.write({ 'b.md': 'other\n' });
  expect(await run('check', { proposal })).toMatchObject({
    ok: false,
    problems: [{ code: 'conflict_markers', doc: 'b.md' }],
    files: [{ file: 'b.md', sha256: sha256(MARKERS) }],
    proposal,
    tip,
    summary: `Checked 1 doc of ${proposal}: 1 problem, no warnings.`,
  });
  expect(await run('check', { proposal, docs: ['guide.md'] })).toMatchObject({
    files: [],
    skipped: [{ doc: 'guide.md', why: 'not_in_proposal' }],
  });
  await expect(run('check', { proposal: 'nothing' })).rejects.toMatchObject({ code: 'no_such_proposal' });
});

test('S52, S73: bytes that are no text are a problem where they were named, and skipped where they were not', async () => {
  const { repo, run } = await calling('mcp', { '.gitattributes': 'big.md filter=lfs\n', 'big.md': 'x\n' });
  repo.write({
    'picture.png': Buffer.from([0x89, 0, 1]) as never,
    'latin.md': Buffer.from([0x67, 0xfc]) as never,
  });
  expect(await run('check')).toMatchObject({
    problems: [{ code: 'not_utf8', doc: 'latin.md' }],
    skipped: [
      { doc: 'big.md', why: 'not_a_doc' },
      { doc: 'picture.png', why: 'not_text' },
    ],
  });
  expect(await run('check', { docs: ['picture.png'] })).toMatchObject({
    ok: false,
    problems: [{ code: 'not_utf8' }],
  });
  await expect(run('check', { docs: ['big.md'] })).rejects.toMatchObject({ code: 'not_a_doc' });
});

test('S52: check shows so many entries of each list, and counts the rest', async () => {
  const { run, words } = await calling('mcp', { 'a.md': MARKERS.repeat(4) });
  expect(await run('check', { limit: 3 })).toMatchObject({
    ok: false,
    problems: [{ line: 1 }, { line: 6 }, { line: 11 }],
    more: { problems: 1 },
    summary: 'Checked 3 docs: 4 problems, no warnings.',
  });
  expect(await words('check', { limit: 3 })).toContain('Not shown: 1 problems.');
});

test('S52: check takes one source at a time, and docs that there are', async () => {
  const { run } = await calling();
  await expect(run('check', { staged: true, changed: true })).rejects.toMatchObject({
    code: 'invalid_input',
    message: expect.stringContaining('staged and changed'),
  });
  await expect(run('check', { docs: ['nowhere.md'] })).rejects.toMatchObject({ code: 'no_such_doc' });
  await expect(run('check', { docs: ['../x'] })).rejects.toMatchObject({ code: 'path_outside_repo' });
  await expect(run('check', { docs: [] })).rejects.toMatchObject({ code: 'invalid_input' });
});

test('S52: check of an unborn branch and of nothing', async () => {
  const repo = makeRepo();
  const { run } = await callingIn(repo, 'session');
  expect(await run('check')).toMatchObject({
    ok: true,
    files: [],
    summary: 'Checked no docs: no problems, no warnings.',
  });
  repo.write({ 'a.md': 'a\n' });
  repo.git('add', 'a.md');
  expect(await run('check', { staged: true })).toMatchObject({ files: [{ file: 'a.md' }] });
  expect(await run('check', { changed: true })).toMatchObject({ files: [{ file: 'a.md' }] });
});
