// Trees rewritten along the changed paths only; every entry that is not named passes as the bytes it was.
import { refuse } from '../refusal.ts';
import { readTree } from './objects.ts';
import { checkOid, type Oid, type Repo } from './repo.ts';
import { checkStoredPath } from './safe-path.ts';
import { compareEntries, type Entry, encodeTree, FOLDER, type TreeEntry } from './tree-codec.ts';
import { writeObject } from './write-objects.ts';

/** Changes below one folder: by name, an entry, null (removed), or the changes of a folder. */
type Changes = Map<string, Entry | null | Changes>;

/**
 * Stores the tree `base` (null: the empty one) with the changes (null: removed) and returns its name. Only trees on
 * the changed paths are written; a folder that becomes empty goes. Refuses unsafe paths as `checkPath` does, and
 * `exists` where a file would have to be a folder or the other way round.
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

function nest(repo: Repo, changes: ReadonlyMap<string, Entry | null>): Changes {
  const top: Changes = new Map();
  for (const [path, entry] of changes) {
    if (entry) checkEntry(repo, path, entry);
    const parts = path.split('/');
    const name = parts.pop()!;
    let folder = top;
    for (const part of parts) folder = folderIn(folder, part, path);
    const there = folder.get(name);
    if (there instanceof Map && entry) refuseBoth(path);
    if (!(there instanceof Map)) folder.set(name, entry);
  }
  return top;
}

function checkEntry(repo: Repo, path: string, entry: Entry): void {
  checkStoredPath(path);
  checkOid(repo, entry.oid);
  if (!MODES.has(entry.mode)) throw new Error(`not a mode: ${entry.mode}`);
}

function folderIn(folder: Changes, part: string, path: string): Changes {
  const there = folder.get(part);
  if (there instanceof Map) return there;
  if (there) refuseBoth(path);
  const made: Changes = new Map();
  folder.set(part, made);
  return made;
}

/** The changed tree's name, or null when nothing is left in it. */
async function changed(repo: Repo, base: Oid | null, changes: Changes, prefix: string): Promise<Oid | null> {
  const before = base === null ? [] : await readTree(repo, base);
  const byName = new Map(before.map((entry) => [entry.name, entry]));
  const results = await Promise.all(
    [...changes].map(async ([name, change]): Promise<[string, Entry | null | undefined]> => {
      if (!(change instanceof Map)) return [name, change];
      return [name, await changedFolder(repo, byName.get(name), change, `${prefix}${name}`)];
    }),
  );
  let grown = false;
  for (const [name, entry] of results) {
    if (entry === undefined) continue;
    grown ||= entry !== null && byName.get(name)?.mode !== entry.mode;
    if (entry === null) byName.delete(name);
    else byName.set(name, { ...entry, name });
  }
  return byName.size === 0 ? null : written(repo, base, before, [...byName.values()], grown);
}

/** The folder's new entry; undefined: the changes change nothing there. */
async function changedFolder(
  repo: Repo,
  before: TreeEntry | undefined,
  changes: Changes,
  path: string,
): Promise<Entry | null | undefined> {
  const folder = before?.mode === FOLDER ? before.oid : null;
  const oid = await changed(repo, folder, changes, `${path}/`);
  // Removals below a path that is no folder leave what is there.
  if (oid === null) return before && folder === null ? undefined : null;
  if (before && folder === null) refuseBoth(path);
  return { mode: FOLDER, oid };
}

async function written(
  repo: Repo,
  base: Oid | null,
  before: readonly TreeEntry[],
  after: TreeEntry[],
  grown: boolean,
): Promise<Oid> {
  if (grown) after.sort(compareEntries);
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
