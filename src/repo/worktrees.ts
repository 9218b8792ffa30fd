// The worktrees of a repository, and what git has begun in this one.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { isAbsent } from './disk-errors.ts';
import { git } from './git.ts';
import { nameOfBytes } from './names.ts';
import { head } from './refs.ts';
import type { Oid, Repo } from './repo.ts';

export interface Worktree {
  readonly path: string;
  /** Full name; null when detached. A rebase or bisect still counts as holding its branch. */
  readonly branch: string | null;
  readonly head: Oid | null;
  /** Its folder is not there. */
  readonly gone?: true;
}

export type Operation = 'merge' | 'rebase' | 'cherry-pick' | 'revert' | 'bisect';

/** Every worktree of the repository, the main one first; one that lost its folder is among them. */
export async function worktrees(repo: Repo): Promise<Worktree[]> {
  if (repo.gitDir === repo.commonDir && !existsSync(`${repo.commonDir}/worktrees`)) {
    const { branch, oid } = await head(repo);
    return [{ path: repo.root, branch: branch ?? heldBranch(repo.gitDir), head: oid }];
  }
  const { stdout } = await git(repo, ['worktree', 'list', '--porcelain', '-z']);
  const blocks = nameOfBytes(stdout).split('\0\0').filter(Boolean);
  const held = heldByWorktree(repo);
  const found = blocks.flatMap((block, i) => worktreeOf(block, i === 0 ? heldBranch(repo.commonDir) : held));
  // Git takes the main work tree to be beside the git dir, which a submodule's is not.
  const here = repo.gitDir === repo.commonDir;
  return found.map((worktree, i) => {
    if (i === 0) return here ? { ...worktree, path: repo.root } : worktree;
    return existsSync(worktree.path) ? worktree : { ...worktree, gone: true as const };
  });
}

/** The git operation that waits for its end in this worktree. */
export async function operationInProgress(repo: Repo): Promise<Operation | null> {
  const has = (name: string) => existsSync(`${repo.gitDir}/${name}`);
  if (has('rebase-merge') || has('rebase-apply')) return 'rebase';
  if (has('MERGE_HEAD')) return 'merge';
  if (has('CHERRY_PICK_HEAD')) return 'cherry-pick';
  if (has('REVERT_HEAD')) return 'revert';
  if (has('BISECT_LOG')) return 'bisect';
  // Between two picks of a sequence only its list is there.
  const todo = text(`${repo.gitDir}/sequencer/todo`);
  if (todo === null) return null;
  return /^\s*r(evert)?\s/m.test(todo) ? 'revert' : 'cherry-pick';
}

function worktreeOf(block: string, held: ReadonlyMap<string, string> | string | null): Worktree[] {
  const lines = block.split('\0');
  const field = (key: string) =>
    lines.find((line) => line.startsWith(`${key} `))?.slice(key.length + 1) ?? null;
  const path = field('worktree');
  if (path === null || lines.includes('bare')) return [];
  const oid = field('HEAD');
  const branch = field('branch') ?? (held instanceof Map ? held.get(path) : held) ?? null;
  return [{ path, branch, head: oid === null || /^0+$/.test(oid) ? null : oid }];
}

/** Branches that rebases and bisects hold, by the path of the worktree; the main one's git dir is the common one. */
function heldByWorktree(repo: Repo): Map<string, string> {
  const held = new Map<string, string>();
  for (const name of readdirSync(`${repo.commonDir}/worktrees`)) {
    const dir = `${repo.commonDir}/worktrees/${name}`;
    const branch = heldBranch(dir);
    const dotGit = text(`${dir}/gitdir`)?.trim();
    if (branch && dotGit) held.set(dirname(resolve(dir, dotGit)), branch);
  }
  return held;
}

function heldBranch(gitDir: string): string | null {
  const name = text(`${gitDir}/rebase-merge/head-name`) ?? text(`${gitDir}/rebase-apply/head-name`);
  if (name?.startsWith('refs/heads/')) return name.trim();
  const start = text(`${gitDir}/BISECT_START`)?.trim();
  return start && existsSync(`${gitDir}/BISECT_LOG`) && !/^[0-9a-f]{40,64}$/.test(start)
    ? `refs/heads/${start}`
    : null;
}

function text(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (isAbsent(error)) return null;
    throw error;
  }
}
