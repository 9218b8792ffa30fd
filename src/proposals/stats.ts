// The paths of a change with their line counts.
import { lineCounts } from '../merge/index.ts';
import { type Oid, type PathChange, type Repo, treeChanges } from '../repo/index.ts';
import { isFile, textOrNull } from './text-at.ts';

/** One path of base…tip. */
export interface PathStat {
  readonly doc: string;
  readonly what: 'add' | 'change' | 'delete' | 'mode' | 'type' | 'binary';
  readonly added: number;
  readonly removed: number;
}

/** The differing paths of two commits (null: the empty tree), by path. */
export async function pathStats(repo: Repo, before: Oid | null, after: Oid): Promise<PathStat[]> {
  const changes = await treeChanges(repo, before, after);
  return Promise.all(changes.map((change) => pathStat(repo, change)));
}

/** Lines added and removed over all paths. */
export function totalOf(stats: readonly PathStat[]): { added: number; removed: number } {
  const sum = (key: 'added' | 'removed') => stats.reduce((total, each) => total + each[key], 0);
  return { added: sum('added'), removed: sum('removed') };
}

async function pathStat(repo: Repo, { path, before, after }: PathChange): Promise<PathStat> {
  const kind = kindOfChange({ path, before, after });
  if (kind === 'mode' || kind === 'type') return { doc: path, what: kind, added: 0, removed: 0 };
  const [old, now] = await Promise.all([
    before === null ? '' : textOrNull(repo, before),
    after === null ? '' : textOrNull(repo, after),
  ]);
  if (old === null || now === null) return { doc: path, what: 'binary', added: 0, removed: 0 };
  return { doc: path, what: kind, ...lineCounts(old, now) };
}

function kindOfChange({ before, after }: PathChange): 'add' | 'change' | 'delete' | 'mode' | 'type' {
  if (before === null) return 'add';
  if (after === null) return 'delete';
  if (isFile(before) !== isFile(after)) return 'type';
  return before.oid === after.oid ? 'mode' : 'change';
}
