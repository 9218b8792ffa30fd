// What an open doc is: the working copy, the base it last equalled, its undo steps, and the proposal it waits in.
import type { Oid } from '../repo/index.ts';

/** One state of a working copy: where the doc stands and what it says (clean form, BOM kept); null text: deleted. */
export interface Version {
  readonly path: string;
  readonly text: string | null;
}

/** What the working copy last equalled disk at. */
export interface Base extends Version {
  /** Oid of the text as a blob, or null where there was no file. */
  readonly oid: Oid | null;
  /** Hash of the disk bytes in lower-case hex, or `absent`. */
  readonly sha256: string;
  /** HEAD's commit then; null on an unborn branch. */
  readonly commit: Oid | null;
  /** Short name of the branch checked out then; null when detached. */
  readonly branch: string | null;
  /** The session's step counter then: later steps are edits that disk lacks. */
  readonly seq: number;
}

/** One undo step. */
export interface Step {
  readonly seq: number;
  readonly label: string;
  readonly before: Version;
  readonly after: Version;
  /** Labels to list instead of the step's own, for a step that stands for several; empty: never listed. */
  readonly lists?: readonly string[];
  /** What undoing (or, once undone, redoing) the step brings back, where the step moved it. */
  readonly anchor?: Anchor;
}

/** What a working copy is compared with: disk, and the proposal as it was last seen. */
export interface Anchor {
  readonly base: Base;
  readonly waiting: Waiting | null;
}

/** Steps done and undone, and what was undone that disk holds. */
export interface History {
  readonly done: readonly Step[];
  readonly undone: readonly Step[];
  /** Steps at or before the base that were undone since, oldest first. */
  readonly dropped: readonly { readonly seq: number; readonly label: string }[];
}

/** The proposal that a doc's edits wait in, as this session last saw it. */
export interface Waiting {
  readonly proposal: string;
  readonly tip: Oid;
  readonly revision: number;
  readonly target: string;
  /** The working copy as it was saved. */
  readonly text: string | null;
  readonly path: string;
  /** The proposal's own text of the doc at `tip`. */
  readonly tipText: string | null;
  /** The step that was the last when it was written. */
  readonly seq: number;
  /** The session whose trailer it carries. */
  readonly author: string;
  /** A tip that was told as amended and not taken over. */
  readonly told?: Oid;
}

/** A doc that this session has open. Values are replaced, never changed in place. */
export interface OpenDoc {
  readonly path: string;
  readonly text: string | null;
  readonly base: Base;
  readonly history: History;
  readonly waiting: Waiting | null;
  readonly synced: Synced | null;
  /** Opened by reading alone: no presence while it is clean. */
  readonly onlyRead: boolean;
  /** sha256 of the disk bytes that doc.stale was raised for, and whether the owner keeps own edits against them. */
  readonly raised: { readonly sha256: string; readonly kept: boolean; readonly conflict: boolean } | null;
}

/** What became of an open doc and of the proposal it waited in; stays in `doc.status` until the next save. */
export interface Synced {
  readonly proposal?: string;
  readonly outcome?: 'applied' | 'rejected' | 'withdrawn' | 'superseded' | 'pending';
  readonly partial?: { readonly landed: number; readonly of: number };
  readonly changed?: boolean;
  /** Unified diff from the doc as the whole proposal would have left it to the doc as it landed. */
  readonly difference?: string;
  readonly since?: 'changed' | 'reverted';
  readonly uncommitted?: true;
  readonly on?: string;
  readonly by?: { readonly name: string; readonly role: string };
  readonly at?: string;
  readonly reason?: string;
  readonly action: SyncedAction;
  /** The branch that it landed on, when that is not checked out here. */
  readonly elsewhere?: string;
  readonly movedTo?: string;
  readonly deleted?: true;
  /** An earlier answer said otherwise. */
  readonly corrected?: true;
  readonly hunks?: readonly {
    base: readonly [number, number];
    ours: readonly string[];
    theirs: readonly string[];
  }[];
}

export type SyncedAction = 'clean' | 'reloaded' | 'closed' | 'rebased' | 'kept' | 'amended' | 'told';

/** A settle as it is reported: which doc, and what. */
export interface Settled extends Synced {
  readonly doc: string;
}
