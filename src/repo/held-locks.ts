// Locks of git's that somebody else holds: named with their age and who seems to hold them. They are never removed.
import { statSync } from 'node:fs';
import { refuse } from '../refusal.ts';
import { ownerOf } from './landing/index-lock.ts';

/** A lock that somebody holds. */
export interface HeldLock {
  readonly path: string;
  readonly seconds: number;
  /** Who seems to hold it: a program and its process id, or docket; null when nobody does any more. */
  readonly owner: string | null;
}

/** The lock file at that path as it is held now, or null. `now` in milliseconds of the clock that dates files. */
export function heldLock(path: string, now: number): HeldLock | null {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat) return null;
  return { path, seconds: Math.round(Math.max(0, now - stat.mtimeMs) / 1000), owner: ownerOf(path) };
}

/** The lock file that git could not make, from what it said in the C locale; null when it was something else. */
export function lockIn(said: string): string | null {
  return /Unable to create '([^']+\.lock)': File exists/.exec(said)?.[1] ?? null;
}

/** Refuses `locked`: the lock, its age and its owner, after what has or has not been done. */
export function refuseHeldLock(
  { path, seconds, owner }: HeldLock,
  { done = 'Nothing was changed.', more = {} }: { readonly done?: string; readonly more?: object } = {},
): never {
  const who = owner ?? 'no program that runs here, as far as can be seen';
  return refuse('locked', `${path} is held by ${who}, for ${seconds} s.`, {
    details: { lock: path, seconds, owner, ...more },
    hint: owner
      ? `${done} Try again when it is done.`
      : `${done} If no git runs here any more, remove the lock; then try again.`,
  });
}
