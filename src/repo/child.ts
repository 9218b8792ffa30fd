// One run of git from start to end.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { refuse } from '../refusal.ts';

export interface ChildRun {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Record<string, string>;
  readonly input?: string | Buffer;
  readonly timeoutMs?: number;
}

export interface ChildDone {
  /** Null when a signal ended it. */
  readonly status: number | null;
  readonly stdout: Buffer;
  readonly stderr: string;
  readonly timedOut: boolean;
}

/** Long enough for git to let go of its locks after SIGTERM; SIGKILL would leave them for ever. */
const GRACE_MS = 5_000;

/** Runs git, without a shell, and gathers what it says. Refuses `unsupported_repo` where git is missing. */
export async function runGit(run: ChildRun): Promise<ChildDone> {
  return new Promise((resolve, reject) => {
    const child = spawn('git', run.args, {
      cwd: run.cwd,
      env: run.env,
      stdio: [run.input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
      windowsHide: true,
    });
    const out: Buffer[] = [];
    const complaints: Buffer[] = [];
    const limit = limited(run.timeoutMs, (signal) => child.kill(signal));
    child.stdout!.on('data', (chunk: Buffer) => out.push(chunk));
    child.stderr!.on('data', (chunk: Buffer) => complaints.push(chunk));
    child.on('error', (error) => {
      limit.clear();
      reject(error);
    });
    child.on('exit', () => {
      // What a stopped git had started may live on and keep these open.
      if (!limit.passed()) return;
      child.stdout!.destroy();
      child.stderr!.destroy();
    });
    child.on('close', (status) => {
      limit.clear();
      const stderr = Buffer.concat(complaints).toString('utf8');
      resolve({ status, stdout: Buffer.concat(out), stderr, timedOut: limit.passed() });
    });
    // Git may end before it has read everything: its status then says why.
    child.stdin?.on('error', () => {});
    child.stdin?.end(run.input);
  }).catch((error: unknown) => refuseMissing(error, run.cwd)) as Promise<ChildDone>;
}

/** What a failed start of git means: no git, or no folder any more. */
export function refuseMissing(error: unknown, cwd: string): never {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  if (!existsSync(cwd))
    refuse('no_repo', `The work tree ${basename(cwd)} is gone: its folder was moved or deleted.`, {
      details: { folder: cwd },
      hint: 'Put the folder back, or start docket again where the repository is now.',
    });
  return refuse('unsupported_repo', 'The git program was not found.', {
    hint: 'Install git 2.38 or newer and make sure that it is on the PATH.',
  });
}

function limited(timeoutMs: number | undefined, kill: (signal: NodeJS.Signals) => void) {
  let passed = false;
  let timer: NodeJS.Timeout | undefined;
  if (timeoutMs !== undefined)
    timer = setTimeout(() => {
      passed = true;
      kill('SIGTERM');
      timer = setTimeout(() => kill('SIGKILL'), GRACE_MS);
    }, timeoutMs);
  return { clear: () => clearTimeout(timer), passed: () => passed };
}
