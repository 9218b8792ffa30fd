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
import { safe } from '../../safe.ts';
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
  const began = performance.now();
  for (let tries = 1; ; tries++, await pause(5 + Math.random() * 40)) {
    const { landing, of } = await prepare();
    // Seen before hooks of the ref transaction are run in vain.
    const done: Landed = indexLocked(repo) ? LOCKED : await land(repo, landing, givens, at);
    if (done.landed) return { of, late: done.late };
    if (done.why === 'hook') refuseHook(done.said ?? '');
    const ms = performance.now() - began;
    if (ms > patienceMs) refuseBusy(repo, done, { givens, tries, ms });
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

type NotLanded = Extract<Landed, { landed: false }>;

interface Tried {
  readonly givens: Givens;
  readonly tries: number;
  readonly ms: number;
}

function refuseBusy(repo: Repo, done: NotLanded, { givens, tries, ms }: Tried): never {
  const lock = done.what === 'index.lock' ? indexLockPath(repo) : lockIn(done.said ?? '');
  const held = lock && heldLock(lock, givens.now().getTime());
  if (held) refuseHeldLock(held);
  const times = tries === 1 ? 'once' : `${tries} times in ${(ms / 1000).toFixed(1)} s`;
  refuse('locked', `Docket tried ${times}, and each time another program ${whatTheyDid(done)} meanwhile.`, {
    details: {
      what: done.what,
      why: done.why,
      tries,
      ...(done.said === undefined ? {} : { said: done.said }),
    },
    hint: 'Nothing was changed. When the other program is done, ask for it again: approve, undo or redo.',
  });
}

function whatTheyDid({ why, what }: NotLanded): string {
  const name = safe(what);
  if (why === 'index') return 'changed git’s index, by a commit or by staging,';
  if (why === 'locked') return `held the lock of ${name}`;
  if (why === 'disk') return `wrote ${name}`;
  if (why === 'head') return 'switched branches (HEAD moved)';
  return what.startsWith('refs/heads/') ? `moved ${name}, by committing,` : `moved ${name}`;
}
