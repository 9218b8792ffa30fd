// Trees rewritten along the changed paths only; every entry that is not named passes as the bytes it was.
import { refuse } from '../refusal.ts';
import { readTree } from './objects.ts';
import { checkOid, type Oid, type Repo } from './repo.ts';
import { checkStoredPath } from './safe-path.ts';
import { compareEntries, type Entry, encodeTree, FOLDER, type TreeEntry } from './tree-codec.ts';
import { storeObject } from './write-objects.ts';

/** What changes at a name: itself (null: the file there goes; undefined: nothing) and what is below it. */
interface Change {
  own?: Entry | null;
  readonly below: Map<string, Change>;
}

/**
 * Stores the tree `base` (null: the empty one) with the changes (null: the file goes) and returns its name. Only
 * trees on the changed paths are written; a folder that becomes empty goes. Refuses unsafe paths as `checkPath` does,
 * and `exists` where something would have to be a file and a folder at once.
 */
export async function writeTree(
  repo: Repo,
  base: Oid | null,
  changes: ReadonlyMap<string, Entry | null>,
): Promise<Oid> {
  const nested = nest(repo, changes);
  if (nested.size === 0 && base !== null) return base;
  const writing: Writing = { repo, stored: [] };
  const tree = (await changed(writing, base, nested, '')) ?? store(writing, []);
  await Promise.all(writing.stored);
  return tree;
}

/** Trees of one change are stored side by side: a tree needs the names of those below it, not their files. */
interface Writing {
  readonly repo: Repo;
  readonly stored: Promise<void>[];
}

function store({ repo, stored }: Writing, entries: readonly TreeEntry[]): Oid {
  const tree = storeObject(repo, 'tree', encodeTree(entries));
  // A change that is refused half way has nobody to wait for what was begun.
  tree.stored.catch(() => {});
  stored.push(tree.stored);
  return tree.oid;
}

const MODES = new Set(['100644', '100755', '120000', '160000', FOLDER]);

function nest(repo: Repo, changes: ReadonlyMap<string, Entry | null>): Map<string, Change> {
  const top: Change = { below: new Map() };
  for (const [path, entry] of changes) {
    if (entry) checkEntry(repo, path, entry);
    let at = top;
    for (const part of path.split('/')) at = changeAt(at.below, part);
    at.own = entry;
  }
  return top.below;
}

function checkEntry(repo: Repo, path: string, entry: Entry): void {
  checkStoredPath(path);
  checkOid(repo, entry.oid);
  if (!MODES.has(entry.mode)) throw new Error(`not a mode: ${entry.mode}`);
}

function changeAt(changes: Map<string, Change>, name: string): Change {
  const there = changes.get(name) ?? { below: new Map<string, Change>() };
  changes.set(name, there);
  return there;
}

/** The changed tree's name, or null when nothing is left in it. */
async function changed(
  writing: Writing,
  base: Oid | null,
  changes: ReadonlyMap<string, Change>,
  prefix: string,
): Promise<Oid | null> {
  const before = base === null ? [] : await readTree(writing.repo, base);
  const byName = new Map(before.map((entry) => [entry.name, entry]));
  const results = await Promise.all(
    [...changes].map(async ([name, change]) => {
      const entry = await changedEntry(writing, byName.get(name) ?? null, change, `${prefix}${name}`);
      return { name, entry };
    }),
  );
  let moved = false;
  for (const { name, entry } of results) {
    moved ||= entry !== null && byName.get(name)?.mode !== entry.mode;
    if (entry === null) byName.delete(name);
    else byName.set(name, { mode: entry.mode, oid: entry.oid, name });
  }
  return byName.size === 0 ? null : written(writing, base, before, [...byName.values()], moved);
}

async function changedEntry(
  writing: Writing,
  before: Entry | null,
  change: Change,
  path: string,
): Promise<Entry | null> {
  const folder = before?.mode === FOLDER ? before.oid : null;
  const file = folder === null ? before : null;
  const { own, below } = change;
  if (own?.mode === FOLDER && below.size === 0) return own;
  const left = below.size === 0 ? folder : await changed(writing, folder, below, `${path}/`);
  const here = own === undefined ? file : own;
  if (here && left !== null) refuseBoth(path);
  return left === null ? here : { mode: FOLDER, oid: left };
}

function written(
  writing: Writing,
  base: Oid | null,
  before: readonly TreeEntry[],
  after: TreeEntry[],
  moved: boolean,
): Oid {
  if (moved) after.sort(compareEntries);
  const same =
    base !== null &&
    before.length === after.length &&
    before.every(
      (entry, i) =>
        entry.name === after[i]!.name && entry.oid === after[i]!.oid && entry.mode === after[i]!.mode,
    );
  return same ? base : store(writing, after);
}

function refuseBoth(path: string): never {
  refuse('exists', `${path} cannot be a file and a folder at once.`, {
    details: { path },
    hint: 'Use another name, or remove what is there in the same change.',
  });
}
