// What else holds a commit: then it was seen, or built upon, and must not vanish from its branch.
import { git, isAncestor, type Oid, type Repo, worktrees } from '../../repo/index.ts';
import { branchOf, headRef } from '../ids.ts';

/** Docket's own memory of proposals, and git's of what was put aside, are nobody who builds on a commit. */
const MEMORIES = ['refs/docket/', 'refs/stash', 'refs/bisect/', 'refs/worktree/', 'refs/rewritten/'];

/**
 * Names of the branches, tags, remote-tracking branches and detached work trees that have the commit in their
 * history, the target and the proposal's own branch left out; the nearest to hand first.
 */
export async function holdersOf(
  repo: Repo,
  { id, oid, target }: { readonly id: string; readonly oid: Oid; readonly target: string },
): Promise<string[]> {
  const own = [headRef(target), branchOf(id)];
  const args = ['for-each-ref', `--contains=${oid}`, '--format=%(refname)'];
  const { stdout } = await git(repo, args);
  const refs = stdout.toString('utf8').split('\n').filter(Boolean);
  const others = refs.filter(
    (ref) => !own.includes(ref) && !MEMORIES.some((memory) => ref.startsWith(memory)),
  );
  return [...others.map(spoken), ...(await detachedAt(repo, oid))];
}

/** `origin/main`, `the tag v1`, `the branch next`, `refs/pull/3`. */
function spoken(ref: string): string {
  const [, kind, ...rest] = ref.split('/');
  const name = rest.join('/');
  if (kind === 'remotes') return name;
  return kind === 'heads' ? `the branch ${name}` : kind === 'tags' ? `the tag ${name}` : ref;
}

async function detachedAt(repo: Repo, oid: Oid): Promise<string[]> {
  const detached = (await worktrees(repo)).filter(({ branch, head }) => branch === null && head !== null);
  const holds = await Promise.all(detached.map(({ head }) => isAncestor(repo, oid, head!)));
  return detached.filter((_, nth) => holds[nth]).map(({ path }) => `the detached HEAD of ${path}`);
}
