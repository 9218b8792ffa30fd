// From a path of the repository to a file of the disk, with nothing on the way that leads elsewhere.
import { type BigIntStats, existsSync, lstatSync } from 'node:fs';
import { refuse } from '../refusal.ts';
import { isAbsent, refuseDiskError } from './disk-errors.ts';
import { bytesOfName, hasRawBytes } from './names.ts';
import type { Repo } from './repo.ts';
import { checkStoredPath } from './safe-path.ts';

/** A file's place as file system calls take it: bytes where the name is not UTF-8. */
export type DiskPath = string | Buffer;

/** Where the path is on disk. Refuses unsafe paths. */
export function diskPath(repo: Repo, path: string): DiskPath {
  return placeOf(repo, checkStoredPath(path));
}

/**
 * What stands at the path: its stat, or null when nothing is there. Refuses `symlink` where a symbolic link is on
 * the way or at the end, `path_outside_repo` inside a submodule or another nested repository, `not_a_doc` where a
 * folder or no regular file is there.
 */
export function lookAt(repo: Repo, path: string): BigIntStats | null {
  checkStoredPath(path);
  checkFolders(repo, path);
  const stat = lstatAt(repo, path);
  if (stat === null) return null;
  if (stat.isSymbolicLink()) return refuseLink(path);
  if (stat.isFile()) return stat;
  const what = stat.isDirectory() ? 'a folder' : 'no regular file';
  return refuse('not_a_doc', `${path} is ${what}.`, { details: { path }, hint: 'Name a file.' });
}

/** Refuses `symlink` where a folder on the way is a symbolic link, `path_outside_repo` where one is a repository. */
export function checkFolders(repo: Repo, path: string): void {
  for (const folder of foldersAbove(path)) {
    const stat = lstatAt(repo, folder);
    if (stat === null) return;
    if (stat.isSymbolicLink()) refuseLink(folder);
    if (existsSync(dotGitIn(diskPath(repo, folder)))) refuseOther(path, folder);
  }
}

/** What stands where the path needs a folder and is none, the topmost; null when all is free. Links are refused. */
export function fileOnTheWay(repo: Repo, path: string): string | null {
  for (const folder of foldersAbove(checkStoredPath(path))) {
    const stat = lstatAt(repo, folder);
    if (stat === null) return null;
    if (stat.isSymbolicLink()) return refuseLink(folder);
    if (!stat.isDirectory()) return folder;
  }
  return null;
}

/** The folders on the way to a path, the topmost first. */
export function foldersAbove(path: string): string[] {
  const parts = path.split('/').slice(0, -1);
  return parts.map((_, i) => parts.slice(0, i + 1).join('/'));
}

function lstatAt(repo: Repo, path: string): BigIntStats | null {
  try {
    return lstatSync(diskPath(repo, path), { bigint: true });
  } catch (error) {
    if (isAbsent(error)) return null;
    return refuseDiskError(error, path);
  }
}

function placeOf(repo: Repo, path: string): DiskPath {
  if (!hasRawBytes(path)) return `${repo.root}/${path}`;
  return Buffer.concat([Buffer.from(`${repo.root}/`), bytesOfName(path)]);
}

function dotGitIn(folder: DiskPath): DiskPath {
  return typeof folder === 'string' ? `${folder}/.git` : Buffer.concat([folder, Buffer.from('/.git')]);
}

function refuseOther(path: string, folder: string): never {
  return refuse('path_outside_repo', `${folder} is a repository of its own.`, {
    details: { path, repository: folder },
    hint: `Work in that repository: docket -C ${folder}`,
  });
}

function refuseLink(path: string): never {
  return refuse('symlink', `${path} is a symbolic link.`, {
    details: { path },
    hint: 'Docket neither reads nor writes through links: name the file itself.',
  });
}
