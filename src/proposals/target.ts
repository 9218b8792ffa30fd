// Which branch a proposal aims at.
import { commitsBetween, head, listRefs, mergeBases, type Oid, type Repo, readRef } from '../repo/index.ts';
import type { Facts } from './facts.ts';
import { headRef, PROPOSALS, shortHead } from './ids.ts';

/** With more branches than this, which one a plain branch forked from is not asked. */
const MOST_BRANCHES = 50;

export interface Target {
  /** Short name; null when none can be told. */
  readonly name: string | null;
  readonly assumed: boolean;
}

/** As its trailer says; else the branch it forked from where only one fits; else the one checked out. */
export async function targetOf(repo: Repo, story: Facts, tip: Oid): Promise<Target> {
  if (story.target !== null) return { name: story.target, assumed: false };
  return { name: (await forkedFrom(repo, tip)) ?? (await checkedOut(repo)), assumed: true };
}

/** The tip of a branch by its short name; null when there is no such branch. */
export async function targetTip(repo: Repo, name: string | null): Promise<Oid | null> {
  return name === null ? null : readRef(repo, headRef(name));
}

/** Where target and tip part; null when they share nothing or there is no target. */
export async function forkOf(repo: Repo, targetOid: Oid | null, tip: Oid): Promise<Oid | null> {
  if (targetOid === null) return null;
  if (targetOid === tip) return tip;
  return (await mergeBases(repo, targetOid, tip))[0] ?? null;
}

async function checkedOut(repo: Repo): Promise<string | null> {
  const { branch } = await head(repo);
  return branch?.startsWith(PROPOSALS) ? null : shortHead(branch);
}

async function forkedFrom(repo: Repo, tip: Oid): Promise<string | null> {
  const branches = [...(await listRefs(repo, 'refs/heads/'))].filter(([ref]) => !ref.startsWith(PROPOSALS));
  if (branches.length <= 1 || branches.length > MOST_BRANCHES) return shortHead(branches[0]?.[0] ?? null);
  const distances: { ref: string; far: number }[] = [];
  for (const [ref, oid] of branches) {
    distances.push({ ref, far: (await commitsBetween(repo, { from: oid, to: tip })).length });
  }
  const nearest = Math.min(...distances.map(({ far }) => far));
  const fits = distances.filter(({ far }) => far === nearest);
  return fits.length === 1 ? shortHead(fits[0]!.ref) : null;
}
