// Repositories made by readable script: own folder, fixed clock and identity, gc and maintenance off.
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

export type Files = Record<string, string | Buffer>;

/** A repository on disk, driven with plain git as a person would. */
export interface TestRepo {
  readonly root: string;
  /** Runs git and returns its output without the last newline; throws when git fails. */
  git(...args: string[]): string;
  /** Runs git and returns status, output and complaint, whatever they are. */
  tryGit(...args: string[]): { status: number; stdout: string; stderr: string };
  /** Runs git with bytes on its standard input. */
  gitInput(input: string | Buffer, ...args: string[]): string;
  write(files: Files): void;
  read(path: string): string;
  bytes(path: string): Buffer;
  executable(path: string): void;
  /** Writes the files, stages all, commits, and returns the commit's oid. */
  commit(files: Files, message?: string): string;
}

let minute = 0;

/** Makes a repository on branch main with the files committed (none: an unborn branch). Gone when the test ends. */
export function makeRepo(files?: Files, { at }: { at?: string } = {}): TestRepo {
  const root = at ?? realpathSync(mkdtempSync(join(tmpdir(), 'docket-test-')));
  mkdirSync(root, { recursive: true });
  if (!at) onTestFinished(() => rmSync(root, { recursive: true, force: true, maxRetries: 5 }));
  const repo = repoAt(root);
  repo.git('init', '-q', '-b', 'main');
  for (const [key, value] of Object.entries(SETTINGS)) repo.git('config', key, value);
  if (files) repo.commit(files, 'Begin');
  return repo;
}

const SETTINGS = {
  'user.name': 'Olive Owner',
  'user.email': 'olive@example.com',
  'gc.auto': '0',
  'maintenance.auto': 'false',
  'core.fsync': 'none',
  'commit.gpgsign': 'false',
};

/** The same handle on a repository or worktree that exists. */
export function repoAt(root: string): TestRepo {
  const run = (args: string[], input?: string | Buffer) => {
    const at = `2026-01-01T${String(Math.floor(minute / 60) % 24).padStart(2, '0')}:${String(minute++ % 60).padStart(2, '0')}:00Z`;
    const env = { ...process.env, GIT_AUTHOR_DATE: at, GIT_COMMITTER_DATE: at };
    const done = spawnSync('git', args, { cwd: root, env, input, encoding: 'utf8', maxBuffer: 1 << 28 });
    return { status: done.status ?? -1, stdout: done.stdout.replace(/\n$/, ''), stderr: done.stderr };
  };
  const must = (args: string[], input?: string | Buffer) => {
    const done = run(args, input);
    if (done.status !== 0) throw new Error(`git ${args.join(' ')}: ${done.stderr}${done.stdout}`);
    return done.stdout;
  };
  const write = (files: Files) => {
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), content);
    }
  };
  return {
    root,
    git: (...args) => must(args),
    tryGit: (...args) => run(args),
    gitInput: (input, ...args) => must(args, input),
    write,
    read: (path) => readFileSync(join(root, path), 'utf8'),
    bytes: (path) => readFileSync(join(root, path)),
    executable: (path) => chmodSync(join(root, path), 0o755),
    commit: (files, message = 'Change') => {
      write(files);
      must(['add', '-A']);
      must(['commit', '-q', '--allow-empty', '-m', message]);
      return must(['rev-parse', 'HEAD']);
    },
  };
}
