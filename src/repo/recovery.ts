// Copies of bytes that were about to be overwritten and that git held nowhere: kept, listed, read back.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { isAbsent, refuseDiskError } from './disk-errors.ts';
import type { Givens, Repo } from './repo.ts';
import { listStateFiles, readStateFile, writeStateFile } from './state-files.ts';
import { writeWhole } from './temporary.ts';

/** What is known of one copy. */
export interface RecoveryCopy {
  readonly id: string;
  /** The file that held the bytes, and the work tree that the file was in. */
  readonly path: string;
  readonly worktree: string;
  /** When they were kept, ISO 8601. */
  readonly at: string;
  readonly why: string;
  readonly size: number;
  /** Of the bytes, in hex. */
  readonly sha256: string;
}

interface Note extends RecoveryCopy {
  readonly version: 1;
  /** Name of the file of bytes beside the note. */
  readonly copy: string;
}

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
  const note: Note = {
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

/** The copies of all work trees of the repository, newest first. */
export async function listRecovery(repo: Repo): Promise<RecoveryCopy[]> {
  const names = await listStateFiles(repo, 'recovery');
  const notes = await Promise.all(names.map((name) => readStateFile<Note>(repo, name)));
  return notes
    .filter((note) => note !== null)
    .map(({ version: _version, copy: _copy, ...told }) => told)
    .sort((a, b) => (a.at === b.at ? (a.id < b.id ? 1 : -1) : a.at < b.at ? 1 : -1));
}

/** The bytes of a copy; null where they are gone or are not those that were kept. */
export function readRecovery(repo: Repo, { id, sha256 }: RecoveryCopy): Buffer | null {
  try {
    const bytes = readFileSync(`${repo.stateDir}/recovery/${id}.bytes`);
    return createHash('sha256').update(bytes).digest('hex') === sha256 ? bytes : null;
  } catch (error) {
    if (isAbsent(error)) return null;
    throw error;
  }
}
