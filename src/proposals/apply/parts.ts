// The docs of a change, each planned: what becomes of it on a branch, in the index and on disk.
import { entryAt, type Oid, type PathChange, type Repo } from '../../repo/index.ts';
import type { Facts } from './facts.ts';
import { gatherFacts, type Sources } from './gather.ts';
import { type DocPlan, planDoc } from './plan-doc.ts';
import { renamesBetween } from './renames.ts';
import { unitsOf } from './units.ts';

export interface Parts {
  readonly docs: readonly DocPlan[];
  readonly facts: readonly Facts[];
}

/** A change of files: what leads from base to tip (null: the empty tree), to be brought onto a target. */
export interface Bringing {
  readonly base: Oid | null;
  readonly tip: Oid | null;
  readonly targetOid: Oid | null;
  readonly changes: readonly PathChange[];
  readonly renames: ReadonlyMap<string, string>;
}

/** Plans each doc of a change from what all parties have of it. */
export async function planDocs(
  repo: Repo,
  { base, tip, targetOid, changes, renames }: Bringing,
  local: Pick<Sources, 'here' | 'modesCount' | 'open'>,
): Promise<Parts> {
  const names = await targetNames(repo, targetOid, base, changes);
  const units = unitsOf(changes, renames, names);
  const facts = await gatherFacts(repo, units, { base, targetOid, tip, ...local });
  return { facts, docs: facts.map((each) => planDoc(each)) };
}

/** The renames among the changes from base to tip: old path to new path. */
export async function renamesIn(
  repo: Repo,
  { base, tip, changes }: Pick<Bringing, 'base' | 'tip' | 'changes'>,
): Promise<ReadonlyMap<string, string>> {
  const moves = changes.some(({ after }) => !after) && changes.some(({ before }) => !before);
  return moves && base !== null && tip !== null ? renamesBetween(repo, base, tip) : new Map();
}

async function targetNames(
  repo: Repo,
  targetOid: Oid | null,
  base: Oid | null,
  changes: readonly PathChange[],
) {
  const paths = changes.map(({ path }) => path);
  const there = new Set<string>();
  for (const path of paths) if (await entryAt(repo, targetOid, path)) there.add(path);
  const missing = changes.some(({ path, before }) => before && !there.has(path));
  const renames =
    missing && base !== null && targetOid !== null
      ? await renamesBetween(repo, base, targetOid)
      : new Map<string, string>();
  return { has: (path: string) => there.has(path) || [...renames.values()].includes(path), renames };
}
