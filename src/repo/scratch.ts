// Where a file of the work tree is made before it is renamed into place: on the same disk.
import { readdirSync, statSync, unlinkSync } from 'node:fs';
import { type DiskPath, diskPath, foldersAbove } from './disk-path.ts';
import type { Repo } from './repo.ts';
import { type TAKEN, temporaryPath } from './temporary.ts';

const OLD_MS = 60 * 60_000;
const NAME = /^\.docket-\d+-[0-9a-z-]+\.tmp$/;
let count = 0;

/** A name for a new file on the path's disk: in docket's own folder, or beside the path where that is on another one. */
export function scratchFile(repo: Repo, path: string, prefix: '' | typeof TAKEN = ''): DiskPath {
  const own = temporaryPath(repo, prefix);
  const above = foldersAbove(path).at(-1);
  const folder = above === undefined ? repo.root : diskPath(repo, above);
  if (statSync(folder).dev === statSync(repo.stateDir).dev) return own;
  sweep(folder);
  return inFolder(folder, `.docket-${prefix}${process.pid}-${Date.now().toString(36)}-${count++}.tmp`);
}

function inFolder(folder: DiskPath, name: string): DiskPath {
  return typeof folder === 'string' ? `${folder}/${name}` : Buffer.concat([folder, Buffer.from(`/${name}`)]);
}

/** What killed processes left beside docs shows in `git status`: it goes with the next write. */
function sweep(folder: DiskPath): void {
  for (const name of readdirSync(folder, 'utf8')) {
    if (!NAME.test(name)) continue;
    const file = inFolder(folder, name);
    const stat = statSync(file, { throwIfNoEntry: false });
    if (stat && Date.now() - stat.mtimeMs > OLD_MS) unlinkSync(file);
  }
}
