// Landing beside others: planned and tried again while they hold locks or change what was planned.
import { setTimeout as pause } from 'node:timers/promises';
import { refuse } from '../../refusal.ts';
import {
  type AtStep,
  type Givens,
  heldLock,
  indexLocked,
  indexLockPath,
  type Landed,
  type Landing,
  type LateWrite,
  land,
  lockIn,
  type Repo,
  recoverLandings,
  refuseHeldLock,
} from '../../repo/index.ts';
import { mergeFileBytes } from './late.ts';

/** How long others that hold locks, or change what is being planned, are waited for. */
const PATIENCE_MS = 5_000;

/** How a landing is watched: tests stop at its steps and do not wait as long. */
export interface Watched {
  readonly at?: AtStep;
  readonly patienceMs?: number;
}

/** What is to be landed, and what the caller wants to know of it when it has. */
export interface Prepared<T> {
  readonly landing: Landing;
  readonly of: T;
}

/**
 * Lands what `prepare` plans, planning anew as long as somebody is in the way. Refuses `interrupted_apply`,
 * `hook_refused` and, when patience ends, `locked`; whatever is refused has changed nothing.
 */
export async function landPatiently<T>(
  repo: Repo,
  prepare: () => Promise<Prepared<T>>,
  givens: Givens,
  { at = () => {}, patienceMs = PATIENCE_MS }: Watched = {},
): Promise<{ readonly of: T; readonly late: readonly LateWrite[] }> {
  for (const until = performance.now() + patienceMs; ; await pause(5 + Math.random() * 40)) {
    const { landing, of } = await prepare();
    // Seen before hooks of the ref transaction are run in vain.
    const done: Landed = indexLocked(repo) ? LOCKED : await land(repo, landing, givens, at);
    if (done.landed) return { of, late: done.late };
    if (done.why === 'hook') refuseHook(done.said ?? '');
    if (performance.now() > until) refuseBusy(repo, done, givens);
  }
}

/** Finishes landings of dead processes first. Refuses `interrupted_apply` where one cannot be finished by itself. */
export async function refuseInterrupted(repo: Repo, givens: Givens): Promise<void> {
  const { left } = await recoverLandings(repo, givens, mergeFileBytes);
  const [first] = left.filter(({ foreign }) => !foreign);
  if (!first) return;
  refuse('interrupted_apply', `An apply was interrupted and cannot be finished by itself: ${first.why}.`, {
    details: { left },
    hint: 'Commit or put back what it wrote (git status), or reject the proposal it was of. All bytes are kept.',
  });
}

const LOCKED: Landed = { landed: false, why: 'locked', what: 'index.lock' };

function refuseHook(said: string): never {
  refuse('hook_refused', `The hook reference-transaction said no${said ? `: ${said}` : '.'}`, {
    details: { hook: 'reference-transaction', said },
    hint: 'Nothing was changed. Do what the hook asks for, then try again.',
  });
}

function refuseBusy(repo: Repo, done: Extract<Landed, { landed: false }>, givens: Givens): never {
  const lock = done.what === 'index.lock' ? indexLockPath(repo) : lockIn(done.said ?? '');
  const held = lock && heldLock(lock, givens.now().getTime());
  if (held) refuseHeldLock(held);
  refuse('locked', `Others kept changing ${done.what}.`, {
    details: { what: done.what, why: done.why, ...(done.said === undefined ? {} : { said: done.said }) },
    hint: 'Nothing was changed. Try again when they are done.',
  });
}
