// What the repository holds, read by name.
import { type Commit, decodeCommit } from './commit-codec.ts';
import { readerOf } from './object-reader.ts';
import { Recent } from './recent.ts';
import type { StoredObject } from './replies.ts';
import { type Oid, oidLength, type Repo } from './repo.ts';
import { shallowBoundary } from './shallow.ts';
import { decodeTree, type Entry, FOLDER, type TreeEntry } from './tree-codec.ts';

interface Kept {
  readonly commits: Recent<Commit>;
  readonly trees: Recent<readonly TreeEntry[]>;
  readonly listings: Recent<ReadonlyMap<string, Entry>>;
}

const kept = new WeakMap<Repo, Kept>();

/** The object, or null where the repository has none of that name. */
export async function readObject(repo: Repo, oid: Oid): Promise<StoredObject | null> {
  return readerOf(repo).read(oid);
}

/** A blob's bytes. Throws where the repository lacks it. */
export async function readBlob(repo: Repo, oid: Oid): Promise<Buffer> {
  return mustRead(repo, oid, 'blob');
}

/** A blob's bytes, or null where the repository has no such blob. */
export async function findBlob(repo: Repo, oid: Oid): Promise<Buffer | null> {
  const object = await readerOf(repo).read(oid);
  return object?.type === 'blob' ? object.bytes : null;
}

/** A commit; at the end of a shallow clone without parents, as git has it. Throws where the repository lacks it. */
export async function readCommit(repo: Repo, oid: Oid): Promise<Commit> {
  const commit = await findCommit(repo, oid);
  return commit ?? decodeCommit(oid, await mustRead(repo, oid, 'commit'));
}

/** The commit, or null where the repository has none of that name. */
export async function findCommit(repo: Repo, oid: Oid): Promise<Commit | null> {
  const { commits } = keptFor(repo);
  const found = commits.get(oid);
  if (found) return found;
  const object = await readerOf(repo).read(oid);
  if (object?.type !== 'commit') return null;
  const commit = decodeCommit(oid, object.bytes);
  if ((await shallowBoundary(repo)).has(oid)) return { ...commit, parents: [] };
  commits.set(oid, commit);
  return commit;
}

/** A tree's entries, in git's order. Throws where the repository lacks it. */
export async function readTree(repo: Repo, oid: Oid): Promise<readonly TreeEntry[]> {
  const { trees } = keptFor(repo);
  const found = trees.get(oid);
  if (found) return found;
  const entries = decodeTree(await mustRead(repo, oid, 'tree'), oidLength(repo) / 2);
  trees.set(oid, entries, entries.length + 1);
  return entries;
}

/** What `path` leads to in the commit (null: the empty tree), a folder too; null where there is nothing. */
export async function entryAt(repo: Repo, commit: Oid | null, path: string): Promise<Entry | null> {
  if (commit === null) return null;
  let entry: Entry = { mode: FOLDER, oid: (await readCommit(repo, commit)).tree };
  for (const part of path.split('/')) {
    if (entry.mode !== FOLDER) return null;
    const next: Entry | undefined = (await readTree(repo, entry.oid)).find(({ name }) => name === part);
    if (!next) return null;
    entry = next;
  }
  return { mode: entry.mode, oid: entry.oid };
}

/** Every leaf of the commit's tree (null: none) by path, in git's order. */
export async function listPaths(repo: Repo, commit: Oid | null): Promise<ReadonlyMap<string, Entry>> {
  if (commit === null) return new Map();
  const { tree } = await readCommit(repo, commit);
  const { listings } = keptFor(repo);
  const found = listings.get(tree);
  if (found) return found;
  // The order of trees, folders as if their names ended in a slash, is that of whole paths.
  const listing = new Map(await leavesOf(repo, tree, ''));
  listings.set(tree, listing);
  return listing;
}

/** The leaves below a tree, with paths that begin with `prefix`. */
export async function leavesOf(repo: Repo, tree: Oid, prefix: string): Promise<[string, Entry][]> {
  const entries = await readTree(repo, tree);
  const below = await Promise.all(
    entries.map(({ name, mode, oid }): Promise<[string, Entry][]> | [string, Entry][] =>
      mode === FOLDER ? leavesOf(repo, oid, `${prefix}${name}/`) : [[`${prefix}${name}`, { mode, oid }]],
    ),
  );
  return below.flat();
}

async function mustRead(repo: Repo, oid: Oid, type: StoredObject['type']): Promise<Buffer> {
  const object = await readerOf(repo).read(oid);
  if (!object) throw new Error(`the repository lacks ${type} ${oid}`);
  if (object.type !== type) throw new Error(`${oid} is a ${object.type}, not a ${type}`);
  return object.bytes;
}

function keptFor(repo: Repo): Kept {
  const found = kept.get(repo);
  if (found) return found;
  const made: Kept = { commits: new Recent(10_000), trees: new Recent(400_000), listings: new Recent(4) };
  kept.set(repo, made);
  return made;
}
