// What was worked out of commits, kept between runs. Commits never change, so it never goes stale; without it
// everything is only worked out again.
import { listRefs, type Oid, type Person, type Repo, readStateFile, writeStateFile } from '../repo/index.ts';
import { ENDED, PROPOSALS } from './ids.ts';
import type { Agent } from './proposal.ts';

/** A commit as a proposal's story; whatever no trailer says is null or empty. */
export interface Facts {
  readonly oid: Oid;
  readonly tree: Oid;
  readonly parents: readonly Oid[];
  readonly author: Person;
  readonly committer: Person;
  readonly summary: string;
  readonly edits: readonly string[];
  /** Id that the trailer names. */
  readonly proposal: string | null;
  readonly target: string | null;
  readonly agent: Agent | null;
  readonly session: string | null;
  /** Mark of the agent's work tree. */
  readonly worktree: string | null;
  readonly docs: readonly string[];
  readonly requestId: string | null;
  readonly follows: string | null;
  /** Ids that the commit says it applied. */
  readonly applied: readonly string[];
}

/** Lines that a commit adds and removes against another one (null: the empty tree). */
export interface KnownCounts {
  readonly against: Oid | null;
  readonly added: number;
  readonly removed: number;
}

interface KnownCommit {
  facts?: Facts;
  counts?: KnownCounts;
  /** Tip of a target that has neither this commit nor anything of its change. */
  absentFrom?: Oid;
}

interface KnownFile {
  readonly version: 1;
  readonly commits: Readonly<Record<Oid, KnownCommit>>;
}

interface Known {
  readonly commits: Map<Oid, KnownCommit>;
  /** Entries of this run that no file has yet. */
  fresh: number;
  loading: Promise<boolean> | null;
}

const FILE = 'known-proposals.json';
/** Fewer new entries than this are worked out again rather than written. */
const WORTH_WRITING = 50;
const MOST = 20_000;
const all = new WeakMap<Repo, Known>();

/** What is known of a commit by now; filled in by who works it out. */
export function knownOf(repo: Repo, oid: Oid): Readonly<KnownCommit> {
  return knownIn(repo).commits.get(oid) ?? {};
}

/** Adds to what is known of a commit. */
export function learn(repo: Repo, oid: Oid, more: KnownCommit): void {
  const known = knownIn(repo);
  if (known.commits.size >= MOST) known.commits.clear();
  known.commits.set(oid, { ...known.commits.get(oid), ...more });
  known.fresh++;
}

/** Reads what earlier runs kept, once. */
export async function recall(repo: Repo): Promise<void> {
  const known = knownIn(repo);
  known.loading ??= load(repo, known);
  await known.loading;
}

/** Keeps what is known of all tips for later runs, when enough is new. That it cannot be kept hinders nobody. */
export async function keepKnown(repo: Repo): Promise<void> {
  const known = knownIn(repo);
  if (known.fresh < WORTH_WRITING || !(await known.loading)) return;
  known.fresh = 0;
  const [branches, ended] = await Promise.all([listRefs(repo, PROPOSALS), listRefs(repo, ENDED)]);
  const tips = [...branches.values(), ...ended.values()].filter((oid) => known.commits.has(oid));
  const commits = Object.fromEntries(tips.map((oid) => [oid, known.commits.get(oid)!]));
  const file: KnownFile = { version: 1, commits };
  await writeStateFile(repo, FILE, file).catch(() => {});
}

/** False: the file is of another docket, which keeps it. */
async function load(repo: Repo, known: Known): Promise<boolean> {
  try {
    const file = await readStateFile<KnownFile>(repo, FILE);
    for (const [oid, commit] of Object.entries(file?.commits ?? {})) {
      known.commits.set(oid, { ...commit, ...known.commits.get(oid) });
    }
    return file === null || file.version === 1;
  } catch {
    return false;
  }
}

function knownIn(repo: Repo): Known {
  const known = all.get(repo) ?? { commits: new Map(), fresh: 0, loading: null };
  all.set(repo, known);
  return known;
}
