// Files that are not whole yet: kept in docket's own folder, so that a killed process leaves nothing in the work tree.
import { mkdirSync, readdirSync, statSync, unlinkSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import type { Repo } from './repo.ts';

let count = 0;
const swept = new WeakSet<Repo>();
const OLD_MS = 60 * 60_000;

/** A file of somebody that was taken out of its place for a moment: what a killed process leaves of these is kept. */
export const TAKEN = 'taken-';

/** A name for a new file below the repository's state folder, which is made where it is missing. */
export function temporaryPath(repo: Repo, prefix: '' | typeof TAKEN = ''): string {
  const folder = `${repo.stateDir}/tmp`;
  mkdirSync(folder, { recursive: true });
  sweep(repo, folder);
  return `${folder}/${prefix}${process.pid}-${Date.now().toString(36)}-${count++}`;
}

/** Writes a file that must not exist, down to the disk. `mode` null: as the umask has it. */
export async function writeWhole(
  path: string | Buffer,
  bytes: Uint8Array,
  mode: number | null = null,
): Promise<void> {
  let file: FileHandle | undefined;
  try {
    file = await open(path, 'wx');
    if (mode !== null) await file.chmod(mode);
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file?.close();
  }
}

/** Once a process: what killed ones left. */
function sweep(repo: Repo, folder: string): void {
  if (swept.has(repo)) return;
  swept.add(repo);
  for (const name of readdirSync(folder)) {
    if (name.startsWith(TAKEN)) continue;
    const path = `${folder}/${name}`;
    const stat = statSync(path, { throwIfNoEntry: false });
    if (!stat || Date.now() - stat.mtimeMs < OLD_MS) continue;
    try {
      unlinkSync(path);
    } catch {
      // Somebody else swept it.
    }
  }
}
