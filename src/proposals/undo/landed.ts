// What an apply brought, and what was there before it.
import {
  git,
  isAncestor,
  mergeBases,
  type Oid,
  type Repo,
  readCommit,
  readObject,
} from '../../repo/index.ts';
import { headRef } from '../ids.ts';
import { ownLine, revisionsOf } from '../line.ts';
import { mergedAt } from '../outcome/merged.ts';
import { forkOf } from '../target.ts';
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
 * brought it. Null where nothing tells what that is.
 */
export async function landedOf(repo: Repo, end: End): Promise<Landed | null> {
  const { tip, targetOid, events } = end;
  const record = events.find(({ kind }) => kind === 'applied')?.applied;
  const before = record && (await beforeOf(repo, record, tip));
  if (record && before !== undefined && targetOid !== null && (await isHeld(repo, record.oid, targetOid)))
    return { oid: record.oid, before, exact: record.oid === targetOid };
  const began = await beganAt(repo, end);
  return began === undefined ? null : { oid: tip, before: began, exact: false };
}

/** The commit that the proposal began on; null: none, it is a root. Undefined where nothing tells. */
export async function beganAt(
  repo: Repo,
  { id, tip, target, targetOid }: End,
): Promise<Oid | null | undefined> {
  const { base } = await ownLine(repo, id, tip, await revisionsOf(repo, id));
  if (base !== undefined) return base;
  const at = targetOid === null ? null : await mergedAt(repo, tip, targetOid);
  if (at === null) return forkOf(repo, targetOid, tip);
  if (at === tip) return forwardedFrom(repo, target!, tip);
  const [parent] = (await readCommit(repo, at)).parents;
  return parent === undefined ? undefined : (await mergeBases(repo, parent, tip))[0];
}

/** Where a branch was before it was fast-forwarded to a commit: git's own log of it tells, as long as it is kept. */
async function forwardedFrom(repo: Repo, target: string, tip: Oid): Promise<Oid | undefined> {
  const args = ['reflog', 'show', '--format=%H', '--end-of-options', headRef(target), '--'];
  const { stdout } = await git(repo, args, { allow: [128] });
  const states = stdout.toString('latin1').split('\n').filter(Boolean);
  const before = states.includes(tip) ? states[states.indexOf(tip) + 1] : undefined;
  return before !== undefined && (await isAncestor(repo, before, tip)) ? before : undefined;
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
