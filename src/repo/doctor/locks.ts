// Locks of git that are there now, by name, age and who seems to hold them. They are told, never removed.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ownerOf } from '../landing/index-lock.ts';
import { isAlive, isForeign, type ProcessMark } from '../process-mark.ts';
import type { Repo } from '../repo.ts';
import { type Finding, note, problem, warning } from './finding.ts';

/** A lock whose holder cannot be seen may still be held for a moment: git holds none for longer. */
const USUAL_MS = 60_000;

/** `now` in milliseconds of the clock that dates files. */
export function lockFindings(repo: Repo, now: number): Finding[] {
  const found = lockFiles(repo).flatMap((path) => lockFinding(repo, path, now));
  return [...found, ...ownLock(repo, now)];
}

function lockFinding(repo: Repo, path: string, now: number): Finding[] {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat) return [];
  const ageMs = Math.max(0, now - stat.mtimeMs);
  const owner = ownerOf(path);
  const code = codeOf(repo, path);
  const what = `${path} is there, for ${age(ageMs)}, held by ${owner ?? 'no program that can be seen'}.`;
  const why = `Git, and docket with it, waits for it: ${WAITS[code]}.`;
  if (owner !== null) {
    const fix = 'Wait for that program to end, or end it. The lock goes with it.';
    return [ageMs > USUAL_MS ? warning(code, what, why, fix) : note(code, what, why, fix)];
  }
  if (ageMs <= USUAL_MS) return [note(code, what, why, 'Look again in a minute.')];
  const fix = `If no git runs in this repository any more, remove it: rm ${quoted(path)}`;
  return [problem(code, what, why, `${fix}. Docket never removes git's locks.`)];
}

const WAITS = {
  index_lock: 'no save, no approval and no settling until it is gone',
  ref_lock: 'that ref, or all of them, cannot move until it is gone',
  git_lock: 'what it locks cannot be written until it is gone',
};

function codeOf({ commonDir, gitDir }: Repo, path: string): keyof typeof WAITS {
  if (path.endsWith('/index.lock')) return 'index_lock';
  const name = path.slice((path.startsWith(gitDir) ? gitDir : commonDir).length + 1);
  return /^(refs\/|reftable\/|packed-refs\.lock|(.*\/)?(ORIG_)?HEAD\.lock)/.test(name)
    ? 'ref_lock'
    : 'git_lock';
}

function lockFiles({ commonDir, gitDir }: Repo): string[] {
  const trees = listing(join(commonDir, 'worktrees')).map((name) => join(commonDir, 'worktrees', name));
  const flat = [...new Set([gitDir, commonDir, ...trees, join(commonDir, 'reftable')])];
  return [
    ...flat.flatMap((folder) => locksIn(folder)),
    ...locksBelow(join(commonDir, 'refs')),
    ...(gitDir === commonDir ? [] : locksBelow(join(gitDir, 'refs'))),
  ];
}

function locksIn(folder: string): string[] {
  return listing(folder)
    .filter((name) => name.endsWith('.lock'))
    .map((name) => join(folder, name));
}

function locksBelow(folder: string): string[] {
  const below = listing(folder, { recursive: true }).filter((name) => name.endsWith('.lock'));
  return below.map((name) => join(folder, name));
}

function listing(folder: string, { recursive = false } = {}): string[] {
  try {
    return readdirSync(folder, { encoding: 'utf8', recursive });
  } catch {
    return [];
  }
}

/** Docket's own lock breaks by itself once its process is gone, unless that process cannot be looked at. */
function ownLock(repo: Repo, now: number): Finding[] {
  const path = join(repo.stateDir, 'lock');
  const stat = statSync(path, { throwIfNoEntry: false });
  const mark = stat ? markIn(path) : null;
  if (!stat || !mark || !isAlive(mark)) return [];
  const ageMs = Math.max(0, now - stat.mtimeMs);
  const what = `Docket's own lock is held by process ${mark.pid} on ${mark.host}, for ${age(ageMs)}.`;
  const why = 'One docket process at a time writes refs, events and landings.';
  if (!isForeign(mark) || ageMs <= USUAL_MS) return [note('docket_lock', what, why, 'Wait for it to end.')];
  return [
    warning(
      'docket_lock',
      what,
      why,
      `If nothing of docket runs there any more, remove it: rm ${quoted(path)}`,
    ),
  ];
}

function markIn(path: string): ProcessMark | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as ProcessMark;
  } catch {
    return null;
  }
}

function age(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (seconds < 120) return `${seconds} s`;
  return seconds < 7200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`;
}

function quoted(path: string): string {
  return /^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;
}
