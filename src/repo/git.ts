// Git in a pinned repository, for what has no quicker way.
import { devNull } from 'node:os';
import { refuse } from '../refusal.ts';
import { runGit } from './child.ts';
import { refuseDiskTrouble } from './disk-errors.ts';
import { gitEnvironment } from './environment.ts';
import { refusePromised } from './promised.ts';
import { checkPinned, type Repo } from './repo.ts';

export interface GitOptions {
  readonly input?: string | Buffer;
  readonly env?: Readonly<Record<string, string>>;
  /** Exit statuses besides 0 that are answers and not errors. */
  readonly allow?: readonly number[];
  /** Let the repository's hooks run, in the environment that plain git gives them. */
  readonly hooks?: boolean;
  readonly timeoutMs?: number;
  /** Paths are patterns: for the commands that refuse to take them literally. */
  readonly patterns?: boolean;
}

export interface GitDone {
  readonly status: number;
  readonly stdout: Buffer;
  readonly stderr: string;
}

const TIMEOUT_MS = 60_000;
/** Hooks test, sign and ask; nothing but a hang takes this long. */
export const HOOKS_TIMEOUT_MS = 15 * 60_000;

/**
 * Runs git in the repository, hooks off unless asked for, paths taken literally (with hooks: as patterns).
 * A status that is neither 0 nor allowed, a signal or the time limit is thrown as an error with what git said; where
 * that means a full or read-only disk it refuses `no_space` or `read_only`.
 */
export async function git(repo: Repo, args: readonly string[], options: GitOptions = {}): Promise<GitDone> {
  checkPinned(repo);
  const { input, env, allow = [], hooks = false, patterns = false } = options;
  const timeoutMs = options.timeoutMs ?? (hooks ? HOOKS_TIMEOUT_MS : TIMEOUT_MS);
  const done = await runGit({
    args: [
      ...(hooks ? WITH_HOOKS : pinnedArgs(repo)),
      ...(hooks || patterns ? [] : ['--literal-pathspecs']),
      ...args,
    ],
    cwd: repo.root,
    env: gitEnvironment(env, { reads: !hooks }),
    input,
    timeoutMs,
  });
  const { status, stdout, stderr } = done;
  if (status !== null && (status === 0 || allow.includes(status))) return { status, stdout, stderr };
  if (done.timedOut && hooks) refuseHanging(args, timeoutMs);
  refusePromised(stderr);
  refuseDiskTrouble(stderr.trim(), 'its repository');
  const how = done.timedOut ? `was stopped after ${timeoutMs} ms` : `ended with ${status ?? 'a signal'}`;
  throw new Error(`git ${args[0]} ${how}: ${stderr.trim()}`);
}

/** What goes before the command's name where no hook may run. */
export function pinnedArgs(repo: Repo): string[] {
  return [
    '--no-pager',
    `--git-dir=${repo.gitDir}`,
    `--work-tree=${repo.root}`,
    '--no-replace-objects',
    '-c',
    'core.fsmonitor=false',
    '-c',
    `core.hooksPath=${devNull}`,
  ];
}

// Global options reach hooks through the environment: a hook's own git must not see ours.
const WITH_HOOKS = ['--no-pager', '-c', 'core.fsmonitor=false'];

function refuseHanging(args: readonly string[], timeoutMs: number): never {
  const command = args.find((arg) => /^[a-z][a-z-]*$/.test(arg)) ?? 'git';
  const minutes = Math.round(timeoutMs / 60_000);
  const what =
    command === 'hook' ? `The hook ${args[args.indexOf('--') - 1]}` : `A hook or key of git ${command}`;
  return refuse('hook_refused', `${what} did not end within ${minutes} minutes and was stopped.`, {
    details: { command, minutes },
    hint: 'Run it by hand to see why it hangs, then try again.',
  });
}
