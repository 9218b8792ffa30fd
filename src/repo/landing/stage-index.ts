import { closeSync, fstatSync, fsyncSync, openSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAbsent } from '../disk-errors.ts';
import { git } from '../git.ts';
import { type Repo, zeroOid } from '../repo.ts';
import type { LandingIndexEntry } from './landing.ts';

export function indexPath(repo: Repo): string {
  return join(repo.gitDir, 'index');
}

/**
 * Makes, in `folder`, the index that there will be: a copy of the real one in which git sets the changed entries.
 * Takes no lock and touches nothing else. Returns the new file.
 */
export async function stageIndex(
  repo: Repo,
  folder: string,
  changes: readonly LandingIndexEntry[],
): Promise<string> {
  const file = join(folder, 'index');
  copyIndex(indexPath(repo), file);
  const run = (args: string[], input: string) =>
    git(repo, ['update-index', ...args], { input, env: { GIT_INDEX_FILE: file } });
  await run(['-z', '--index-info'], changes.map(infoLine(repo)).join(''));
  for (const [flag, option] of FLAGS) {
    const flagged = changes.filter(({ before: old, after }) => after && old?.[flag]);
    if (flagged.length > 0)
      await run([option, '-z', '--stdin'], flagged.map(({ path }) => `${path}\0`).join(''));
  }
  sync(file);
  return file;
}

const FLAGS = [
  ['skipWorktree', '--skip-worktree'],
  ['assumeUnchanged', '--assume-unchanged'],
] as const;

/**
 * Git trusts a file's size and times only where they are older than the index: a copy younger than its original
 * would make git take a file edited in that moment for unchanged. So the copy gets the original's time, never later.
 */
function copyIndex(from: string, to: string): void {
  let handle: number;
  try {
    handle = openSync(from, 'r');
  } catch (error) {
    if (isAbsent(error)) return;
    throw error;
  }
  try {
    const { mtimeMs, mode } = fstatSync(handle);
    writeFileSync(to, readFileSync(handle), { mode });
    const time = Math.floor(mtimeMs) / 1000;
    utimesSync(to, time, time);
  } finally {
    closeSync(handle);
  }
}

function infoLine(repo: Repo): (change: LandingIndexEntry) => string {
  const none = zeroOid(repo);
  return ({ path, after }) => (after ? `${after.mode} ${after.oid}\t${path}\0` : `0 ${none}\t${path}\0`);
}

function sync(file: string): void {
  const handle = openSync(file, 'r+');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
