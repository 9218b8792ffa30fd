// What is staged.
import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { isAbsent } from './disk-errors.ts';
import { git } from './git.ts';
import { type IndexEntry, parseIndex } from './index-file.ts';
import { nameOfBytes } from './names.ts';
import { oidLength, type Repo } from './repo.ts';

export type { IndexEntry };

interface Kept {
  readonly stamp: string;
  readonly entries: ReadonlyMap<string, readonly IndexEntry[]>;
}

const kept = new WeakMap<Repo, Kept>();

/** The index's entries by path (several where unmerged), all or those of `paths`; empty where there is no index. */
export async function readIndex(
  repo: Repo,
  paths?: readonly string[],
): Promise<ReadonlyMap<string, readonly IndexEntry[]>> {
  const all = await allEntries(repo);
  if (!paths) return all;
  return new Map(paths.flatMap((path) => (all.has(path) ? [[path, all.get(path)!] as const] : [])));
}

/** Equal stamps: the index holds the same bytes, in the same file. */
export function indexStamp(repo: Repo): string {
  let file: number;
  try {
    file = openSync(`${repo.gitDir}/index`, 'r');
  } catch (error) {
    if (isAbsent(error)) return 'none';
    throw error;
  }
  try {
    const { ino, size, mtimeNs } = fstatSync(file, { bigint: true });
    // The file ends in the hash of its own bytes (all zero where git is told to skip it).
    const hash = Buffer.alloc(oidLength(repo) / 2);
    readSync(file, hash, 0, hash.length, Math.max(0, Number(size) - hash.length));
    return `${ino}:${size}:${mtimeNs}:${hash.toString('hex')}`;
  } finally {
    closeSync(file);
  }
}

async function allEntries(repo: Repo): Promise<ReadonlyMap<string, readonly IndexEntry[]>> {
  const stamp = indexStamp(repo);
  const known = kept.get(repo);
  if (known?.stamp === stamp) return known.entries;
  const entries = parsed(repo) ?? (await askedEntries(repo));
  if (indexStamp(repo) === stamp) kept.set(repo, { stamp, entries });
  return entries;
}

function parsed(repo: Repo): Map<string, IndexEntry[]> | null {
  try {
    return parseIndex(readFileSync(`${repo.gitDir}/index`), oidLength(repo) / 2);
  } catch (error) {
    if (isAbsent(error)) return new Map();
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Split and sparse indexes, as git lays them out. */
async function askedEntries(repo: Repo): Promise<Map<string, IndexEntry[]>> {
  const { stdout } = await git(repo, ['ls-files', '--stage', '-v', '-z', '--debug']);
  const entries = new Map<string, IndexEntry[]>();
  const one = /([A-Za-z?]) (\d{6}) ([0-9a-f]+) (\d)\t([^\0]*)\0(?:.*\n){4}.*flags: ([0-9a-f]+)\n/g;
  for (const [, tag, mode, oid, stage, path, flags] of nameOfBytes(stdout).matchAll(one)) {
    const entry: IndexEntry = {
      mode: mode!,
      oid: oid!,
      stage: Number(stage),
      skipWorktree: /[Ss]/.test(tag!),
      assumeUnchanged: /[a-z]/.test(tag!),
      intentToAdd: (Number.parseInt(flags!, 16) & INTENT_TO_ADD) !== 0,
    };
    entries.set(path!, [...(entries.get(path!) ?? []), entry]);
  }
  return entries;
}

/** In memory git keeps the extended flags sixteen bits higher. */
const INTENT_TO_ADD = 1 << 29;
