// A branch that is not to be found: whether it is gone indeed, and where else its bytes may be.
import { git, head, isRefBroken, listRefs, type Oid, type Repo, readRef } from '../../repo/index.ts';
import { branchOf, headRef, PROPOSALS } from '../ids.ts';
import { changesOf } from './changes.ts';
import { heldIn, isWhole } from './held.ts';
import { type Landing, landingOn } from './landing.ts';
import { diskPlace, indexPlace } from './place.ts';

/** Where a branch is that a first look did not find: refs move between files while they are read, so git looks too. */
export async function lookAgain(
  repo: Repo,
  id: string,
  tip: Oid,
): Promise<{ readonly tip: Oid | null; readonly renamedTo?: string }> {
  const now = await askGit(repo, branchOf(id));
  if (now !== null) return { tip: now };
  // A branch that cannot be read is no branch that is gone.
  if (isRefBroken(repo, branchOf(id))) return { tip };
  for (const [ref, oid] of await listRefs(repo, PROPOSALS)) {
    if (oid === tip) return { tip, renamedTo: ref.slice(PROPOSALS.length) };
  }
  return { tip: null };
}

/** The target's upstream, when that holds the whole change. */
export async function onUpstream(
  repo: Repo,
  target: string,
  question: { id: string; tip: Oid; base: Oid | null },
): Promise<{ on: string; landing: Landing } | null> {
  const { stdout } = await git(repo, ['for-each-ref', '--format=%(upstream)', headRef(target)]);
  const ref = stdout.toString('utf8').trim();
  const oid = ref === '' ? null : await readRef(repo, ref);
  if (oid === null) return null;
  const landing = await landingOn(repo, { ...question, target: oid, deep: true });
  return landing !== null && isWhole(landing)
    ? { on: ref.replace(/^refs\/(remotes|heads)\//, ''), landing }
    : null;
}

/** Whether index or work tree hold the whole change, where the target is checked out. */
export async function isUncommitted(
  repo: Repo,
  target: string,
  { tip, base }: { tip: Oid; base: Oid | null },
): Promise<boolean> {
  if ((await head(repo)).branch !== headRef(target)) return false;
  const changes = await changesOf(repo, base, tip);
  const paths = changes.flatMap(({ path, from }) => (from === undefined ? [path] : [path, from]));
  if (paths.length === 0) return false;
  if (isWhole(await heldIn(repo, changes, await indexPlace(repo, paths)))) return true;
  return isWhole(await heldIn(repo, changes, await diskPlace(repo, paths)));
}

/** Whether a branch's reflog tells of a commit made on it. */
export async function hadCommits(repo: Repo, ref: string): Promise<boolean> {
  const { stdout } = await git(repo, ['reflog', 'show', '--format=%gs', '--end-of-options', ref, '--'], {
    allow: [128],
  });
  return /^(commit|cherry-pick|revert|am|rebase)\b/m.test(stdout.toString('utf8'));
}

async function askGit(repo: Repo, ref: string): Promise<Oid | null> {
  const { status, stdout } = await git(repo, ['rev-parse', '--verify', '--quiet', '--end-of-options', ref], {
    allow: [1],
  });
  return status === 0 ? stdout.toString('latin1').trim() : null;
}
