// Where the target took a tip into its history.
import { git, isAncestor, type Oid, type Repo, readCommit } from '../../repo/index.ts';

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

/** The proposal branches whose tips are in a commit's history. */
export async function mergedTips(repo: Repo, target: Oid, prefix: string): Promise<ReadonlySet<Oid>> {
  const { stdout } = await git(repo, [
    'for-each-ref',
    `--merged=${target}`,
    '--format=%(objectname)',
    prefix,
  ]);
  return new Set(wordsOf(stdout));
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
