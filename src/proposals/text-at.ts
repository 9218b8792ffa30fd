// A doc's text as a commit has it.
import { decodeText } from '../kinds/index.ts';
import { refuse } from '../refusal.ts';
import { type Entry, entryAt, type Oid, type Repo, readBlob } from '../repo/index.ts';

/**
 * Clean text of `path` in a commit (null commit: the empty tree); null when it is not there.
 * Refuses `binary` for bytes that are not text, `symlink` and `not_a_doc` for what is no file.
 */
export async function textAt(repo: Repo, commit: Oid | null, path: string): Promise<string | null> {
  const entry = await entryAt(repo, commit, path);
  return entry === null ? null : textOf(repo, path, entry);
}

/** The text behind an entry; refuses as textAt does. */
export async function textOf(repo: Repo, path: string, entry: Entry): Promise<string> {
  const text = await textOrNull(repo, entry);
  if (text !== null) return text;
  if (entry.mode === '120000') {
    return refuse('symlink', `${path} is a symbolic link`, { hint: 'Name the file it leads to.' });
  }
  if (!isFile(entry)) {
    return refuse('not_a_doc', `${path} is no file`, { hint: 'Name a file of text.' });
  }
  return refuse('binary', `${path} is not UTF-8 text`, { hint: 'Change it with git.' });
}

/** The text behind an entry, or null when it is anything but a file of text. */
export async function textOrNull(repo: Repo, entry: Entry): Promise<string | null> {
  if (!isFile(entry)) return null;
  const decoded = decodeText(await readBlob(repo, entry.oid));
  return 'text' in decoded ? decoded.text : null;
}

export function isFile(entry: Entry): boolean {
  return entry.mode === '100644' || entry.mode === '100755';
}

export function sameEntry(a: Entry | null, b: Entry | null): boolean {
  return a === null || b === null ? a === b : a.oid === b.oid && a.mode === b.mode;
}
