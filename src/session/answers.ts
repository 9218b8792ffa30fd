// What the functions of this room answer: plain data.
import type { Proposed } from '../proposals/index.ts';
import type { Synced } from './doc.ts';

/** How one open doc stands. */
export interface DocState {
  readonly doc: string;
  /** The working copy differs from what it last equalled disk at. */
  readonly dirty: boolean;
  /** Dirty, and disk differs from what the working copy began on. */
  readonly stale: boolean;
  /** Stale because the file is gone. */
  readonly deleted?: true;
  /** First and last lines of the file that differ from the base, 1-based and inclusive, when stale. */
  readonly staleLines?: readonly { readonly from: number; readonly to: number }[];
  /** The owner keeps own edits against what is on disk now: no banner until it changes again. */
  readonly kept?: true;
  /** Labels of the edits that disk lacks, oldest first. */
  readonly edits: readonly string[];
  /** Of the disk bytes now, `absent` when there is no file. */
  readonly sha256: string;
  /** Of the working copy as UTF-8, when dirty. */
  readonly textSha256?: string;
  /** The working copy deletes the doc. */
  readonly removed?: true;
  readonly eol: 'lf' | 'crlf' | 'mixed' | 'none';
  readonly bom: boolean;
  readonly lines: number;
  /** Disk differs from HEAD. */
  readonly uncommitted: boolean;
  /** Id of the pending proposal that holds edits of it. */
  readonly proposal?: string;
  /** What became of the last proposal, until the next save. */
  readonly synced?: Synced;
  /** An owner's session in another process has unsaved edits of it. */
  readonly unsavedInApp: boolean;
  /** The path that the doc has on disk, when the working copy renames it. */
  readonly movedFrom?: string;
  /** Unsaved edits of a session that ended are kept. */
  readonly draft?: true;
  readonly undo: number;
  readonly redo: number;
}

/** What every edit answers. */
export interface Edited {
  readonly doc: string;
  /** Label of the step; the label it would have had when nothing changed. */
  readonly edit: string;
  /** False when the text was like that already: no step was taken. */
  readonly changed: boolean;
  readonly dirty: boolean;
  readonly stale: boolean;
  /** Labels of the edits that disk lacks, oldest first. */
  readonly edits: readonly string[];
  readonly undo: number;
  readonly redo: number;
}

export interface ListedDoc {
  readonly doc: string;
  readonly open: boolean;
  readonly dirty: boolean;
  readonly proposal?: string;
}

export interface DocList {
  readonly docs: readonly ListedDoc[];
  readonly total: number;
  /** Name to list after, when there are more. */
  readonly next?: string;
}

/** Lines of a doc as an agent sees them: LF, no byte order mark. */
export interface DocText {
  readonly doc: string;
  readonly text: string;
  /** First and last line shown, 1-based and inclusive; 0 and 0 for an empty text. */
  readonly from: number;
  readonly to: number;
  readonly lines: number;
  /** The line to go on from, when there are more. */
  readonly next?: number;
  readonly sha256: string;
  readonly dirty: boolean;
  readonly textSha256?: string;
  readonly stale: boolean;
  readonly eol: DocState['eol'];
  readonly bom: boolean;
  readonly proposal?: string;
}

/** Everything this session has open, and what it should know of others. */
export interface SessionState {
  readonly agent: string | null;
  /** Short name of the branch checked out; null when detached. */
  readonly branch: string | null;
  readonly docs: readonly DocState[];
  /** Docs with unsaved edits in an owner's session of another process. */
  readonly unsavedInApp: readonly string[];
  /** Pending proposals that docs of this session wait in. */
  readonly pending: readonly { readonly proposal: string; readonly docs: readonly string[] }[];
  readonly drafts: readonly Draft[];
  /** The git operation that waits for its end: nothing settles until then. */
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

export interface SavedDoc {
  readonly doc: string;
  readonly added: number;
  readonly removed: number;
  /** Of the disk bytes after the commit. */
  readonly sha256: string;
}

/** What became of a save: proposals at an agent's door, a commit at an owner's. */
export interface Saved {
  readonly proposals?: readonly Proposed[];
  readonly commit?: string;
  readonly summary?: string;
  readonly docs?: readonly SavedDoc[];
  /** Hooks rewrote the files while committing. */
  readonly hooksRewrote?: true;
  /** Nothing had to be saved. */
  readonly unchanged?: true;
  readonly warnings: readonly string[];
}

/** An owner's session in another process. */
export interface OpenElsewhere {
  readonly pid: number;
  readonly door: string;
  readonly docs: readonly { readonly doc: string; readonly dirty: boolean }[];
}
