// What of an interrupted landing is still to be done, seen from what is there now.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { IndexEntry } from '../git-index.ts';
import type { Repo } from '../repo.ts';
import { moveWhereNothingIs, plainBytes } from './files.ts';
import { type Journal, type JournalFile, placesOf, sha256 } from './journal.ts';
import type { LandingFile, LandingIndexEntry } from './landing.ts';

/** Three versions of a file's bytes into one, or null where they clash. */
export type MergeBytes = (path: string, before: Buffer, now: Buffer, after: Buffer) => Buffer | null;

/**
 * Puts files back that had been taken away and not yet replaced, so that none is missing whatever comes.
 * Returns whether any file had been written.
 */
export function putBack(repo: Repo, folder: string, { files }: Journal): boolean {
  for (const file of files) {
    const { backup, doc } = placesOf(repo, folder, file);
    if (isWritten(repo, folder, file) || !backup || !existsSync(backup)) continue;
    if (!existsSync(doc)) moveWhereNothingIs(backup, doc);
  }
  return files.some((file) => isWritten(repo, folder, file));
}

/** Whether the landing's index took the place of the real one. */
export function indexWritten(folder: string, { index }: Journal): boolean {
  return index.length > 0 && !existsSync(join(folder, 'index'));
}

/** The files that are not written yet; the path of one on which the change and what was done meanwhile clash. */
export function remainingFiles(
  repo: Repo,
  folder: string,
  { files }: Journal,
  merge: MergeBytes,
): LandingFile[] | { readonly clash: string } {
  const remaining: LandingFile[] = [];
  for (const file of files) {
    const next = isWritten(repo, folder, file)
      ? lateFile(repo, folder, file, merge)
      : remainingFile(repo, folder, file, merge);
    if (next === null) return { clash: file.path };
    if (next !== 'done') remaining.push(next);
  }
  return remaining;
}

/** The entries that are not set yet; the path of one that was changed meanwhile. */
export function remainingIndex(
  { index }: Journal,
  now: ReadonlyMap<string, readonly IndexEntry[]>,
): LandingIndexEntry[] | { readonly clash: string } {
  const remaining: LandingIndexEntry[] = [];
  for (const entry of index) {
    const found = now.get(entry.path) ?? [];
    if (sameEntry(found, entry.after)) continue;
    if (!sameEntry(found, entry.before)) return { clash: entry.path };
    remaining.push(entry);
  }
  return remaining;
}

function sameEntry(found: readonly IndexEntry[], wanted: { mode: string; oid: string } | null): boolean {
  const [one, ...more] = found;
  if (!one || !wanted) return !one && !wanted;
  return more.length === 0 && one.stage === 0 && one.mode === wanted.mode && one.oid === wanted.oid;
}

// The new bytes no longer wait, or wait and are the doc already: the process ended between two names of one file.
function isWritten(repo: Repo, folder: string, file: JournalFile): boolean {
  const { fresh, backup, doc } = placesOf(repo, folder, file);
  if (fresh === null) return backup !== null && existsSync(backup);
  if (!existsSync(fresh)) return true;
  const stat = statSync(doc, { throwIfNoEntry: false });
  return stat?.isFile() === true && stat.ino === statSync(fresh).ino && stat.dev === statSync(fresh).dev;
}

// A program wrote into the old file in the instant in which it was replaced: its edit joins the new one.
function lateFile(repo: Repo, folder: string, file: JournalFile, merge: MergeBytes): LandingFile | 'done' {
  const { backup, base } = placesOf(repo, folder, file);
  if (!backup || !base || !existsSync(backup)) return 'done';
  const late = readFileSync(backup);
  const now = plainBytes(repo, file.path);
  if (sha256(late) === file.before || !(now instanceof Buffer) || sha256(now) !== file.after) return 'done';
  const merged = merge(file.path, readFileSync(base), late, now);
  return merged ? { path: file.path, before: now, after: merged, executable: file.executable } : 'done';
}

function hasMode(repo: Repo, { path, executable, newMode }: JournalFile): boolean {
  const stat = newMode && statSync(join(repo.root, path), { throwIfNoEntry: false });
  return !stat || ((stat.mode & 0o100) !== 0) === executable;
}

function remainingFile(
  repo: Repo,
  folder: string,
  file: JournalFile,
  merge: MergeBytes,
): LandingFile | 'done' | null {
  const { fresh, base } = placesOf(repo, folder, file);
  const after = fresh === null ? null : readFileSync(fresh);
  if (after && sha256(after) !== file.after) return null;
  const now = plainBytes(repo, file.path);
  if (now === 'other') return null;
  const same = now === null || after === null ? now === after : now.equals(after);
  if (same && hasMode(repo, file)) return 'done';
  const { path, executable } = file;
  const keep = file.keep === null ? {} : { keep: file.keep };
  const mode = file.newMode ? { newMode: file.newMode } : {};
  if ((now && sha256(now)) === file.before) return { path, before: now, after, executable, ...mode, ...keep };
  const merged = now && after && base ? merge(path, readFileSync(base), now, after) : null;
  return (
    merged && { path, before: now, after: merged, executable, keep: 'edited after an interrupted landing' }
  );
}
