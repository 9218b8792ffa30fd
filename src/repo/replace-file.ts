// One file replaced or removed at once. A second link to the old file tells, after the fact, whether an editor
// wrote into it in between, and brings it back.
import { chownSync, linkSync, lstatSync, readFileSync, renameSync, unlinkSync } from 'node:fs';
import { unlink } from 'node:fs/promises';
import { type DiskPath, diskPath } from './disk-path.ts';
import type { Repo } from './repo.ts';
import { scratchFile } from './scratch.ts';
import { TAKEN, writeWhole } from './temporary.ts';

/** Puts the bytes at the path; false where the file turned out to hold something else than `expect` (null: nothing). */
export async function putFile(
  repo: Repo,
  path: string,
  bytes: Uint8Array,
  { mode, expect }: { readonly mode: number | null; readonly expect?: Uint8Array | null },
): Promise<boolean> {
  const target = diskPath(repo, path);
  const temporary = scratchFile(repo, path);
  try {
    await writeWhole(temporary, bytes, mode);
    keepOwner(target, temporary);
    if (expect === null) return linked(temporary, target);
    const backup = scratchFile(repo, path, TAKEN);
    // One call after the other, with nothing in between: an editor that saves by renaming has no time to slip in.
    const kept = expect !== undefined && linkedTo(target, backup);
    renameSync(temporary, target);
    return !kept || wasStill(backup, expect!, target);
  } finally {
    await unlink(temporary).catch(() => {});
  }
}

/** Removes the file; false where it turned out to hold something else than `expect`. */
export async function takeFile(repo: Repo, path: string, expect: Uint8Array | undefined): Promise<boolean> {
  const target = diskPath(repo, path);
  if (expect === undefined) {
    await unlink(target);
    return true;
  }
  const taken = scratchFile(repo, path, TAKEN);
  renameSync(target, taken);
  const still = readFileSync(taken).equals(expect);
  if (still || linked(taken, target)) await unlink(taken).catch(() => {});
  return still;
}

/** Whether the file that was replaced held what was expected to the last; if not, it is put back. */
function wasStill(backup: DiskPath, expect: Uint8Array, target: DiskPath): boolean {
  const still = readFileSync(backup).equals(expect);
  if (still) unlinkSync(backup);
  else renameSync(backup, target);
  return still;
}

/** A new name for the file where none may be: false when one is. */
function linked(temporary: DiskPath, target: DiskPath): boolean {
  try {
    linkSync(temporary, target);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return false;
    // Some disks know no links.
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'ENOSYS') throw error;
    if (lstatSync(target, { throwIfNoEntry: false })) return false;
    renameSync(temporary, target);
    return true;
  }
}

/** Whether the file has a second name now. Without links what was compared just before has to do. */
function linkedTo(target: DiskPath, backup: DiskPath): boolean {
  try {
    linkSync(target, backup);
    return true;
  } catch {
    return false;
  }
}

/** A replaced file keeps its owner and group where the system lets it. */
function keepOwner(target: DiskPath, temporary: DiskPath): void {
  const there = lstatSync(target, { throwIfNoEntry: false });
  const made = lstatSync(temporary);
  if (!there || (there.uid === made.uid && there.gid === made.gid)) return;
  try {
    chownSync(temporary, there.uid, there.gid);
  } catch {
    // Only the superuser may give files away.
  }
}
