// What a session asks for when it proposes, and what it hears.
import type { Oid } from '../repo/index.ts';
import type { Agent, OutcomeName } from './proposal.ts';

/** The state of disk that a working copy last equalled. */
export interface DocBase {
  /** Clean text; null when the doc was not there. */
  readonly text: string | null;
  /** HEAD's commit then; null on an unborn branch. */
  readonly commit: Oid | null;
  /** Short name of the branch checked out then; null when detached. */
  readonly branch: string | null;
}

/** One doc to propose. */
export interface ProposedDoc {
  readonly path: string;
  /** Clean form, as the agent has it; null deletes the doc. */
  readonly text: string | null;
  /** The path the doc had at its base; that path is deleted. */
  readonly renamedFrom?: string;
  /** For new docs only: an existing mode never changes. */
  readonly executable?: boolean;
  /** Labels of the edits since disk, oldest first. */
  readonly edits: readonly string[];
  readonly base: DocBase;
  /** The agent created it: no file was there. */
  readonly created: boolean;
}

export interface ProposeLimits {
  readonly files: number;
  readonly bytes: number;
  /** Pending proposals of one session. */
  readonly pending: number;
}

export interface ProposeRequest {
  readonly docs: readonly ProposedDoc[];
  /** Id of the proposal to revise; null starts a new one. */
  readonly into: string | null;
  /** The tip this session last saw of it; required with `into`. */
  readonly seenTip: Oid | null;
  /** An explicit pin: the proposal must be at this tip. Sessions that did not write `into` need it. */
  readonly tip?: Oid;
  /** Ended sessions whose proposals this session took over. */
  readonly formerSessions?: readonly string[];
  /** Paths to drop from the proposal `into`. */
  readonly remove?: readonly string[];
  /** Subject; null takes the first label. */
  readonly summary: string | null;
  readonly agent: Agent;
  readonly session: string;
  /** Real path of the work tree the agent works in: scopes request ids. */
  readonly worktree: string;
  /** Unique per agent and work tree. Where one call makes several proposals, each needs an id of its own. */
  readonly requestId?: string;
  /** Short branch name; null takes the branch of the base. */
  readonly target: string | null;
  /** The caller says that a doc deleted meanwhile shall come back. */
  readonly create?: boolean;
  /** The ended proposal that this one continues. */
  readonly follows?: string | null;
  /** Settings of docket.json where they exist. */
  readonly limits?: Partial<ProposeLimits>;
  /** Path patterns that no proposal may touch. */
  readonly protect?: (path: string) => boolean;
}

export interface ProposedChange {
  readonly doc: string;
  readonly added: number;
  readonly removed: number;
}

export interface Proposed {
  readonly proposal: string;
  readonly ref: string;
  readonly tip: Oid;
  readonly revision: number;
  readonly target: string;
  readonly docs: readonly ProposedChange[];
  readonly edits: readonly string[];
  readonly warnings: readonly string[];
  /** An earlier call with this request id did it already. */
  readonly replayed?: true;
  /** The same bytes wait already. */
  readonly unchanged?: true;
  /** An earlier proposal held the same change and was rejected. */
  readonly reproposes?: { readonly proposal: string; readonly reason?: string };
  readonly outcome: OutcomeName;
}
