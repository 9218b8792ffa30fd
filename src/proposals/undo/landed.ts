// What an apply brought, and what was there before it.
import { isAncestor, type Oid, type Repo, readCommit, readObject } from '../../repo/index.ts';
import { baseOf } from '../outcome.ts';
import type { End } from './end.ts';

/** The change that is to be taken out: what leads from `before` (null: the empty tree) to `oid`. */
export interface Landed {
  readonly oid: Oid;
  readonly before: Oid | null;
  /** Docket landed it, and the target is still exactly there. */
  readonly exact: boolean;
}

/**
 * As docket recorded it where the target still has that commit; else the proposal's own change, whatever commit
 * brought it.
 */
export async function landedOf(repo: Repo, end: End): Promise<Landed> {
  const { id, tip, targetOid, events } = end;
  const record = events.find(({ kind }) => kind === 'applied')?.applied;
  const before = record && (await beforeOf(repo, record, tip));
  if (record && before !== undefined && targetOid !== null && (await isHeld(repo, record.oid, targetOid)))
    return { oid: record.oid, before, exact: record.oid === targetOid };
  return { oid: tip, before: await baseOf(repo, { id, tip }, targetOid), exact: false };
}

/** Undefined: it cannot be told. An apply that did not say it was a merge on top of its first parent. */
async function beforeOf(
  repo: Repo,
  { oid, before }: { readonly oid: Oid; readonly before?: Oid | null },
  tip: Oid,
): Promise<Oid | null | undefined> {
  if (before !== undefined) return before;
  if (oid === tip || (await readObject(repo, oid)) === null) return undefined;
  const { parents } = await readCommit(repo, oid);
  return parents.length === 2 && parents[1] === tip ? parents[0]! : undefined;
}

async function isHeld(repo: Repo, oid: Oid, target: Oid): Promise<boolean> {
  return (await readObject(repo, oid)) !== null && isAncestor(repo, oid, target);
}
