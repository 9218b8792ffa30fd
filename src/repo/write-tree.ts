// Trees rewritten along the changed paths only; every entry that is not named passes as the bytes it was.
import { refuse } from '../refusal.ts';
import { readTree } from './objects.ts';
import { checkOid, type Oid, type Repo } from './repo.ts';
import { checkStoredPath } from './safe-path.ts';
import { compareEntries, type Entry, encodeTree, FOLDER, type TreeEntry } from './tree-codec.ts';
import { writeObject } from './write-objects.ts';

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
  return (await changed(repo, base, nested, '')) ?? writeObject(repo, 'tree', Buffer.alloc(0));
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
  repo: Repo,
  base: Oid | null,
  changes: ReadonlyMap<string, Change>,
  prefix: string,
): Promise<Oid | null> {
  const before = base === null ? [] : await readTree(repo, base);
  const byName = new Map(before.map((entry) => [entry.name, entry]));
  const results = await Promise.all(
    [...changes].map(async ([name, change]) => {
      const entry = await changedEntry(repo, byName.get(name) ?? null, change, `${prefix}${name}`);
      return { name, entry };
    }),
  );
  let moved = false;
  for (const { name, entry } of results) {
    moved ||= entry !== null && byName.get(name)?.mode !== entry.mode;
    if (entry === null) byName.delete(name);
    else byName.set(name, { mode: entry.mode, oid: entry.oid, name });
  }
  return byName.size === 0 ? null : written(repo, base, before, [...byName.values()], moved);
}

async function changedEntry(
  repo: Repo,
  before: Entry | null,
  change: Change,
  path: string,
): Promise<Entry | null> {
  const folder = before?.mode === FOLDER ? before.oid : null;
  const file = folder === null ? before : null;
  const { own, below } = change;
  if (own?.mode === FOLDER && below.size === 0) return own;
  const left = below.size === 0 ? folder : await changed(repo, folder, below, `${path}/`);
  const here = own === undefined ? file : own;
  if (here && left !== null) refuseBoth(path);
  return left === null ? here : { mode: FOLDER, oid: left };
}

async function written(
  repo: Repo,
  base: Oid | null,
  before: readonly TreeEntry[],
  after: TreeEntry[],
  moved: boolean,
): Promise<Oid> {
  if (moved) after.sort(compareEntries);
  const same =
    base !== null &&
    before.length === after.length &&
    before.every(
      (entry, i) =>
        entry.name === after[i]!.name && entry.oid === after[i]!.oid && entry.mode === after[i]!.mode,
    );
  return same ? base : writeObject(repo, 'tree', encodeTree(after));
}

function refuseBoth(path: string): never {
  refuse('exists', `${path} cannot be a file and a folder at once.`, {
    details: { path },
    hint: 'Use another name, or remove what is there in the same change.',
  });
}
