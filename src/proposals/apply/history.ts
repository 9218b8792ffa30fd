// What landing a tip would bring into its target's history.
import {
  commitsBetween,
  entryAt,
  isAncestor,
  listRefs,
  mergeBases,
  type Oid,
  type PathChange,
  type Repo,
  shallowBoundary,
  treeChanges,
} from '../../repo/index.ts';
import { factsOf } from '../facts.ts';
import { decodeId, ENDED, PROPOSALS } from '../ids.ts';
import { ownLine, revisionsOf } from '../line.ts';
import { sameEntry } from '../text-at.ts';
import { type Blocked, blocked } from './blocked.ts';
import { virtualBase } from './virtual-base.ts';

export interface History {
  /** Merge base of target and tip; null: the tip stands on nothing. */
  readonly base: Oid | null;
  /** Commits that the target lacks, newest first. */
  readonly commits: readonly Oid[];
  /** Differing paths of base and tip. */
  readonly changes: readonly PathChange[];
}

/** The proposal and the commits to compare. */
export interface Tips {
  readonly id: string;
  readonly tip: Oid;
  /** Null: the target has no commit yet. */
  readonly targetOid: Oid | null;
}

/** Base, commits and changes of a proposal, or why there can be none. */
export async function historyOf(repo: Repo, tips: Tips): Promise<History | Blocked> {
  const { tip, targetOid } = tips;
  const bases = targetOid === null ? [] : await mergeBases(repo, targetOid, tip);
  const base = bases.length > 1 ? await virtualBase(repo, bases) : (bases[0] ?? null);
  if (bases.length > 1 && base === null) {
    return blocked(
      'several_bases',
      'The proposal and its target were merged into each other more than once, and in ways that clash.',
    );
  }
  const commits = await commitsBetween(repo, { from: targetOid, to: tip });
  if (await cutOff(repo, tips, base, commits)) {
    return blocked('shallow', 'This clone lacks the history in which the proposal parts from its target.', {
      hint: 'Fetch it: git fetch --unshallow. Then approve again.',
    });
  }
  if (targetOid !== null && base === null && !(await isOwnRoot(repo, tips))) {
    return blocked('unrelated', 'The proposal and its target share no history.', {
      hint: 'Reject it, or let its agent save it again on the target.',
    });
  }
  return { base, commits, changes: await treeChanges(repo, base, tip) };
}

/** Commits that are not the proposal's own. */
export async function strangersIn(repo: Repo, tips: Tips, history: History): Promise<Blocked | null> {
  const { id, tip } = tips;
  const brought = await broughtAlong(repo, id, tip, history.commits);
  if (brought !== null) {
    return blocked('brings', `The proposal also brings the commits of ${brought}.`, {
      hint: `Approve or reject ${brought} first.`,
    });
  }
  const lost = await lostBase(repo, tips, history.commits);
  if (lost !== null) {
    return blocked(
      'brings',
      `It was made on ${lost.slice(0, 10)}, which its target no longer has: landing it would bring that back.`,
      { hint: 'Have its agent save it again, which puts it on what the target has now; or reject it.' },
    );
  }
  return null;
}

/** A clone that was cut off above the base cannot know it. */
async function cutOff(
  repo: Repo,
  { targetOid }: Tips,
  base: Oid | null,
  commits: readonly Oid[],
): Promise<boolean> {
  const boundary = await shallowBoundary(repo);
  if (boundary.size === 0) return false;
  const since = targetOid === null ? [] : await commitsBetween(repo, { from: base, to: targetOid });
  return [...commits, ...since].some((oid) => boundary.has(oid));
}

/** Docket's own proposal from before the branch had a commit. */
async function isOwnRoot(repo: Repo, { id, tip }: Tips): Promise<boolean> {
  return (await ownLine(repo, id, tip, await revisionsOf(repo, id))).base === null;
}

/** The commit that docket's own proposal was made on, where the target was rewound or replaced since. */
async function lostBase(
  repo: Repo,
  { id, tip, targetOid }: Tips,
  commits: readonly Oid[],
): Promise<Oid | null> {
  // Of a single commit the parents are the target's.
  if (commits.length < 2 || targetOid === null) return null;
  const { base } = await ownLine(repo, id, tip, await revisionsOf(repo, id));
  return base && !(await isAncestor(repo, base, targetOid)) ? base : null;
}

async function broughtAlong(
  repo: Repo,
  id: string,
  tip: Oid,
  commits: readonly Oid[],
): Promise<string | null> {
  if (commits.length < 2) return null;
  const [branches, ended] = await Promise.all([listRefs(repo, PROPOSALS), listRefs(repo, ENDED)]);
  const ids = new Map<string, Oid>([
    ...[...ended].map(([ref, oid]) => [decodeId(ref.slice(ENDED.length)), oid] as const),
    ...[...branches].map(([ref, oid]) => [ref.slice(PROPOSALS.length), oid] as const),
  ]);
  ids.delete(id);
  const inside = new Set(commits.filter((oid) => oid !== tip));
  for (const [other, oid] of ids) if (inside.has(oid)) return other;
  for (const oid of inside) {
    const { proposal } = await factsOf(repo, oid);
    if (proposal !== null && ids.has(proposal)) return proposal;
  }
  return null;
}

/** A path that some commit changes to content which is neither in the final difference nor already on the target. */
export async function hiddenPath(
  repo: Repo,
  { targetOid }: Tips,
  { commits, changes }: History,
): Promise<string | null> {
  if (commits.length < 2) return null;
  const final = new Map(changes.map(({ path, after }) => [path, after]));
  for (const oid of commits) {
    for (const { path, after } of await ownChanges(repo, oid)) {
      if (final.has(path) && (after === null || sameEntry(after, final.get(path) ?? null))) continue;
      if (!sameEntry(after, await entryAt(repo, targetOid, path))) return path;
    }
  }
  return null;
}

/** What a commit changes that none of its parents has: a merge is answered for only where it differs from all. */
export async function ownChanges(repo: Repo, oid: Oid): Promise<readonly PathChange[]> {
  const { parents } = await factsOf(repo, oid);
  const [first, ...others] = await Promise.all(
    (parents.length > 0 ? parents : [null]).map((parent) => treeChanges(repo, parent, oid)),
  );
  const elsewhere = others.map((changes) => new Set(changes.map(({ path }) => path)));
  return first!.filter(({ path }) => elsewhere.every((paths) => paths.has(path)));
}
