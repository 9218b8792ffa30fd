// Why the owner's commit failed, from what git said in the C locale.
import { accessSync, constants } from 'node:fs';
import { refuse } from '../refusal.ts';
import { refuseDiskTrouble } from './disk-errors.ts';
import { type GitDone, git } from './git.ts';
import { heldLock, lockIn, refuseHeldLock } from './held-locks.ts';
import { lacksIdentity, refuseNoIdentity } from './identity.ts';
import type { Repo } from './repo.ts';

/** Refuses as the commit failed; what fits no refusal is thrown as an error. */
export async function commitFailure(repo: Repo, { status, stdout, stderr }: GitDone): Promise<never> {
  const said = [stderr.trim(), stdout.toString('utf8').trim()].filter(Boolean).join('\n');
  if (lacksIdentity(stderr)) return refuseNoIdentity();
  if (/during a (merge|cherry-pick|rebase)/.test(stderr)) return refuseOperation(said);
  if (/\.lock': File exists/.test(stderr)) return refuseLocked(stderr);
  if (/cannot lock ref 'HEAD'.*but expected/.test(stderr)) return refuseMoved(said);
  if (/aborted by hook/.test(stderr)) return refuseHook('reference-transaction', said);
  refuseDiskTrouble(fatalLines(stderr), 'its repository');
  if (/failed to sign|signing|gpg|failed to write commit object/.test(fatalLines(stderr)))
    return refuseSigning(said);
  const hook = await hookThatRan(repo);
  const unrelated = /^error: pathspec /m.test(stderr);
  if (hook && !unrelated && (status === 1 || /hook/.test(stderr))) return refuseHook(hook, said);
  throw new Error(`git commit ended with ${status}: ${said}`);
}

const HOOKS = ['pre-commit', 'prepare-commit-msg', 'commit-msg'];

/** Git says nothing itself when one of these fails. */
async function hookThatRan(repo: Repo): Promise<string | null> {
  const { stdout } = await git(repo, ['rev-parse', '--git-path', 'hooks'], { hooks: true });
  const folder = stdout.toString('utf8').trimEnd();
  const found = HOOKS.filter((name) =>
    isExecutable(folder.startsWith('/') ? `${folder}/${name}` : `${repo.root}/${folder}/${name}`),
  );
  return found.length > 0 ? found.join(' or ') : null;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function fatalLines(stderr: string): string {
  return stderr
    .split('\n')
    .filter((line) => /^(fatal|error): /.test(line))
    .join('\n');
}

function refuseHook(hook: string, said: string): never {
  return refuse(
    'hook_refused',
    `The hook ${hook} refused the commit${said ? `: ${said.split('\n')[0]}` : '.'}`,
    {
      details: { hook, said, written: true },
      hint: 'The file is written but not committed. Mend what the hook says, then save again.',
    },
  );
}

function refuseSigning(said: string): never {
  return refuse('signing_failed', 'The commit could not be signed.', {
    details: { said, written: true },
    hint: 'The file is written but not committed. See that your signing key works (git commit -S), then save again.',
  });
}

function refuseLocked(stderr: string): never {
  const lock = lockIn(stderr) ?? 'a lock';
  const more = { written: true };
  const held = heldLock(lock, Date.now());
  if (held) refuseHeldLock(held, { done: 'The file is written but not committed.', more });
  return refuse('locked', `Another program held ${lock}.`, {
    details: { lock, ...more },
    hint: 'The file is written but not committed: save again.',
  });
}

function refuseMoved(said: string): never {
  return refuse('target_moved', 'The branch moved while the commit was being made.', {
    details: { said },
    hint: 'The file is written but not committed: save again.',
  });
}

function refuseOperation(said: string): never {
  return refuse('blocked_by_operation', 'A merge, rebase or cherry-pick is in progress.', {
    details: { said },
    hint: 'End it first (git status says how), then save again.',
  });
}
