// The files of a landing: new bytes wait aside, the old file is taken away whole, the new one is put in its place
// only where nothing is. A rename over the old file would be one step less, but would swallow what an editor that
// saves by renaming put there an instant before.
import {
  closeSync,
  existsSync,
  fchmodSync,
  fsyncSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmdirSync,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isAbsent } from '../disk-errors.ts';
import type { Repo } from '../repo.ts';
import { LINKLESS } from './index-lock.ts';
import type { LandingFile } from './landing.ts';

/** A file that is ready to be landed. Places are absolute. */
export interface StagedFile extends LandingFile {
  readonly doc: string;
  /** Its versions wait beside the doc, not in the landing's folder. */
  readonly beside: boolean;
  /** Where the new bytes wait; null when the file goes. */
  readonly fresh: string | null;
  /** Where the old file is taken to; null when there is none. */
  readonly backup: string | null;
  /** Folders to be made for it, outermost first, repo-relative. */
  readonly folders: readonly string[];
}

/**
 * Decides where the two versions of each file wait: in the landing's own folder, which nobody watches, or beside
 * the doc where that folder lies on another disk.
 */
export function stageFiles(
  repo: Repo,
  folder: string,
  files: readonly LandingFile[],
  anywhere: 'beside' | 'where it can be',
): StagedFile[] {
  const device = statSync(folder).dev;
  return files.map((file, nth) => {
    const doc = join(repo.root, file.path);
    const folders = missingFolders(repo, file.path);
    const parent = folders[0] ? dirname(join(repo.root, folders[0])) : dirname(doc);
    const beside = anywhere === 'beside' || statSync(parent).dev !== device;
    const name = (what: string) =>
      beside ? join(parent, `.docket-${what}-${nth}-${basename(folder)}`) : join(folder, `${what}-${nth}`);
    const fresh = file.after ? name('new') : null;
    return { ...file, doc, beside, fresh, backup: file.before ? name('old') : null, folders };
  });
}

/** Writes the new bytes down to the disk, with the mode that the doc has or a new file gets. */
export function writeFresh({ doc, fresh, before, after, executable, newMode }: StagedFile): void {
  if (!fresh || !after) return;
  const handle = openSync(fresh, 'wx', executable ? 0o777 : 0o666);
  try {
    const now = before && lstatSync(doc, { throwIfNoEntry: false });
    if (now) fchmodSync(handle, newMode ? modeWith(now.mode, executable) : now.mode & 0o7777);
    for (let at = 0; at < after.length; ) at += writeSync(handle, after, at);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Who may read it may run it, or nobody may. */
function modeWith(mode: number, executable: boolean): number {
  const plain = mode & 0o7777 & ~0o111;
  return executable ? plain | ((mode & 0o444) >> 2) : plain;
}

/** Whether the doc still is what the plan saw. */
export function isAsBefore(repo: Repo, { path, before }: StagedFile): boolean {
  const now = plainBytes(repo, path);
  if (now === 'other') return false;
  return now === null || before === null ? now === before : now.equals(before);
}

/** Takes the old file away, whatever it is by now. False when there is none. */
export function grab({ doc, backup }: StagedFile): boolean {
  if (!backup) return true;
  return renamed(doc, backup);
}

/** Puts the new file where nothing is. False when something is there by now. */
export function place(repo: Repo, { doc, fresh, folders }: StagedFile): boolean {
  if (!fresh) return !existsSync(doc);
  for (const folder of folders) mkdirSync(join(repo.root, folder), { recursive: true });
  return moveWhereNothingIs(fresh, doc);
}

/** Whether what was taken away is what the plan saw: else someone wrote it a moment before. */
export function tookWhatWasPlanned({ backup, before }: StagedFile): boolean {
  return !backup || !before || (lstatSync(backup).isFile() && readFileSync(backup).equals(before));
}

/** Moves a file to a name that is free. False when it is taken. */
export function moveWhereNothingIs(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    unlinkSync(from);
    return true;
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return false;
    // Where links do not exist, looking first is the best there is. Another disk is for the caller to mend.
    if (code === 'EXDEV' || !LINKLESS.has(code)) throw error;
    if (existsSync(to)) return false;
    renameSync(from, to);
    return true;
  }
}

/** Removes the folders that a removed file left empty. */
export function removeEmptyFolders(repo: Repo, path: string): void {
  for (let folder = dirname(path); folder !== '.'; folder = dirname(folder))
    if (!removedFolder(join(repo.root, folder))) return;
}

/** Removes the folders that were made for a file, as far as they are empty. */
export function removeFolders(repo: Repo, folders: readonly string[]): void {
  for (const folder of [...folders].reverse()) removedFolder(join(repo.root, folder));
}

/** Renames; false when there is nothing of the first name. */
export function renamed(from: string, to: string): boolean {
  try {
    renameSync(from, to);
    return true;
  } catch (error) {
    if (isAbsent(error)) return false;
    throw error;
  }
}

/** The bytes at a path that is a regular file behind real folders; null when nothing is there. */
export function plainBytes(repo: Repo, path: string): Buffer | null | 'other' {
  const parts = path.split('/');
  for (let depth = 1; depth <= parts.length; depth++) {
    const stat = lstatSync(join(repo.root, ...parts.slice(0, depth)), { throwIfNoEntry: false });
    if (!stat) return null;
    if (depth === parts.length ? !stat.isFile() : !stat.isDirectory()) return 'other';
  }
  return readFileSync(join(repo.root, path));
}

function removedFolder(folder: string): boolean {
  try {
    rmdirSync(folder);
    return true;
  } catch {
    return false;
  }
}

function missingFolders(repo: Repo, path: string): string[] {
  const missing: string[] = [];
  for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) {
    if (existsSync(join(repo.root, folder))) break;
    missing.unshift(folder);
  }
  return missing;
}
