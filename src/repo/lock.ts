// Docket's own lock: one docket process at a time. It is a link to a file that names its owner, so that it carries
// the owner from its first instant; the lock of a process that is gone is broken.
import { AsyncLocalStorage } from 'node:async_hooks';
import { linkSync, mkdirSync, readFileSync, renameSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { refuse } from '../refusal.ts';
import { isAbsent, refuseDiskError } from './disk-errors.ts';
import { isAlive, type ProcessMark, processMark } from './process-mark.ts';
import type { Repo } from './repo.ts';
import { temporaryPath } from './temporary.ts';

const WAIT_MS = 5_000;
/** A breaker needs microseconds; one that is older was killed. */
const BREAKER_MS = 10_000;

const turns = new Map<string, Promise<unknown>>();

/** State folders whose lock the work that is running now holds. */
const held = new AsyncLocalStorage<ReadonlySet<string>>();

/**
 * Runs the work while no other docket process, and nothing else in this one, holds the repository's lock. Work that
 * asks for the lock again has it already. Refuses `locked`, naming owner and age, when it is not free within `waitMs`.
 */
export async function withLock<T>(
  repo: Repo,
  work: () => Promise<T>,
  { waitMs = WAIT_MS }: { readonly waitMs?: number } = {},
): Promise<T> {
  const mineAlready = held.getStore() ?? new Set<string>();
  if (mineAlready.has(repo.stateDir)) return work();
  const before = turns.get(repo.stateDir) ?? Promise.resolve();
  const inside = new Set([...mineAlready, repo.stateDir]);
  const mine = before.then(() => locked(repo, () => held.run(inside, work), waitMs));
  const settled = mine.catch(() => {});
  turns.set(repo.stateDir, settled);
  try {
    return await mine;
  } finally {
    if (turns.get(repo.stateDir) === settled) turns.delete(repo.stateDir);
  }
}

async function locked<T>(repo: Repo, work: () => Promise<T>, waitMs: number): Promise<T> {
  const path = `${repo.stateDir}/lock`;
  await take(repo, path, waitMs);
  const ino = statSync(path, { throwIfNoEntry: false })?.ino;
  try {
    return await work();
  } finally {
    // Somebody who removed the lock by hand may have let another process take it.
    if (statSync(path, { throwIfNoEntry: false })?.ino === ino) removeQuietly(path);
  }
}

async function take(repo: Repo, path: string, waitMs: number): Promise<void> {
  const mark = markFile(repo);
  try {
    for (const until = Date.now() + waitMs; !tryLink(mark, path); await pause(2 + Math.random() * 10)) {
      breakStale(path, mark);
      if (Date.now() > until) refuseHeld(path);
    }
  } finally {
    unlinkSync(mark);
  }
}

function markFile(repo: Repo): string {
  try {
    mkdirSync(repo.stateDir, { recursive: true });
    const path = temporaryPath(repo);
    writeFileSync(
      path,
      `${JSON.stringify({ version: 1, ...processMark(), at: new Date().toISOString() })}\n`,
    );
    return path;
  } catch (error) {
    return refuseDiskError(error, repo.stateDir);
  }
}

function tryLink(mark: string, path: string): boolean {
  try {
    linkSync(mark, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Two that break at once must not break each other's new lock: only the holder of a second lock may break. */
function breakStale(path: string, mark: string): void {
  if (!isStale(path)) return;
  const breaker = `${path}.break`;
  if (!tryLink(mark, breaker)) {
    const age = Date.now() - (statSync(breaker, { throwIfNoEntry: false })?.ctimeMs ?? Date.now());
    if (age > BREAKER_MS && isStale(breaker)) removeQuietly(breaker);
    return;
  }
  try {
    if (isStale(path)) renameSync(path, `${mark}.stale`);
    removeQuietly(`${mark}.stale`);
  } finally {
    removeQuietly(breaker);
  }
}

function isStale(path: string): boolean {
  const owner = ownerOf(path);
  return owner !== null && !isAlive(owner);
}

function ownerOf(path: string): (ProcessMark & { readonly at?: string }) | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    if (isAbsent(error) || error instanceof SyntaxError) return null;
    throw error;
  }
}

function removeQuietly(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if (!isAbsent(error)) throw error;
  }
}

function refuseHeld(path: string): never {
  const owner = ownerOf(path);
  const seconds = Math.max(0, Math.round((Date.now() - Date.parse(owner?.at ?? '')) / 1000)) || 0;
  const who = owner ? `process ${owner.pid} on ${owner.host}, for ${seconds} s` : 'another process';
  refuse('locked', `Docket's lock is held by ${who}.`, {
    details: { lock: path, owner, seconds },
    hint: `Wait for it to end. If no docket runs there any more, remove ${path}.`,
  });
}
