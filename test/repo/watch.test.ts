import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished, test } from 'vitest';
import { openRepo, watchFolders } from '../../src/repo/index.ts';
import { makeRepo } from '../helpers/make-repo.ts';

/** A watch whose next batches can be awaited. */
async function watched(paths: string[]) {
  const made = makeRepo({ 'a.md': 'a', 'd/b.md': 'b', 'd/other.md': 'o' });
  const repo = await openRepo(made.root);
  const files = new Set<string>();
  let refs = 0;
  let wake = () => {};
  const watch = watchFolders(repo, { paths }, (what) => {
    for (const file of what.files) files.add(file);
    refs += what.refs ? 1 : 0;
    wake();
  });
  onTestFinished(async () => {
    await watch.close();
    await repo.close();
  });
  const until = async (holds: () => boolean) => {
    while (!holds()) await new Promise<void>((resolve) => (wake = resolve));
    files.clear();
  };
  return { made, watch, files, until, refs: () => refs };
}

test('a changed, replaced, removed and new file is told, also in a folder that comes later', async () => {
  const { made, files, until } = await watched(['a.md', 'd/b.md', 'new/c.md']);
  made.write({ 'd/b.md': 'b2' });
  await until(() => files.has('d/b.md'));
  writeFileSync(join(made.root, 'temporary'), 'a2');
  renameSync(join(made.root, 'temporary'), join(made.root, 'a.md'));
  await until(() => files.has('a.md'));
  rmSync(join(made.root, 'a.md'));
  await until(() => files.has('a.md'));
  mkdirSync(join(made.root, 'new'));
  made.write({ 'new/c.md': 'c' });
  await until(() => files.has('new/c.md'));
  made.write({ 'a.md': 'a3' });
  await until(() => files.has('a.md'));
});

test('other files are not told; the paths may change; refs are', async () => {
  const { made, watch, files, until, refs } = await watched(['a.md']);
  made.write({ 'd/other.md': 'o2', 'd/b.md': 'b2', 'a.md': 'a2' });
  await until(() => files.has('a.md') && files.size === 1);
  watch.paths(['d/other.md']);
  made.write({ 'd/other.md': 'o3' });
  await until(() => files.has('d/other.md'));
  const before = refs();
  made.git('branch', 'proposals/x-1');
  await until(() => refs() > before);
  const then = refs();
  made.commit({});
  await until(() => refs() > then);
});
