import { git, type Oid, type Repo } from '../../repo/index.ts';

/** Renames from one commit to another as git's merge would see them: old path to new path. */
export async function renamesBetween(
  repo: Repo,
  before: Oid,
  after: Oid,
): Promise<ReadonlyMap<string, string>> {
  const args = ['diff-tree', '-r', '-z', '-M', '--diff-filter=R', '--name-status', '--no-commit-id'];
  const { stdout } = await git(repo, [...args, before, after]);
  const words = stdout.toString('utf8').split('\0');
  const renames = new Map<string, string>();
  for (let at = 0; at + 2 < words.length; at += 3) renames.set(words[at + 1]!, words[at + 2]!);
  return renames;
}
