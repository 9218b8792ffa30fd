// Writes objects into a plain repository as git does: a whole file under a temporary name, then renamed into place.
// What is there already is made young again, so that gc does not take it before a ref holds it.
import { mkdir, open, readFile, rename, stat, unlink, utimes } from 'node:fs/promises';
import { promisify } from 'node:util';
import { deflate, inflate } from 'node:zlib';
import { isAbsent, refuseDiskError } from './disk-errors.ts';
import type { Oid } from './repo.ts';

/** Level 1, as git's own loose objects. */
const LEVEL = 1;
/** gc removes folders that it finds empty, at any moment. */
const TRIES = 8;
/** A larger file that is there is believed to be whole when it is not empty: reading it would cost as much as a write. */
const CHECKED_BYTES = 1 << 20;

const deflated = promisify<Buffer, { level: number }, Buffer>(deflate);
const inflated = promisify<Buffer, Buffer>(inflate);
let count = 0;

/** Stores the object's full bytes (`type size NUL content`) under its name. Refuses `read_only`, `no_space`. */
export async function writeLoose(objectsDir: string, oid: Oid, full: Buffer): Promise<void> {
  const folder = `${objectsDir}/${oid.slice(0, 2)}`;
  const path = `${folder}/${oid.slice(2)}`;
  if (await freshened(path, full)) return;
  const packed = await deflated(full, { level: LEVEL });
  try {
    await placed(objectsDir, folder, path, packed);
  } catch (error) {
    refuseDiskError(error, objectsDir);
  }
}

async function freshened(path: string, full: Buffer): Promise<boolean> {
  try {
    const { size } = await stat(path);
    if (size === 0 || (size <= CHECKED_BYTES && !full.equals(await inflated(await readFile(path)))))
      return false;
    const now = new Date();
    await utimes(path, now, now);
    return true;
  } catch {
    // Not there, gone meanwhile, broken or not ours to touch: it is written anew.
    return false;
  }
}

async function placed(objectsDir: string, folder: string, path: string, packed: Buffer): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    // Git's own prefix: `git prune` sweeps what a killed process leaves.
    const temporary = `${objectsDir}/tmp_obj_${process.pid}_${Date.now().toString(36)}_${count++}`;
    try {
      await writeWhole(temporary, packed);
      await mkdir(folder, { recursive: true });
      await rename(temporary, path);
      return;
    } catch (error) {
      await unlink(temporary).catch(() => {});
      if (!isAbsent(error) || attempt === TRIES) throw error;
    }
  }
}

async function writeWhole(path: string, bytes: Buffer): Promise<void> {
  const file = await open(path, 'wx', 0o444);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}
