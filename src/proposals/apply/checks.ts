// What a proposal may not bring at all, until there is a way to say yes to it knowingly.
import { LIMITS } from '../../kinds/index.ts';
import {
  checkPath,
  type Entry,
  entryAt,
  listPaths,
  type Oid,
  type PathChange,
  type Repo,
} from '../../repo/index.ts';
import { isFile } from '../text-at.ts';
import { type Blocked, blocked } from './blocked.ts';

/** The first thing about the changed paths that cannot be landed, or null. */
export async function checkChanges(
  repo: Repo,
  changes: readonly PathChange[],
  targetOid: Oid | null,
): Promise<Blocked | null> {
  if (changes.length > LIMITS.proposalFiles) {
    return blocked(
      'too_large',
      `It changes ${changes.length} files; at most ${LIMITS.proposalFiles} are applied at once.`,
    );
  }
  for (const change of changes) {
    const found = checkPathOf(change) ?? checkEntries(change);
    if (found) return found;
  }
  return checkAttributes(changes) ?? checkFolders(changes) ?? (await checkTarget(repo, changes, targetOid));
}

function checkPathOf({ path }: PathChange): Blocked | null {
  try {
    checkPath(path);
    return /[\udc80-\udcff]/.test(path.replace(/[\ud800-\udbff][\udc00-\udfff]/g, ''))
      ? unwritable(path)
      : null;
  } catch {
    return unwritable(path);
  }
}

function unwritable(path: string): Blocked {
  return blocked('path', `Its path ${path} is one that docket does not write.`);
}

function checkEntries({ path, before, after }: PathChange): Blocked | null {
  for (const entry of [before, after]) if (entry && !isFile(entry)) return oddType(path, entry);
  return null;
}

function oddType(path: string, { mode }: Entry): Blocked {
  const what = mode === '120000' ? 'a symbolic link' : mode === '160000' ? 'a submodule' : 'no file';
  return blocked('type', `${path} is ${what}.`);
}

/** Attributes decide how docs are written to disk: which ones would hold for docs of the same proposal is unclear. */
function checkAttributes(changes: readonly PathChange[]): Blocked | null {
  const attributes = changes.find(({ path }) => /(^|\/)\.gitattributes$/.test(path));
  if (!attributes || changes.length === 1) return null;
  return blocked('attributes', `It changes ${attributes.path} together with docs that this may concern.`);
}

function checkFolders(changes: readonly PathChange[]): Blocked | null {
  const paths = new Set(changes.map(({ path }) => path));
  for (const { path } of changes) {
    const file = foldersOf(path).find((folder) => paths.has(folder));
    if (file !== undefined) return asFolder(file);
  }
  return null;
}

/** What the target has where new files come. */
async function checkTarget(
  repo: Repo,
  changes: readonly PathChange[],
  targetOid: Oid | null,
): Promise<Blocked | null> {
  const added = changes.filter(({ before }) => !before).map(({ path }) => path);
  if (added.length === 0) return null;
  for (const path of targetOid === null ? [] : added) {
    if ((await entryAt(repo, targetOid, path))?.mode === FOLDER) return asFolder(path);
    for (const folder of foldersOf(path)) {
      const entry = await entryAt(repo, targetOid, folder);
      if (entry && entry.mode !== FOLDER) return asFolder(folder);
    }
  }
  const removed = new Set(changes.filter(({ after }) => !after).map(({ path }) => path));
  const there = [...(await listPaths(repo, targetOid)).keys()].filter((path) => !removed.has(path));
  return checkTwins(there, added);
}

/** A new name, of a file or of a folder on the way to it, that is another one's twin: of what stays, or of a new one. */
function checkTwins(there: readonly string[], added: readonly string[]): Blocked | null {
  const names = new Set(there.flatMap((path) => [...foldersOf(path), path]));
  const known = new Map([...names].map((name) => [foldedName(name), name]));
  for (const path of added) {
    for (const name of [...foldersOf(path), path]) {
      const twin = known.get(foldedName(name)) ?? name;
      if (twin !== name && !names.has(name)) return asTwin(name, twin);
      known.set(foldedName(name), twin);
    }
  }
  return null;
}

const FOLDER = '040000';

function asFolder(path: string): Blocked {
  return blocked('folder', `${path} is a file on one side and a folder on the other.`);
}

function asTwin(path: string, twin: string): Blocked {
  return blocked('twin', `${path} and ${twin} are one name on some disks.`, {
    hint: 'Reject it, and have the new file named otherwise.',
  });
}

/** Names that differ in letter case or Unicode form only are one file on some systems. */
function foldedName(path: string): string {
  return path.normalize('NFC').toLowerCase();
}

function foldersOf(path: string): string[] {
  const parts = path.split('/').slice(0, -1);
  return parts.map((_, depth) => parts.slice(0, depth + 1).join('/'));
}
