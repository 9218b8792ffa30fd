import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { refuseDiskError } from './disk-errors.ts';
import type { Givens, Repo } from './repo.ts';
import { writeStateFile } from './state-files.ts';
import { writeWhole } from './temporary.ts';

/**
 * Keeps bytes that are about to be overwritten and that git does not hold, beside a note of their path, work tree,
 * time and the reason. Returns the absolute path of the copy. Refuses `read_only`, `no_space`.
 */
export async function keepRecovery(
  repo: Repo,
  path: string,
  bytes: Uint8Array,
  why: string,
  givens: Givens,
): Promise<string> {
  const at = givens.now().toISOString();
  const id = `${at.replace(/[^0-9]/g, '').slice(0, 14)}-${givens.uuid()}`;
  const folder = `${repo.stateDir}/recovery`;
  const copy = `${folder}/${id}.bytes`;
  try {
    mkdirSync(folder, { recursive: true });
    await writeWhole(copy, bytes);
  } catch (error) {
    refuseDiskError(error, copy);
  }
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const note = {
    version: 1,
    id,
    path,
    worktree: repo.root,
    at,
    why,
    size: bytes.length,
    sha256,
    copy: `${id}.bytes`,
  };
  await writeStateFile(repo, `recovery/${id}.json`, note);
  return copy;
}
