// What a proposal is, as every room above reads it.
import type { Oid } from '../repo/index.ts';

/** Who made a change over the agents' door: the client's name as it gave it, reduced to safe letters. */
export interface Agent {
  readonly name: string;
  readonly version?: string;
}

/** Who did something to a proposal, as far as it is known. */
export interface By {
  readonly name: string;
  readonly email?: string;
  readonly role: 'owner' | 'agent' | 'unknown';
}

/** `empty`: a branch under proposals/ that never had a commit of its own. */
export type ProposalState = 'pending' | 'empty' | 'ended';

/** An agent's change as a branch. */
export interface Proposal {
  readonly id: string;
  /** Full ref of the branch while it waits; where its last tip is kept once it ended. */
  readonly ref: string;
  readonly tip: Oid;
  readonly state: ProposalState;
  /** Short name of the branch it aims at, or null when none can be told. */
  readonly target: string | null;
  /** True when no trailer says the target. */
  readonly targetAssumed: boolean;
  /** 1 for the first; 0 when docket never recorded one. */
  readonly revision: number;
  readonly summary: string;
  readonly edits: readonly string[];
  readonly agent: Agent | null;
  readonly session: string | null;
  readonly by: { readonly name: string; readonly email: string };
  /** ISO time of the tip's commit. */
  readonly at: string;
  /** Paths it changes. */
  readonly docs: readonly string[];
  readonly requestId: string | null;
  readonly follows: string | null;
  readonly outcome?: Outcome;
}

export type OutcomeName = 'pending' | 'applied' | 'rejected' | 'withdrawn' | 'superseded' | 'removed';
export type DocOutcome = 'applied' | 'partial' | 'not';

/** What became of one tip of a proposal. */
export interface Outcome {
  readonly outcome: OutcomeName;
  readonly by: By | null;
  /** ISO time, or null when nothing tells it. */
  readonly at: string | null;
  readonly reason?: string;
  readonly tip: Oid;
  /** Hunks found on the target, of all, where only some are. */
  readonly partial?: { readonly landed: number; readonly of: number };
  /** The owner changed it before it landed. */
  readonly changed?: boolean;
  /** It was applied, and what is there now differs. */
  readonly since?: 'changed' | 'reverted';
  /** Its bytes are in the work tree or the index, in no commit. */
  readonly uncommitted?: true;
  /** Where it landed, when that is not the target itself: a remote-tracking branch. */
  readonly on?: string;
  /** The commit that brought it. */
  readonly oid?: Oid;
  readonly docs?: Readonly<Record<string, DocOutcome>>;
  /** Its branch never had a commit of its own: it is neither pending nor ended. */
  readonly empty?: true;
  /** The id it has now: somebody renamed its branch. */
  readonly renamedTo?: string;
  /** It had ended, and who made it pending again. */
  readonly reopened?: { readonly by: By; readonly at: string };
  /** Its branch is still there though it ended. */
  readonly branchLeft?: true;
}
