// One base made of several, as git's own merge makes it: the bases are merged with each other first.
import {
  type Entry,
  mergeBases,
  type Oid,
  type PathChange,
  type Repo,
  readBlob,
  readCommit,
  treeChanges,
  writeBlob,
  writeCommit,
  writeTree,
} from '../../repo/index.ts';
import { isFile, sameEntry } from '../text-at.ts';
import { mergeSides, sideOf } from './side.ts';

/** Bases of bases of bases: histories that go deeper are refused. */
const DEEPEST = 8;

/**
 * A commit, in no branch, that holds the bases merged into one; null where they clash with each other. The same
 * bases give the same commit.
 */
export async function virtualBase(repo: Repo, bases: readonly Oid[], depth = 0): Promise<Oid | null> {
  const [first, ...others] = [...bases].sort();
  let merged: Oid | null = first ?? null;
  for (const other of others) {
    if (merged === null || depth > DEEPEST) return null;
    const below: readonly Oid[] = await mergeBases(repo, merged, other);
    const base: Oid | null =
      below.length > 1 ? await virtualBase(repo, below, depth + 1) : (below[0] ?? null);
    if (below.length > 1 && base === null) return null;
    merged = await mergedCommit(repo, base, merged, other);
  }
  return merged;
}

async function mergedCommit(repo: Repo, base: Oid | null, ours: Oid, theirs: Oid): Promise<Oid | null> {
  const [mine, others] = await Promise.all([treeChanges(repo, base, ours), treeChanges(repo, base, theirs)]);
  const own = new Map(mine.map((change) => [change.path, change]));
  const entries = new Map<string, Entry | null>();
  for (const change of others) {
    const entry = await mergedEntry(repo, own.get(change.path), change);
    if (entry === undefined) return null;
    entries.set(change.path, entry);
  }
  const tree = await writeTree(repo, (await readCommit(repo, ours)).tree, entries).catch(() => null);
  const parents = [ours, theirs];
  return (
    tree && writeCommit(repo, { tree, parents, author: NOBODY, committer: NOBODY, message: 'Merged bases\n' })
  );
}

/** Undefined where both changed the path and do not agree. */
async function mergedEntry(
  repo: Repo,
  mine: PathChange | undefined,
  theirs: PathChange,
): Promise<Entry | null | undefined> {
  if (!mine || sameEntry(mine.after, theirs.after)) return theirs.after;
  const { before, after } = mine;
  if (!before || !after || !theirs.after || ![before, after, theirs.after].every(isFile)) return undefined;
  if (after.mode !== theirs.after.mode && ![after.mode, theirs.after.mode].includes(before.mode))
    return undefined;
  const sides = [before, after, theirs.after].map(async ({ mode, oid }) =>
    sideOf(mode, await readBlob(repo, oid)),
  );
  const [base, ours, other] = await Promise.all(sides);
  const merged = mergeSides(theirs.path, base!, ours!, other!);
  if (merged.take === 'clash' || !merged.side) return undefined;
  const mode = after.mode === before.mode ? theirs.after.mode : after.mode;
  return { mode, oid: await writeBlob(repo, merged.side.bytes) };
}

const NOBODY = {
  name: 'docket',
  email: 'docket@agents.docket.invalid',
  at: '1970-01-01T00:00:00.000Z',
  zone: '+0000',
};
