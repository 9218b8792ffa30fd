// What a program wrote into a file in the instant in which it was replaced joins what landed.
import { type LateWrite, type MergeBytes, type Repo, readDisk, writeDisk } from '../../repo/index.ts';
import { mergeSides, sideOf } from './side.ts';

const MODE = '100644';

/** Merges three versions of a file by the rules of its kind; null where they clash. */
export const mergeFileBytes: MergeBytes = (path, before, now, after) => {
  const merged = mergeSides(path, sideOf(MODE, before), sideOf(MODE, now), sideOf(MODE, after));
  return merged.take === 'clash' ? null : (merged.side?.bytes ?? null);
};

/** Merges late writes into their files; returns a warning for each. Their bytes are in recovery whatever comes. */
export async function mergeLate(
  repo: Repo,
  late: readonly LateWrite[],
  before: (path: string) => Buffer | null,
): Promise<string[]> {
  return Promise.all(
    late.map(async ({ path, bytes }) => {
      const joined = await join(repo, path, before(path), bytes).catch(() => false);
      return joined
        ? `${path} was saved while it was being written: both are in it now.`
        : `${path} was saved while it was being written: what was saved is kept in recovery.`;
    }),
  );
}

async function join(repo: Repo, path: string, before: Buffer | null, late: Buffer): Promise<boolean> {
  const now = await readDisk(repo, path);
  const merged = now && before && mergeFileBytes(path, before, late, now.bytes);
  if (!now || !merged) return false;
  await writeDisk(repo, path, merged, { expect: now.bytes });
  return true;
}
