// Where the target took a tip into its history.
import { git, isAncestor, listRefs, type Oid, type Repo, readCommit } from '../../repo/index.ts';

/**
 * The first commit of the target's own line that has the tip in its history: the tip itself when the target was
 * fast-forwarded to it, else the merge. Null when the target's history lacks the tip.
 */
export async function mergedAt(repo: Repo, tip: Oid, target: Oid, known?: boolean): Promise<Oid | null> {
  if (tip === target) return tip;
  if (!(known ?? (await isAncestor(repo, tip, target)))) return null;
  const line = await revList(repo, ['--first-parent', `${tip}..${target}`]);
  const oldest = line.at(-1);
  if (oldest === undefined || (await readCommit(repo, oldest)).parents[0] === tip) return tip;
  const above = new Set(await revList(repo, ['--ancestry-path', `${tip}..${target}`]));
  return line.findLast((oid) => above.has(oid)) ?? null;
}

/** The tips of branches under a prefix that are in a commit's history. */
export async function mergedTips(repo: Repo, target: Oid, prefix: string): Promise<ReadonlySet<Oid>> {
  const args = ['for-each-ref', `--merged=${target}`, '--format=%(objectname)', prefix];
  const { status, stdout } = await git(repo, args, { allow: [128] });
  // One history that lacks a commit makes git answer for none: then each is asked for by itself.
  return new Set(status === 0 ? wordsOf(stdout) : await mergedOneByOne(repo, target, prefix));
}

async function mergedOneByOne(repo: Repo, target: Oid, prefix: string): Promise<Oid[]> {
  const merged: Oid[] = [];
  for (const tip of (await listRefs(repo, prefix)).values()) {
    const { status } = await git(repo, ['merge-base', '--is-ancestor', tip, target], { allow: [1, 128] });
    if (status === 0) merged.push(tip);
  }
  return merged;
}

async function revList(repo: Repo, args: readonly string[]): Promise<Oid[]> {
  return wordsOf((await git(repo, ['rev-list', '--topo-order', ...args])).stdout);
}

function wordsOf(stdout: Buffer): string[] {
  return stdout
    .toString('latin1')
    .split('\n')
    .filter((word) => word !== '');
}
