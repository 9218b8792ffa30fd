// How commits descend from each other. Near ones are found by reading a few commits; git walks the rest.
import { git } from './git.ts';
import { nearChain } from './near-chain.ts';
import { checkOid, type Oid, type Repo } from './repo.ts';

/** The best common ancestors, none where the histories share nothing. */
export async function mergeBases(repo: Repo, a: Oid, b: Oid): Promise<Oid[]> {
  if (a === b) return [a];
  // Along lines without merges the first commit that both have is the only best one.
  const [fromA, fromB] = await Promise.all([nearChain(repo, a), nearChain(repo, b)]);
  const shared = fromA.find((oid) => fromB.includes(oid));
  if (shared) return [shared];
  const { stdout } = await git(repo, ['merge-base', '--all', '--end-of-options', a, b], { allow: [1] });
  return lines(stdout);
}

/** Whether `a` is in the history of `b` (a commit is in its own). */
export async function isAncestor(repo: Repo, a: Oid, b: Oid): Promise<boolean> {
  if (a === b || (await nearChain(repo, b)).includes(checkOid(repo, a))) return true;
  const history = await askedOften(repo, b);
  if (history) return history.has(a);
  const { status } = await git(repo, ['merge-base', '--is-ancestor', a, checkOid(repo, b)], { allow: [1] });
  return status === 0;
}

/** Commits in the history of `to` that the one of `from` (null: nothing) lacks, newest first. */
export async function commitsBetween(
  repo: Repo,
  { from, to }: { readonly from: Oid | null; readonly to: Oid },
): Promise<Oid[]> {
  const near = await nearChain(repo, to);
  const end = from === null ? -1 : near.indexOf(from);
  if (end >= 0) return near.slice(0, end);
  const without = from === null ? [] : [`^${checkOid(repo, from)}`];
  const { stdout } = await git(repo, ['rev-list', '--end-of-options', checkOid(repo, to), ...without]);
  return lines(stdout);
}

/** `from` and its first parents, newest first, at most `limit` commits. */
export async function firstParents(repo: Repo, from: Oid, limit: number): Promise<Oid[]> {
  const near = await nearChain(repo, from);
  if (near.length >= limit) return near.slice(0, limit);
  const args = [
    'rev-list',
    '--first-parent',
    `--max-count=${limit}`,
    '--end-of-options',
    checkOid(repo, from),
  ];
  return lines((await git(repo, args)).stdout);
}

interface Asked {
  readonly of: Oid;
  times: number;
  history?: Promise<ReadonlySet<Oid>>;
}

const asked = new WeakMap<Repo, Asked>();
/** One walk over the whole history costs about as much as this many questions. */
const WORTH_A_WALK = 8;

/** The whole history of a commit that many are compared with, null while it is not worth the walk. */
async function askedOften(repo: Repo, b: Oid): Promise<ReadonlySet<Oid> | null> {
  const last = asked.get(repo);
  const now: Asked = last?.of === b ? last : { of: b, times: 0 };
  asked.set(repo, now);
  if (++now.times < WORTH_A_WALK) return null;
  now.history ??= git(repo, ['rev-list', '--end-of-options', b]).then(({ stdout }) => new Set(lines(stdout)));
  return now.history;
}

function lines(bytes: Buffer): Oid[] {
  return bytes.toString('latin1').split('\n').filter(Boolean);
}
