// What the functions of this room answer: plain data.
import type { Proposed } from '../proposals/index.ts';
import type { Synced } from './doc.ts';

/** How one doc stands. */
export interface DocState {
  readonly doc: string;
  readonly open: boolean;
  readonly dirty: boolean;
  /** Dirty, and disk differs from what the working copy began on. */
  readonly stale: boolean;
  /** Stale because the file is gone. */
  readonly deleted?: true;
  /** First and last line of the file that differ from the base, 1-based and inclusive, when stale. */
  readonly staleLines?: readonly { readonly from: number; readonly to: number }[];
  /** Labels of the edits that disk lacks, oldest first. */
  readonly edits: readonly string[];
  /** Of the disk bytes now, `absent` when there is no file. */
  readonly sha256: string;
  /** Of the working copy as UTF-8, when dirty. */
  readonly textSha256?: string;
  readonly eol: 'lf' | 'crlf' | 'mixed' | 'none';
  readonly bom: boolean;
  readonly lines: number;
  /** Disk differs from HEAD. */
  readonly uncommitted: boolean;
  /** Id of the pending proposal that holds edits of it. */
  readonly proposal?: string;
  readonly synced?: Synced;
  readonly unsavedInApp?: boolean;
  /** The owner keeps own edits against what is on disk now. */
  readonly kept?: true;
  readonly undo: number;
  readonly redo: number;
  readonly movedFrom?: string;
  /** Unsaved edits of a session that ended are kept. */
  readonly draft?: true;
}

/** What every edit answers. */
export interface Edited {
  readonly doc: string;
  /** Label of the step. */
  readonly edit: string;
  readonly dirty: boolean;
  readonly stale: boolean;
  /** Labels of the edits that disk lacks, oldest first. */
  readonly edits: readonly string[];
  readonly undo: number;
  readonly redo: number;
  readonly warnings: readonly string[];
}

export interface ListedDoc {
  readonly doc: string;
  readonly open: boolean;
  readonly dirty: boolean;
  readonly stale: boolean;
}

export interface DocList {
  readonly docs: readonly ListedDoc[];
  readonly total: number;
  /** Name to list after, when there are more. */
  readonly next?: string;
}

/** Lines of a doc as an agent sees them: LF, no BOM. */
export interface DocText extends DocState {
  readonly text: string;
  /** First and last line shown, 1-based and inclusive; 0 and 0 for an empty text. */
  readonly from: number;
  readonly to: number;
}

export interface SessionState {
  readonly agent: string | null;
  readonly branch: string | null;
  readonly docs: readonly DocState[];
  readonly unsavedInApp: readonly string[];
  readonly pending: readonly {
    readonly proposal: string;
    readonly docs: readonly string[];
    readonly summary: string;
  }[];
  readonly drafts: readonly Draft[];
  readonly operation?: string;
}

/** Unsaved edits that a session left behind. */
export interface Draft {
  readonly doc: string;
  readonly at: string;
  readonly door: string;
  readonly agent: string | null;
  readonly edits: readonly string[];
  /** Disk still holds what the edits were made on. */
  readonly fits: boolean;
}

export type ProposedHere = Proposed;

export interface SavedHere {
  readonly oid: string;
  readonly summary: string;
  readonly docs: readonly {
    readonly doc: string;
    readonly added: number;
    readonly removed: number;
    readonly sha256: string;
  }[];
  readonly hooksRewrote: boolean;
}

export type Saved =
  | {
      readonly how: 'proposed';
      readonly proposals: readonly Proposed[];
      readonly warnings: readonly string[];
    }
  | { readonly how: 'committed'; readonly commit: SavedHere | null; readonly warnings: readonly string[] };

export interface OpenElsewhere {
  readonly pid: number;
  readonly door: string;
  readonly docs: readonly { readonly doc: string; readonly dirty: boolean }[];
}
