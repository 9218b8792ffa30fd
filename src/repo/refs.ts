import type { Oid, Repo } from './repo.ts';

export interface Head {
  /** Full name as refs/heads/main; null when detached. */
  readonly branch: string | null;
  /** Null when the branch has no commit yet. */
  readonly oid: Oid | null;
}

/** Where HEAD is. */
export async function head(_repo: Repo): Promise<Head> {
  throw new Error('not built yet');
}
/** Where a full ref name points; null when there is none. */
export async function readRef(_repo: Repo, _ref: string): Promise<Oid | null> {
  throw new Error('not built yet');
}
/** Refs below `prefix`, which ends in a slash. */
export async function listRefs(_repo: Repo, _prefix: string): Promise<ReadonlyMap<string, Oid>> {
  throw new Error('not built yet');
}
/** Equal stamps: no ref of proposals or heads moved. Empty when that cannot be told cheaply. */
export function refsStamp(_repo: Repo): string {
  return '';
}
