import { git } from '../git.ts';
import type { Repo } from '../repo.ts';
import type { LandingIndexEntry } from './landing.ts';

/**
 * Has git compare these files with the index, so that their sizes and times stand in it. A failure only makes the
 * next status slower.
 */
export async function refreshIndex(repo: Repo, entries: readonly LandingIndexEntry[]): Promise<void> {
  const paths = entries.filter(({ after }) => after).map(({ path }) => path);
  if (paths.length === 0) return;
  const args = ['add', '--refresh', '--pathspec-from-file=-', '--pathspec-file-nul'];
  const input = paths.map((path) => `${path}\0`).join('');
  await git(repo, args, { input, allow: [1, 128] }).catch(() => {});
}
