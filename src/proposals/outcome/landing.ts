// Whether and where a branch took in a proposal: by history where it has the tip, else by bytes alone.
import {
  commitsBetween,
  entryAt,
  isAncestor,
  mergeBases,
  type Oid,
  type Person,
  type Repo,
  readCommit,
} from '../../repo/index.ts';
import { factsOf } from '../facts.ts';
import type { DocOutcome } from '../proposal.ts';
import { type Change, changesOf, reversed } from './changes.ts';
import { type Held, heldIn, isWhole } from './held.ts';
import { mergedAt } from './merged.ts';
import { commitPlace } from './place.ts';

/** What a branch holds of a proposal. */
export interface Landing {
  /** `merged`: the tip is in the branch's history. `bytes`: its change is, under another commit. */
  readonly how: 'merged' | 'bytes';
  readonly landed: number;
  readonly of: number;
  readonly docs: Readonly<Record<string, DocOutcome>>;
  /** The commit that brought it. */
  readonly oid: Oid | null;
  readonly by: Person | null;
  /** It was there, and what is there now differs. */
  readonly since?: 'changed' | 'reverted';
  /** That commit is the proposal's own or names it. */
  readonly named: boolean;
}

export interface LandingQuestion {
  readonly id: string;
  readonly tip: Oid;
  /** Commit that the proposal stands on; null: none. */
  readonly base: Oid | null;
  readonly target: Oid;
  /** Look through the target's history for a change that is not there now. */
  readonly deep: boolean;
  /** Whether the tip is in the target's history, when that is known already. */
  readonly merged?: boolean;
}

const MOST_COMMITS = 5_000;
const MOST = 5_000;
const known = new WeakMap<Repo, Map<string, Promise<Landing | null>>>();

/** What the target holds of base…tip; null: nothing, and its history lacks the tip. */
export function landingOn(repo: Repo, question: LandingQuestion): Promise<Landing | null> {
  const all = known.get(repo) ?? new Map<string, Promise<Landing | null>>();
  known.set(repo, all);
  const { tip, base, target, deep } = question;
  const key = `${tip} ${base} ${target} ${deep}`;
  const found = all.get(key);
  if (found) return found;
  if (all.size >= MOST) all.clear();
  const looking = look(repo, question);
  all.set(key, looking);
  looking.catch(() => all.delete(key));
  return looking;
}

async function look(repo: Repo, question: LandingQuestion): Promise<Landing | null> {
  const { tip, target, merged } = question;
  const at = await mergedAt(repo, tip, target, merged);
  return at === null ? byBytes(repo, question) : byHistory(repo, question, at);
}

/** The merge's own result decides, and only then what the target has now. */
async function byHistory(repo: Repo, question: LandingQuestion, at: Oid): Promise<Landing> {
  const { tip, target } = question;
  const commit = await readCommit(repo, at);
  const base =
    at === tip ? ownBase(question, commit.parents[0]) : await forkBefore(repo, commit.parents[0], tip);
  const changes = await changesOf(repo, base, tip);
  const then = await heldIn(repo, changes, commitPlace(repo, at, base));
  const now = at === target ? then : await heldIn(repo, changes, commitPlace(repo, target, base));
  const since = now.landed < then.landed ? await sinceThen(repo, changes, target, tip) : undefined;
  return {
    how: 'merged',
    ...counted(then),
    oid: at,
    by: commit.committer,
    ...(since && { since }),
    named: true,
  };
}

async function byBytes(
  repo: Repo,
  { id, tip, base, target, deep }: LandingQuestion,
): Promise<Landing | null> {
  const changes = await changesOf(repo, base, tip);
  const now = await heldIn(repo, changes, commitPlace(repo, target, base));
  if (now.of === 0) return null;
  if (!isWhole(now) && !deep) return now.landed === 0 ? null : partly(now);
  const oid = await firstWhole(repo, changes, base, target);
  if (oid === null && !isWhole(now)) return now.landed === 0 ? null : partly(now);
  const facts = oid === null ? null : await factsOf(repo, oid);
  const named = facts !== null && (facts.proposal === id || facts.applied.includes(id));
  const found = { how: 'bytes', oid, by: facts?.committer ?? null, named } as const;
  if (isWhole(now)) return { ...found, ...counted(now) };
  const then = await heldIn(repo, changes, commitPlace(repo, oid!, base));
  return { ...found, ...counted(then), since: await sinceThen(repo, changes, target, tip) };
}

function partly(held: Held): Landing {
  return { how: 'bytes', ...counted(held), oid: null, by: null, named: false };
}

/** The oldest commit of the target since the base that holds the whole change. */
async function firstWhole(
  repo: Repo,
  changes: readonly Change[],
  base: Oid | null,
  target: Oid,
): Promise<Oid | null> {
  const commits = (await commitsBetween(repo, { from: base, to: target })).slice(0, MOST_COMMITS).reverse();
  const tried = new Map<string, boolean>();
  for (const commit of commits) {
    const entries = await Promise.all(changes.map(({ path }) => entryAt(repo, commit, path)));
    const key = entries.map((entry) => `${entry?.mode} ${entry?.oid}`).join(' ');
    const whole = tried.get(key) ?? isWhole(await heldIn(repo, changes, commitPlace(repo, commit, base)));
    if (whole && (await isSince(repo, commit, base, target))) return commit;
    if (!whole) tried.set(key, false);
  }
  return null;
}

/**
 * Whether a commit in the target's history comes after the base: a side branch that began before it holds what the
 * target had then. Where the target lost the base, all there is counts.
 */
async function isSince(repo: Repo, commit: Oid, base: Oid | null, target: Oid): Promise<boolean> {
  if (base === null || (await isAncestor(repo, base, commit))) return true;
  return !(await isAncestor(repo, base, target));
}

async function sinceThen(
  repo: Repo,
  changes: readonly Change[],
  target: Oid,
  tip: Oid,
): Promise<'changed' | 'reverted'> {
  const undone = await heldIn(repo, reversed(changes), commitPlace(repo, target, tip));
  return isWhole(undone) ? 'reverted' : 'changed';
}

/** What a fast-forwarded tip stood on: where nothing says it, its parent. */
function ownBase({ base, tip }: LandingQuestion, parent: Oid | undefined): Oid | null {
  return base === tip ? (parent ?? null) : base;
}

async function forkBefore(repo: Repo, parent: Oid | undefined, tip: Oid): Promise<Oid | null> {
  return parent === undefined ? null : ((await mergeBases(repo, parent, tip))[0] ?? null);
}

function counted({ docs, landed, of }: Held): Pick<Landing, 'landed' | 'of' | 'docs'> {
  const outcomes = [...docs].map(([path, count]) => [path, docOutcome(count)] as const);
  return { landed, of, docs: Object.fromEntries(outcomes) };
}

function docOutcome({ landed, of }: { landed: number; of: number }): DocOutcome {
  return landed === of ? 'applied' : landed === 0 ? 'not' : 'partial';
}
