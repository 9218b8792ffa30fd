import { type Oid, type Repo, treeChanges } from '../../repo/index.ts';
import type { Blocked } from '../apply/blocked.ts';
import { checkChanges } from '../apply/checks.ts';
import { type Parts, planDocs, renamesIn } from '../apply/parts.ts';

/** A change that is known already, because it landed once or was there before: what leads from base to tip. */
export interface Step {
  readonly base: Oid | null;
  readonly tip: Oid | null;
  /** The target now. */
  readonly targetOid: Oid | null;
}

/** Plans each doc of the change onto the target, the index and the files; or why none can be. */
export async function changeOnto(
  repo: Repo,
  { base, tip, targetOid }: Step,
  local: Parameters<typeof planDocs>[2],
): Promise<Parts & { readonly blocked: Blocked | null }> {
  const changes = await treeChanges(repo, base, tip);
  const renames = await renamesIn(repo, { base, tip, changes });
  const no = await checkChanges(repo, changes, targetOid);
  if (no) return { docs: [], facts: [], blocked: no };
  return {
    ...(await planDocs(repo, { base, tip, targetOid, changes, renames }, local)),
    blocked: null,
  };
}
