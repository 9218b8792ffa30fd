import type { Repo } from './repo.ts';

export interface GitOptions {
  readonly input?: string | Buffer;
  readonly env?: Readonly<Record<string, string>>;
  /** Exit statuses besides 0 that are answers and not errors. */
  readonly allow?: readonly number[];
  /** Let the repository's hooks run (off unless the owner commits). */
  readonly hooks?: boolean;
  readonly timeoutMs?: number;
}

export interface GitDone {
  readonly status: number;
  readonly stdout: Buffer;
  readonly stderr: string;
}

/** Runs git in the repository; throws on a status that is not allowed. */
export async function git(
  _repo: Repo,
  _args: readonly string[],
  _options: GitOptions = {},
): Promise<GitDone> {
  throw new Error('not built yet');
}
