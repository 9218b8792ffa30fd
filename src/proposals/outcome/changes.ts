// What a proposal changes, renames paired, read once for two commits.
import { lineCounts, splitLines } from '../../merge/index.ts';
import { type Entry, type Oid, type PathChange, type Repo, treeChanges } from '../../repo/index.ts';
import { isFile, textOrNull } from '../text-at.ts';

/** A changed path; `from` is where a renamed doc was. */
export interface Change extends PathChange {
  readonly from?: string;
}

const MOST_PAIRS = 2_500;
const MOST = 4_000;
const known = new WeakMap<Repo, Map<string, Promise<readonly Change[]>>>();

/** The changes from base to tip (null: the empty tree). */
export function changesOf(repo: Repo, base: Oid | null, tip: Oid): Promise<readonly Change[]> {
  const all = known.get(repo) ?? new Map<string, Promise<readonly Change[]>>();
  known.set(repo, all);
  const key = `${base} ${tip}`;
  const found = all.get(key);
  if (found) return found;
  if (all.size >= MOST) all.clear();
  const reading = treeChanges(repo, base, tip).then((changes) => pairRenames(repo, changes));
  all.set(key, reading);
  reading.catch(() => all.delete(key));
  return reading;
}

/** The same changes the other way round: what undoing them would do. */
export function reversed(changes: readonly Change[]): Change[] {
  return changes.map(({ path, from, before, after }) =>
    from === undefined
      ? { path, before: after, after: before }
      : { path: from, from: path, before: after, after: before },
  );
}

/** Whether a text is another one that was edited: more than half of its lines are left. */
export function isAlike(before: string, after: string): boolean {
  return lineCounts(before, after).removed * 2 < splitLines(before).length;
}

async function pairRenames(repo: Repo, changes: readonly PathChange[]): Promise<readonly Change[]> {
  const gone = changes.filter(({ before, after }) => after === null && isFile(before!));
  const come = changes.filter(({ before, after }) => before === null && isFile(after!));
  if (gone.length === 0 || come.length === 0 || gone.length * come.length > MOST_PAIRS) return changes;
  const from = new Map<string, PathChange>();
  for (const { path, after } of come) {
    const left = gone.filter((each) => ![...from.values()].includes(each));
    const source = await sourceOf(repo, after!, left);
    if (source !== null) from.set(path, source);
  }
  const sources = new Set([...from.values()].map(({ path }) => path));
  return changes
    .filter(({ path }) => !sources.has(path))
    .map((change) => {
      const source = from.get(change.path);
      return source === undefined ? change : { ...change, from: source.path, before: source.before };
    });
}

async function sourceOf(repo: Repo, after: Entry, gone: readonly PathChange[]): Promise<PathChange | null> {
  const same = gone.find(({ before }) => before!.oid === after.oid);
  if (same !== undefined) return same;
  const text = await textOrNull(repo, after);
  for (const each of gone) {
    const old = text === null ? null : await textOrNull(repo, each.before!);
    if (old !== null && isAlike(old, text!)) return each;
  }
  return null;
}
