// Machine-local state: small JSON files below <common dir>/docket, replaced at once, each with its version.
import { mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { rename, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { refuse } from '../refusal.ts';
import { isAbsent, refuseDiskError } from './disk-errors.ts';
import type { Repo } from './repo.ts';
import { temporaryPath, writeWhole } from './temporary.ts';

const VERSION = 1;

/**
 * A state file by name (as `drafts/x.json`), null when there is none. A file that is no JSON with a version is put
 * aside (`.broken`) and counts as none. Refuses `unsupported_repo` for a version that this docket does not know.
 */
export async function readStateFile<T>(repo: Repo, name: string): Promise<T | null> {
  const path = statePath(repo, name);
  const text = textAt(path);
  if (text === null) return null;
  const value = parsed(text);
  if (value === null) {
    renameSync(path, `${path}.broken`);
    return null;
  }
  if (value.version !== VERSION)
    refuse('unsupported_repo', `${path} was written by another version of docket.`, {
      details: { path, version: value.version },
      hint: 'Use the newer docket, or move the file away.',
    });
  return value as T;
}

/** As readStateFile, but null for whatever cannot be read, which stays as it is. */
export function peekStateFile<T>(repo: Repo, name: string): T | null {
  const text = textAt(statePath(repo, name));
  const value = text === null ? null : parsed(text);
  return value?.version === VERSION ? (value as T) : null;
}

/** Replaces a state file at once, down to the disk. Refuses `read_only`, `no_space`. */
export async function writeStateFile(
  repo: Repo,
  name: string,
  value: { readonly version: number },
): Promise<void> {
  const path = statePath(repo, name);
  try {
    mkdirSync(dirname(path), { recursive: true });
    const temporary = temporaryPath(repo);
    await writeWhole(temporary, Buffer.from(`${JSON.stringify(value)}\n`));
    await rename(temporary, path);
  } catch (error) {
    refuseDiskError(error, path);
  }
}

/** Removes a state file; nothing happens when there is none. */
export async function removeStateFile(repo: Repo, name: string): Promise<void> {
  const path = statePath(repo, name);
  try {
    await unlink(path);
  } catch (error) {
    if (!isAbsent(error)) refuseDiskError(error, path);
  }
}

/** The names (with the folder) of the `.json` files in a folder of the state, sorted. */
export async function listStateFiles(repo: Repo, folder: string): Promise<string[]> {
  try {
    const names = readdirSync(statePath(repo, folder)).filter((name) => name.endsWith('.json'));
    return names.sort().map((name) => `${folder}/${name}`);
  } catch (error) {
    if (isAbsent(error)) return [];
    throw error;
  }
}

function statePath(repo: Repo, name: string): string {
  const safe = name.split('/').every((part) => /^[A-Za-z0-9_%@=+-][A-Za-z0-9._%@=+-]*$/.test(part));
  if (!safe) throw new Error(`not the name of a state file: ${name}`);
  return `${repo.stateDir}/${name}`;
}

function textAt(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (isAbsent(error)) return null;
    throw error;
  }
}

function parsed(text: string): { readonly version: unknown } | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && 'version' in value ? value : null;
  } catch {
    return null;
  }
}
