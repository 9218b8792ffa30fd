import { realpathSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { refuse } from '../refusal.ts';
import { findRepo } from './find-repo.ts';
import { checkGitVersion } from './git-version.ts';
import { readRef } from './refs.ts';
import { type Repo, repoAt } from './repo.ts';

/**
 * Finds the repository around `start` (a folder, or a file in one) and pins it; works in sub-folders, linked
 * worktrees and submodules. Writes nothing. Refuses `no_repo`; `unsupported_repo` for a bare repository, one that
 * git itself does not open, git older than 2.38 and a branch named `proposals`.
 */
export async function openRepo(start: string): Promise<Repo> {
  const folder = startFolder(start);
  const [version, found] = await Promise.allSettled([checkGitVersion(folder), findRepo(folder)]);
  if (found.status === 'rejected') throw found.reason;
  if (version.status === 'rejected') throw version.reason;
  const repo = repoAt(found.value);
  if (await readRef(repo, 'refs/heads/proposals')) refuseBranch();
  return repo;
}

function startFolder(start: string): string {
  try {
    const real = realpathSync(start);
    return statSync(real).isDirectory() ? real : dirname(real);
  } catch {
    return refuse('no_repo', `There is no folder ${start}.`, {
      hint: 'Start docket in a folder that exists.',
    });
  }
}

function refuseBranch(): never {
  refuse('unsupported_repo', 'A branch is named `proposals`; git cannot keep branches below it.', {
    details: { branch: 'proposals' },
    hint: 'Rename it: git branch -m proposals proposals-old',
  });
}
