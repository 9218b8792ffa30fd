import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { type DiskPath, diskPath } from './disk-path.ts';
import type { Repo } from './repo.ts';

/**
 * Equal stamps: nobody wrote the file in between. Empty when nothing is there. One stat, so that a hundred open
 * docs can be asked before every call. The path has to be a checked one.
 */
export function diskStamp(repo: Repo, path: string): string {
  return stampAt(diskPath(repo, path));
}

/** Whether git's index of this worktree is locked just now. */
export function indexLocked(repo: Repo): boolean {
  return stampAt(join(repo.gitDir, 'index.lock')) !== '';
}

function stampAt(file: DiskPath): string {
  try {
    const { ino, size, mode, mtimeNs, ctimeNs } = lstatSync(file, { bigint: true });
    return `${ino} ${size} ${mode} ${mtimeNs} ${ctimeNs}`;
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return '';
    throw error;
  }
}
