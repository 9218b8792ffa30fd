// Git's own index.lock, taken by linking the journal to it: it is there whole, with its owner's name in it, or not
// at all. It is removed only while it is still that same file.
import {
  linkSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Repo } from '../repo.ts';
import { journalFile, SENTENCE } from './journal.ts';

export function indexLockPath(repo: Repo): string {
  return join(repo.gitDir, 'index.lock');
}

/** Takes the lock for the landing in that folder; false when somebody has it. */
export function takeIndexLock(repo: Repo, folder: string): boolean {
  try {
    link(journalFile(folder), indexLockPath(repo));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Lets go of the lock if it is this landing's. */
export function releaseIndexLock(repo: Repo, folder: string): void {
  if (holdsIndexLock(repo, folder)) unlinkSync(indexLockPath(repo));
}

/** Whether index.lock is the journal in that folder: the same file or, where files cannot be linked, the same words. */
export function holdsIndexLock(repo: Repo, folder: string): boolean {
  const lock = statSync(indexLockPath(repo), { bigint: true, throwIfNoEntry: false });
  const own = statSync(journalFile(folder), { bigint: true, throwIfNoEntry: false });
  if (!lock || !own) return false;
  if (lock.ino === own.ino && lock.dev === own.dev) return true;
  return (
    lock.size === own.size && readFileSync(indexLockPath(repo)).equals(readFileSync(journalFile(folder)))
  );
}

function link(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch (error) {
    if (!LINKLESS.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
    writeFileSync(to, readFileSync(from), { flag: 'wx' });
  }
}

/** What file systems without hard links answer, or when the two names lie on different ones. */
export const LINKLESS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EXDEV', 'EMLINK']);

/** A program and its process id, or docket; null when nobody who can be seen has the lock. */
export function ownerOf(path: string): string | null {
  try {
    const text = readFileSync(path).toString('latin1');
    const pid = /"pid":(\d+)/.exec(text)?.[1];
    if (text.startsWith(SENTENCE)) return `docket (process ${pid ?? 'unknown'})`;
    return holderOf(path);
  } catch {
    return null;
  }
}

// Only where processes can be looked at as files; elsewhere nothing can be said.
function holderOf(path: string): string | null {
  const processes = listing('/proc').filter((name) => /^\d+$/.test(name));
  for (const pid of processes)
    for (const handle of listing(`/proc/${pid}/fd`))
      if (target(`/proc/${pid}/fd/${handle}`) === path) return `${programOf(pid)} (process ${pid})`;
  return null;
}

function programOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim();
  } catch {
    return 'a program';
  }
}

function listing(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function target(link: string): string | null {
  try {
    return readlinkSync(link);
  } catch {
    return null;
  }
}
