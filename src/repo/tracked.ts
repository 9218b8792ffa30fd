import { git } from './git.ts';
import { readIndex } from './git-index.ts';
import { bytesOfName } from './names.ts';
import type { Repo } from './repo.ts';
import { checkStoredPath } from './safe-path.ts';

/** Whether git ignores the path; one that is tracked never is. */
export async function isIgnored(repo: Repo, path: string): Promise<boolean> {
  if (await isTracked(repo, path)) return false;
  // The dot keeps a name that begins with a colon from being read as a pattern.
  const input = Buffer.concat([Buffer.from('./'), bytesOfName(checkStoredPath(path)), Buffer.from([0])]);
  const { status } = await git(repo, ['check-ignore', '-q', '-z', '--stdin'], {
    input,
    allow: [1],
    patterns: true,
  });
  return status === 0;
}

/** Whether the index has the path, intended additions too. */
export async function isTracked(repo: Repo, path: string): Promise<boolean> {
  return (await readIndex(repo, [path])).has(path);
}
