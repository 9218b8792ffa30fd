// What an open repository is.

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
