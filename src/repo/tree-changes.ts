// What differs between two commits, at the cost of the trees that differ.
import { compareNames } from './names.ts';
import { readCommit, readTree } from './objects.ts';
import type { Oid, Repo } from './repo.ts';
import { type Entry, FOLDER, type TreeEntry } from './tree-codec.ts';

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
  const names = new Set([...from.keys(), ...to.keys()]);
  const found = await Promise.all(
    [...names].map((name) => entryChanges(repo, from.get(name), to.get(name), prefix)),
  );
  return found.flat();
}

async function entriesOf(repo: Repo, tree: Oid | null): Promise<ReadonlyMap<string, TreeEntry>> {
  const entries = tree === null ? [] : await readTree(repo, tree);
  return new Map(entries.map((entry) => [entry.name, entry]));
}

async function entryChanges(
  repo: Repo,
  before: TreeEntry | undefined,
  after: TreeEntry | undefined,
  prefix: string,
): Promise<PathChange[]> {
  if (before && after && before.oid === after.oid && before.mode === after.mode) return [];
  const path = prefix + (before ?? after)!.name;
  const inside = await between(repo, folderOid(before), folderOid(after), `${path}/`);
  const own = { path, before: leaf(before), after: leaf(after) };
  return own.before || own.after ? [own, ...inside] : inside;
}

function folderOid(entry: TreeEntry | undefined): Oid | null {
  return entry?.mode === FOLDER ? entry.oid : null;
}

function leaf(entry: TreeEntry | undefined): Entry | null {
  return entry && entry.mode !== FOLDER ? { mode: entry.mode, oid: entry.oid } : null;
}
