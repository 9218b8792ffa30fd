// The folders that files need, and those that they leave empty.
import { lstatSync, mkdirSync, rmdirSync } from 'node:fs';
import { refuse } from '../refusal.ts';
import { checkFolders, diskPath, foldersAbove } from './disk-path.ts';
import type { Repo } from './repo.ts';

/** Makes the folders above a path. Refuses `exists` where a file stands in the way, `symlink` where a link does. */
export function makeFolders(repo: Repo, path: string): void {
  checkFolders(repo, path);
  for (const folder of foldersAbove(path)) makeFolder(repo, folder, path);
}

/** Removes the folders above a path, the lowest first, as far as they are empty. */
export function removeEmptyFolders(repo: Repo, path: string): void {
  try {
    for (const folder of foldersAbove(path).reverse()) rmdirSync(diskPath(repo, folder));
  } catch {
    // The first that is not empty, or not ours to remove, ends it.
  }
}

function makeFolder(repo: Repo, folder: string, path: string): void {
  try {
    mkdirSync(diskPath(repo, folder));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' && lstatSync(diskPath(repo, folder)).isDirectory()) return;
    if (code !== 'EEXIST' && code !== 'ENOTDIR') throw error;
    refuse('exists', `A file stands where ${path} needs a folder.`, {
      details: { path, folder },
      hint: 'Use another name, or move the file.',
    });
  }
}
