import { existsSync, readFileSync } from 'node:fs';
import { isAbsent } from './disk-errors.ts';
import type { Oid, Repo } from './repo.ts';

/** Commits whose parents a shallow clone lacks; empty in a full clone. */
export async function shallowBoundary(repo: Repo): Promise<ReadonlySet<Oid>> {
  const file = `${repo.commonDir}/shallow`;
  if (!existsSync(file)) return NONE;
  try {
    return new Set(readFileSync(file, 'latin1').split('\n').filter(Boolean));
  } catch (error) {
    if (isAbsent(error)) return NONE;
    throw error;
  }
}

const NONE: ReadonlySet<Oid> = new Set();
