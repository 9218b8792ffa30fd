// What differs between two commits, at the cost of the trees that differ.
import { compareNames } from './names.ts';
import { readCommit, readTree } from './objects.ts';
import type { Oid, Repo } from './repo.ts';
import { compareEntries, type Entry, FOLDER, type TreeEntry } from './tree-codec.ts';

export interface PathChange {
  readonly path: string;
  readonly before: Entry | null;
  readonly after: Entry | null;
}

/** The leaves that differ between two commits (null: the empty tree), in order of path. No renames are guessed. */
export async function treeChanges(repo: Repo, before: Oid | null, after: Oid | null): Promise<PathChange[]> {
  const [from, to] = await Promise.all(
    [before, after].map((oid) => (oid === null ? null : treeOf(repo, oid))),
  );
  const changes = await between(repo, from ?? null, to ?? null, '');
  return changes.sort((a, b) => compareNames(a.path, b.path));
}

async function treeOf(repo: Repo, commit: Oid): Promise<Oid> {
  return (await readCommit(repo, commit)).tree;
}

async function between(
  repo: Repo,
  before: Oid | null,
  after: Oid | null,
  prefix: string,
): Promise<PathChange[]> {
  if (before === after) return [];
  const [from, to] = await Promise.all([entriesOf(repo, before), entriesOf(repo, after)]);
  const found = await Promise.all(
    differing(from, to).map(([one, two]) => entryChanges(repo, one, two, prefix)),
  );
  return found.flat();
}

async function entriesOf(repo: Repo, tree: Oid | null): Promise<readonly TreeEntry[]> {
  return tree === null ? [] : readTree(repo, tree);
}

type Pair = readonly [TreeEntry | undefined, TreeEntry | undefined];

/** The entries that differ, side by side: both lists are in git's order. */
function differing(from: readonly TreeEntry[], to: readonly TreeEntry[]): Pair[] {
  const pairs: Pair[] = [];
  for (let i = 0, j = 0; i < from.length || j < to.length; ) {
    const order = orderOf(from[i], to[j]);
    const one = order <= 0 ? from[i++] : undefined;
    const two = order >= 0 ? to[j++] : undefined;
    if (one?.oid !== two?.oid || one?.mode !== two?.mode) pairs.push([one, two]);
  }
  return pairs;
}

function orderOf(one: TreeEntry | undefined, two: TreeEntry | undefined): number {
  if (!one || !two) return one ? -1 : 1;
  return one.name === two.name && one.mode === two.mode ? 0 : compareEntries(one, two);
}

async function entryChanges(
  repo: Repo,
  before: TreeEntry | undefined,
  after: TreeEntry | undefined,
  prefix: string,
): Promise<PathChange[]> {
  const path = prefix + (before ?? after)!.name;
  const own = { path, before: leaf(before), after: leaf(after) };
  if (own.before || own.after) return [own];
  return between(repo, folderOid(before), folderOid(after), `${path}/`);
}

function folderOid(entry: TreeEntry | undefined): Oid | null {
  return entry?.mode === FOLDER ? entry.oid : null;
}

function leaf(entry: TreeEntry | undefined): Entry | null {
  return entry && entry.mode !== FOLDER ? { mode: entry.mode, oid: entry.oid } : null;
}
