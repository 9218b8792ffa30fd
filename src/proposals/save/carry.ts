// The docs of a proposal that a save leaves as they are, brought onto the commit that the revision stands on.
import { refuse } from '../../refusal.ts';
import {
  type Entry,
  entryAt,
  type Oid,
  type PathChange,
  type Repo,
  treeChanges,
  writeBlob,
} from '../../repo/index.ts';
import { mergeDoc } from '../merge-doc.ts';
import { isFile, sameEntry, textOrNull } from '../text-at.ts';

export interface Carrying {
  readonly base: Oid | null;
  readonly tip: Oid;
  readonly onto: Oid | null;
  /** Paths that are saved now or dropped. */
  readonly leaving: ReadonlySet<string>;
}

/** Tree changes on `onto` that hold what base…tip changed; a dropped path goes back to what the base has. */
export async function carriedOnto(
  repo: Repo,
  { base, tip, onto, leaving }: Carrying,
): Promise<Map<string, Entry | null>> {
  const carried = new Map<string, Entry | null>();
  for (const change of await treeChanges(repo, base, tip)) {
    const there = await entryAt(repo, onto, change.path);
    const wanted = leaving.has(change.path) ? change.before : await carriedEntry(repo, change, there);
    const back = leaving.has(change.path) && onto !== tip;
    if (!back && !sameEntry(there, wanted)) carried.set(change.path, wanted);
  }
  return carried;
}

async function carriedEntry(
  repo: Repo,
  { path, before, after }: PathChange,
  there: Entry | null,
): Promise<Entry | null> {
  if (sameEntry(there, before) || sameEntry(there, after)) return after;
  const files = [before, after, there].every((entry) => entry !== null && isFile(entry));
  if (!files) return refuseCarry(path);
  const [old, ours, theirs] = await Promise.all(
    [before!, after!, there!].map((entry) => textOrNull(repo, entry)),
  );
  if (old == null || ours == null || theirs == null) return refuseCarry(path);
  const merged = mergeDoc(path, old, ours, theirs);
  if (!merged.clean || merged.text === null) return refuseCarry(path);
  return { mode: after!.mode, oid: await writeBlob(repo, Buffer.from(merged.text, 'utf8')) };
}

function refuseCarry(path: string): never {
  return refuse(
    'merge_conflict',
    `${path} is in the proposal, and commits changed the same lines meanwhile`,
    {
      details: { doc: path },
      hint: 'Bring that doc up to date (doc.merge) and save it too, or drop it with remove.',
    },
  );
}
