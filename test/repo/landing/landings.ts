// Landings for tests: made from what a repository holds and what files shall become.
import { randomUUID } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Entry,
  entryAt,
  type Givens,
  head,
  indexStamp,
  type Landing,
  openRepo,
  type Repo,
  readDisk,
  readIndex,
  writeBlob,
  writeTree,
} from '../../../src/repo/index.ts';

export const givens: Givens = { now: () => new Date(), uuid: () => randomUUID() };

/** A repository that git can be asked about. */
export interface Git {
  readonly root: string;
  git(...args: string[]): string;
}

/** New content by path; null removes. */
export type Wanted = Record<string, string | null>;

/** A landing that makes a commit of these contents on the checked-out branch, and files and index equal to it. */
export async function landingOf(
  test: Git,
  repo: Repo,
  wanted: Wanted,
  refs: Landing['refs'] = [],
): Promise<Landing> {
  const { branch, oid } = await head(repo);
  const stamp = indexStamp(repo);
  const entries = await readIndex(repo);
  const changes = new Map<string, Entry | null>();
  const files: Landing['files'][number][] = [];
  const index: Landing['index'][number][] = [];
  for (const [path, text] of Object.entries(wanted)) {
    const mode = (await entryAt(repo, oid, path))?.mode ?? '100644';
    const after = text === null ? null : { mode, oid: await writeBlob(repo, Buffer.from(text)) };
    changes.set(path, after);
    const before = (await readDisk(repo, path))?.bytes ?? null;
    files.push({ path, before, after: text === null ? null : Buffer.from(text), executable: false });
    index.push({ path, before: entries.get(path)?.[0] ?? null, after });
  }
  const tree = await writeTree(repo, oid && test.git('rev-parse', `${oid}^{tree}`), changes);
  const parents = oid ? ['-p', oid] : [];
  const to = test.git('commit-tree', tree, ...parents, '-m', 'Landed');
  const moves = [{ ref: branch!, from: oid, to }, ...refs];
  return { branch, files, index, indexStamp: stamp, refs: moves, origHead: oid, message: 'docket: land' };
}

/** Opens the repository for one test. */
export async function opened<T>(test: Git, work: (repo: Repo) => Promise<T>): Promise<T> {
  const repo = await openRepo(test.root);
  try {
    return await work(repo);
  } finally {
    await repo.close();
  }
}

/** Every file of work tree and git dir with its mode, time and content; loose objects and docket's own left out. */
export function listing(root: string): Record<string, string> {
  const all: Record<string, string> = {};
  for (const name of readdirSync(root, { recursive: true }) as string[]) {
    if (/^\.git\/(docket|objects)(\/|$)/.test(name)) continue;
    const stat = lstatSync(join(root, name), { bigint: true });
    // A transaction of refs that comes to nothing leaves the folders that git made for them.
    if (stat.isDirectory() && name.startsWith('.git/refs/')) continue;
    // Git's own locks come and go in its folders, whatever the outcome: a folder's time says nothing.
    const what = stat.isFile() ? `${stat.mtimeNs} ${readFileSync(join(root, name)).toString('latin1')}` : '';
    all[name] = `${stat.mode.toString(8)} ${what}`;
  }
  return all;
}

/** The text of every file of the work tree. */
export function contents(root: string): Record<string, string> {
  const names = (readdirSync(root, { recursive: true }) as string[]).filter(
    (name) => !/^\.git(\/|$)/.test(name),
  );
  const files = names.filter((name) => statSync(join(root, name)).isFile());
  return Object.fromEntries(files.map((name) => [name, readFileSync(join(root, name), 'latin1')]));
}
