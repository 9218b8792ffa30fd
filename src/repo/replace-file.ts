// One file replaced or removed at once. A second link to the old file tells, after the fact, whether an editor
// wrote into it in between, and brings it back.
import { chownSync, lstatSync } from 'node:fs';
import { link, readFile, rename, unlink } from 'node:fs/promises';
import { type DiskPath, diskPath } from './disk-path.ts';
import { bytesOfName } from './names.ts';
import type { Repo } from './repo.ts';
import { temporaryPath, writeWhole } from './temporary.ts';

/** Puts the bytes at the path; false where the file turned out to hold something else than `expect` (null: nothing). */
export async function putFile(
  repo: Repo,
  path: string,
  bytes: Uint8Array,
  { mode, expect }: { readonly mode: number | null; readonly expect?: Uint8Array | null },
): Promise<boolean> {
  const target = diskPath(repo, path);
  let temporary: DiskPath = temporaryPath(repo);
  await writeWhole(temporary, bytes, mode);
  keepOwner(target, temporary);
  try {
    return await moved(repo, temporary, target, expect);
  } catch (error) {
    if (!isOtherDisk(error)) throw error;
    await unlink(temporary);
    // Docket's folder is on another disk than the work tree.
    temporary = besides(repo, path);
    await writeWhole(temporary, bytes, mode);
    keepOwner(target, temporary);
    return await moved(repo, temporary, target, expect);
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
  const taken = temporaryPath(repo);
  try {
    await rename(target, taken);
  } catch (error) {
    if (!isOtherDisk(error)) throw error;
    await unlink(target);
    return true;
  }
  if ((await readFile(taken)).equals(expect)) {
    await unlink(taken);
    return true;
  }
  await restored(taken, target);
  return false;
}

async function moved(
  repo: Repo,
  temporary: DiskPath,
  target: DiskPath,
  expect: Uint8Array | null | undefined,
): Promise<boolean> {
  if (expect === null) return linked(temporary, target);
  const backup = expect === undefined ? null : await backupOf(repo, target);
  await rename(temporary, target);
  if (backup === null) return true;
  const kept = await readFile(backup);
  if (expect && kept.equals(expect)) {
    await unlink(backup);
    return true;
  }
  await rename(backup, target);
  return false;
}

/** A new name for the file where none may be: false when one is. */
async function linked(temporary: DiskPath, target: DiskPath): Promise<boolean> {
  try {
    await link(temporary, target);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return false;
    // Some disks know no links.
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'ENOSYS') throw error;
    if (lstatSync(target, { throwIfNoEntry: false })) return false;
    await rename(temporary, target);
    return true;
  }
}

async function backupOf(repo: Repo, target: DiskPath): Promise<string | null> {
  const backup = temporaryPath(repo);
  try {
    await link(target, backup);
    return backup;
  } catch {
    // Without links what was compared just before has to do.
    return null;
  }
}

async function restored(taken: string, target: DiskPath): Promise<void> {
  if (await linked(taken, target)) await unlink(taken).catch(() => {});
}

function besides(repo: Repo, path: string): Buffer {
  const folder = bytesOfName(path.includes('/') ? path.slice(0, path.lastIndexOf('/') + 1) : '');
  const name = `.docket-${process.pid}-${Date.now().toString(36)}.tmp`;
  return Buffer.concat([Buffer.from(`${repo.root}/`), folder, Buffer.from(name)]);
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

function isOtherDisk(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'EXDEV';
}
