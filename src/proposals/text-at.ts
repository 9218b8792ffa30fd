import type { Oid, Repo } from '../repo/index.ts';

export function textAt(_repo: Repo, _commit: Oid | null, _path: string): Promise<string | null> {
  throw new Error('not built');
}
