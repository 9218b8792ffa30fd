import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type IndexEntry, indexStamp, openRepo, readIndex } from '../../src/repo/index.ts';
import { makeRepo, type TestRepo } from '../helpers/make-repo.ts';

async function opened(made: TestRepo) {
  const repo = await openRepo(made.root);
  onTestFinished(() => repo.close());
  return repo;
}

/** An index with everything that may be in one. */
function fullIndex(): TestRepo {
  const files = Object.fromEntries(
    Array.from({ length: 300 }, (_, i) => [`many/${'long-'.repeat(i % 40)}${i}.md`, `${i}`]),
  );
  const made = makeRepo({
    ...files,
    'a.md': '1\n',
    'new\nline é.md': 'x',
    'run.sh': 'x',
    skipped: 's',
    assumed: 'a',
    clash: '1\n',
  });
  made.executable('run.sh');
  made.git('checkout', '-q', '-b', 'side');
  made.commit({ clash: '2\n' });
  made.git('checkout', '-q', 'main');
  made.commit({ clash: '3\n' });
  made.tryGit('merge', '-q', 'side');
  made.write({ intended: 'later', staged: 'now' });
  made.git('add', '-N', 'intended');
  made.git('add', 'staged');
  made.git('update-index', '--skip-worktree', 'skipped');
  made.git('update-index', '--assume-unchanged', 'assumed');
  const oid = made.git('rev-parse', 'HEAD:a.md');
  made.gitInput(
    Buffer.concat([Buffer.from(`100644 ${oid}\tcaf`), Buffer.from([0xe9, 0])]),
    'update-index',
    '-z',
    '--index-info',
  );
  return made;
}

async function checkFull(made: TestRepo): Promise<void> {
  const entries = await readIndex(await opened(made));
  const listed = made.tryGit('-c', 'core.quotePath=true', 'ls-files', '--stage').stdout.split('\n');
  expect([...entries.values()].flat()).toHaveLength(listed.length);
  for (const line of listed.filter((line) => !line.includes('"'))) {
    const [, mode, oid, stage, path] = /^(\d+) (\w+) (\d)\t(.*)$/.exec(line)!;
    expect(entries.get(path!)).toContainEqual(expect.objectContaining({ mode, oid, stage: Number(stage) }));
  }
  const only = (path: string): Partial<IndexEntry> => {
    const { mode: _mode, oid: _oid, ...rest } = entries.get(path)![0]!;
    return rest;
  };
  const plain = { stage: 0, skipWorktree: false, assumeUnchanged: false, intentToAdd: false };
  expect(only('a.md')).toEqual(plain);
  expect(entries.get('run.sh')![0]!.mode).toBe('100755');
  expect(only('skipped')).toEqual({ ...plain, skipWorktree: true });
  expect(only('assumed')).toEqual({ ...plain, assumeUnchanged: true });
  expect(only('intended')).toEqual({ ...plain, intentToAdd: true });
  expect(entries.get('clash')!.map(({ stage }) => stage)).toEqual([1, 2, 3]);
  expect([entries.has('new\nline é.md'), entries.has('caf\udce9'), entries.has('nothing')]).toEqual([
    true,
    true,
    false,
  ]);
}

test('everything that may be in an index is read, in versions 2 to 4', async () => {
  const made = fullIndex();
  await checkFull(made);
  made.git('update-index', '--index-version', '4');
  await checkFull(made);
});

test('a split index is read through git', async () => {
  const made = fullIndex();
  made.git('update-index', '--split-index');
  made.write({ after: 'x' });
  made.git('add', 'after');
  await checkFull(made);
  expect((await readIndex(await opened(made))).has('after')).toBe(true);
});

test('a sparse index is read whole', async () => {
  const made = makeRepo({ 'in/a': '1', 'out/b': '2', 'out/c/d': '3', top: '4' });
  made.git('sparse-checkout', 'set', '--cone', '--sparse-index', 'in');
  const entries = await readIndex(await opened(made));
  expect([...entries.keys()]).toEqual(['in/a', 'out/b', 'out/c/d', 'top']);
  expect(entries.get('out/b')![0]).toMatchObject({ skipWorktree: true, mode: '100644' });
});

test('the stamp changes when the index does; some paths; no index at all', async () => {
  const made = makeRepo({ a: '1', b: '2' });
  const repo = await opened(made);
  const before = indexStamp(repo);
  expect(indexStamp(repo)).toBe(before);
  expect([...(await readIndex(repo, ['b', 'none'])).keys()]).toEqual(['b']);
  made.write({ a: '3' });
  made.git('add', 'a');
  expect(indexStamp(repo)).not.toBe(before);
  expect((await readIndex(repo)).get('a')![0]!.oid).toBe(made.git('rev-parse', ':a'));
  rmSync(join(made.root, '.git/index'));
  expect([indexStamp(repo), (await readIndex(repo)).size]).toEqual(['none', 0]);
});
