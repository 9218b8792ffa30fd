// What an open repository is, and what the room keeps about one behind its face.
import { statSync } from 'node:fs';
import { refuse } from '../refusal.ts';

/** An object's name: 40 (sha1) or 64 (sha256) hex digits, lower case. */
export type Oid = string;

/** What differs from run to run and therefore comes in from outside. */
export interface Givens {
  now(): Date;
  uuid(): string;
}

/** One work tree with its repository, found once and pinned. Paths are absolute and real. */
export interface Repo {
  /** The work tree. */
  readonly root: string;
  /** This worktree's own git dir (HEAD, index). */
  readonly gitDir: string;
  /** The repository's git dir (refs, objects), shared by its worktrees. */
  readonly commonDir: string;
  /** `<commonDir>/docket`; made on first write only. */
  readonly stateDir: string;
  readonly hash: 'sha1' | 'sha256';
  /** Refs are files, sha1, no alternates, no partial clone: objects may be written without git. */
  readonly plain: boolean;
  /** Ends the children that serve this repository. */
  close(): Promise<void>;
}

export interface Place {
  readonly root: string;
  readonly gitDir: string;
  readonly commonDir: string;
  readonly hash: 'sha1' | 'sha256';
  readonly plain: boolean;
  /** Refs are files that may be read without git. */
  readonly filesRefs: boolean;
}

interface Inside {
  readonly filesRefs: boolean;
  readonly pin: string;
  readonly closers: Set<() => Promise<void>>;
}

const insides = new WeakMap<Repo, Inside>();

/** The repository at a place that was found and checked. */
export function repoAt(place: Place): Repo {
  const { root, gitDir, commonDir, hash, plain } = place;
  const closers = new Set<() => Promise<void>>();
  const close = async (): Promise<void> => {
    await Promise.all([...closers].map((end) => end()));
  };
  const repo: Repo = { root, gitDir, commonDir, stateDir: `${commonDir}/docket`, hash, plain, close };
  insides.set(repo, { filesRefs: place.filesRefs, pin: pinOf(gitDir), closers });
  return repo;
}

/** Whether refs may be read as files. */
export function hasFilesRefs(repo: Repo): boolean {
  return inside(repo).filesRefs;
}

/** Runs `end` when the repository is closed. */
export function onClose(repo: Repo, end: () => Promise<void>): void {
  inside(repo).closers.add(end);
}

/** Refuses `no_repo` when another repository, or none, stands where this one was found. */
export function checkPinned(repo: Repo): void {
  if (pinOf(repo.gitDir) === inside(repo).pin) return;
  refuse('no_repo', 'The repository is not where it was when docket started.', {
    details: { gitDir: repo.gitDir },
    hint: 'Start docket again in the repository.',
  });
}

/** The name of the empty "no object" in ref transactions. */
export function zeroOid(repo: Repo): Oid {
  return '0'.repeat(oidLength(repo));
}

export function oidLength(repo: Repo): number {
  return repo.hash === 'sha1' ? 40 : 64;
}

/** The text itself when it is an object's name. A name that is not is a bug: nothing else may reach git. */
export function checkOid(repo: Repo, oid: string): Oid {
  if (oid.length === oidLength(repo) && /^[0-9a-f]+$/.test(oid)) return oid;
  throw new Error(`not an object name: ${JSON.stringify(oid)}`);
}

function inside(repo: Repo): Inside {
  const found = insides.get(repo);
  if (!found) throw new Error('a repository that was not opened by openRepo');
  return found;
}

function pinOf(gitDir: string): string {
  const stat = statSync(gitDir, { bigint: true, throwIfNoEntry: false });
  return stat ? `${stat.dev}:${stat.ino}` : '';
}
