// The files of the work tree.
import { createHash } from 'node:crypto';
import { constants, lstatSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { refuse } from '../refusal.ts';
import { isAbsent, refuseDiskError } from './disk-errors.ts';
import { diskPath, lookAt } from './disk-path.ts';
import { makeFolders, removeEmptyFolders } from './folders.ts';
import { putFile, takeFile } from './replace-file.ts';
import type { Repo } from './repo.ts';

export interface DiskFile {
  readonly bytes: Buffer;
  readonly executable: boolean;
  readonly mtimeMs: number;
  readonly size: number;
}

/**
 * The file, or null when nothing is there. Refuses unsafe paths, `symlink` where a link is on the way or at the
 * end, `not_a_doc` for a folder, socket or device, `too_large` past 512 MiB.
 */
export async function readDisk(repo: Repo, path: string): Promise<DiskFile | null> {
  const there = lookAt(repo, path);
  if (there === null) return null;
  if (there.size > MOST_BYTES) return refuseTooLarge(path);
  try {
    const file = await open(diskPath(repo, path), constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
    try {
      const bytes = await file.readFile();
      const { mode, mtimeMs, size } = await file.stat();
      return { bytes, executable: (mode & 0o100) !== 0, mtimeMs, size };
    } finally {
      await file.close();
    }
  } catch (error) {
    if (isAbsent(error)) return null;
    return refuseDiskError(error, path);
  }
}

/** More is never held in memory. */
const MOST_BYTES = 512n << 20n;

/**
 * Replaces the file at once with these bytes, making the folders it needs; readers see the old bytes or the new.
 * The mode stays unless `executable` says otherwise. With `expect` (null: absent) nothing happens unless the file
 * holds exactly that, and what an editor wrote meanwhile is put back. Refuses `disk_differs`, `symlink`,
 * `not_a_doc`, `exists` (a file where a folder has to be), `read_only`, `no_space`.
 */
export async function writeDisk(
  repo: Repo,
  path: string,
  bytes: Uint8Array,
  { executable, expect }: { readonly executable?: boolean; readonly expect?: Uint8Array | null } = {},
): Promise<void> {
  const there = lookAt(repo, path);
  if (expect !== undefined) await checkHolds(repo, path, expect);
  const mode = modeFor(there === null ? null : Number(there.mode), executable);
  try {
    makeFolders(repo, path);
    if (!(await putFile(repo, path, bytes, { mode, expect }))) await refuseDiffering(repo, path);
  } catch (error) {
    refuseDiskError(error, path);
  }
}

/**
 * Removes the file, and the folders that it leaves empty; nothing happens when it is not there. With `expect`
 * only while it holds exactly that. Refuses as `writeDisk`.
 */
export async function removeDisk(
  repo: Repo,
  path: string,
  { expect }: { readonly expect?: Uint8Array | null } = {},
): Promise<void> {
  if (expect !== undefined) await checkHolds(repo, path, expect);
  if (lookAt(repo, path) === null) return;
  try {
    if (!(await takeFile(repo, path, expect ?? undefined))) await refuseDiffering(repo, path);
    removeEmptyFolders(repo, path);
  } catch (error) {
    refuseDiskError(error, path);
  }
}

async function checkHolds(repo: Repo, path: string, expect: Uint8Array | null): Promise<void> {
  const now = await readDisk(repo, path);
  const same = expect === null ? now === null : now?.bytes.equals(expect);
  if (!same) await refuseDiffering(repo, path);
}

async function refuseDiffering(repo: Repo, path: string): Promise<never> {
  const now = await readDisk(repo, path);
  const sha256 = now ? createHash('sha256').update(now.bytes).digest('hex') : 'absent';
  return refuse('disk_differs', `${path} does not hold the bytes that were expected.`, {
    details: { path, sha256 },
    hint: 'Read the file again, then decide.',
  });
}

function refuseTooLarge(path: string): never {
  return refuse('too_large', `${path} is larger than docket reads.`, {
    details: { path, mostBytes: Number(MOST_BYTES) },
    hint: 'Handle it with git itself.',
  });
}

/** Null: as the umask has it. */
function modeFor(before: number | null, executable: boolean | undefined): number | null {
  if (before === null) return executable ? 0o777 & ~process.umask() : null;
  const mode = before & 0o777;
  if (executable === undefined) return mode;
  // Whoever may read may run, as git does it.
  return executable ? mode | ((mode & 0o444) >> 2) : mode & ~0o111;
}

/** Whether something, whatever it is, stands at the path. */
export function isThere(repo: Repo, path: string): boolean {
  return lstatSync(diskPath(repo, path), { throwIfNoEntry: false }) !== undefined;
}
