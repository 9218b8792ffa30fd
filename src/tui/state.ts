// Everything the screen is made from: plain data, replaced and never changed in place.
import type { Size } from './layout.ts';
import type { Reading } from './reading.ts';

/** A proposal that waits, as the list shows it. */
export interface ProposalRow {
  readonly id: string;
  readonly tip: string;
  readonly revision: number;
  readonly summary: string;
  readonly edits: readonly string[];
  readonly who: string;
  /** ISO time of the tip. */
  readonly at: string;
  readonly docs: readonly string[];
  readonly target: string | null;
  readonly added: number | null;
  readonly removed: number | null;
}

/** An open doc and its marks. */
export interface DocRow {
  readonly doc: string;
  readonly dirty: boolean;
  readonly stale: boolean;
  readonly deleted: boolean;
  readonly uncommitted: boolean;
  /** The owner chose to keep own edits against what is on disk now. */
  readonly kept: boolean;
  readonly edits: readonly string[];
  readonly sha256: string;
  readonly undo: number;
  readonly redo: number;
  /** Hash of the working copy, when it is dirty. */
  readonly textSha256?: string;
  /** Unsaved edits that an earlier session left behind can be recovered. */
  readonly draft?: true;
  /** Listed for its draft alone: it is not open. */
  readonly closed?: true;
}

/** What approving would do, as the sheet tells it. */
export interface Plan {
  readonly proposal: string;
  readonly tip: string;
  readonly target: string;
  readonly targetOid: string | null;
  readonly plan: 'fast-forward' | 'merge' | 'clash' | 'already' | 'blocked';
  readonly blocked?: { readonly message: string; readonly hint: string };
  readonly token: string;
  readonly commits: readonly { readonly oid: string; readonly subject: string; readonly by: string }[];
  readonly paths: readonly PlannedPath[];
  readonly clashes: readonly PlannedClash[];
  readonly touching: number;
  readonly warnings: readonly string[];
}

export interface PlannedClash {
  readonly doc: string;
  readonly kind: string;
  readonly hunks: readonly {
    /** Lines of the base, from 0, the second exclusive. */
    readonly base: readonly number[];
    readonly ours: readonly string[];
    readonly theirs: readonly string[];
  }[];
}

export interface PlannedPath {
  readonly doc: string;
  readonly what: string;
  readonly from?: string;
  readonly branch: string;
  readonly disk: string;
  readonly index: string;
  readonly added: number;
  readonly removed: number;
  /** Where a copy of it is open, if it is. */
  readonly open?: string;
}

export type Sheet = ApproveSheet | RejectSheet | SaveSheet | OpenSheet | StaleSheet | StagedSheet | QuitSheet;

interface SheetLife {
  /** Tells one sheet from the next. */
  readonly serial: number;
  /** When its first frame was written, in ms of the store's clock; null before. */
  readonly drawnAt: number | null;
  /** First line shown of a sheet that is taller than its room. */
  readonly top: number;
  /** Its last line has been on the screen. */
  readonly read: boolean;
  /** Keys that were typed before it was there were thrown away. */
  readonly ignored: boolean;
  /** It was answered, and the answer is under way. */
  readonly busy: boolean;
}

export interface ApproveSheet extends SheetLife {
  readonly kind: 'approve';
  readonly proposal: string;
  /** The tip whose diff was shown. */
  readonly tip: string;
  readonly plan: Plan | null;
}

export interface RejectSheet extends SheetLife {
  readonly kind: 'reject';
  readonly proposal: string;
  readonly tip: string;
  readonly text: string;
}

export interface SaveSheet extends SheetLife {
  readonly kind: 'save';
  readonly doc: string;
  readonly text: string;
}

export interface OpenSheet extends SheetLife {
  readonly kind: 'open';
  readonly text: string;
  readonly matches: readonly string[];
}

/** Saving was refused because the file changed: Merge, Revert or Save Anyway. */
export interface StaleSheet extends SheetLife {
  readonly kind: 'stale';
  readonly doc: string;
  /** The save's message, kept for Save Anyway. */
  readonly summary: string;
  /** Hash of the disk bytes that are shown; Save Anyway replaces no others. Null: the file is gone. */
  readonly overwrite: string | null;
  /** What is so, as the refusal said it. */
  readonly told: string;
  /** Merging was tried and both sides changed the same lines, or the file is gone. */
  readonly mergeOff: boolean;
}

/** Saving would replace what is staged of the doc. */
export interface StagedSheet extends SheetLife {
  readonly kind: 'staged';
  readonly doc: string;
  readonly summary: string;
  readonly told: string;
}

export interface QuitSheet extends SheetLife {
  readonly kind: 'quit';
}

/** The line above the footer: what was done, or why not and what to do. A problem stays until Esc. */
export interface Said {
  readonly kind: 'done' | 'problem' | 'busy';
  readonly text: string;
  readonly hint?: string;
}

export interface State {
  readonly size: Size;
  /** ISO time, for ages. */
  readonly now: string;
  /** Name of the repository's folder and the branch that is checked out; empty while unknown. */
  readonly place: { readonly folder: string; readonly branch: string };
  readonly ready: boolean;
  readonly tab: 'proposals' | 'docs';
  readonly focus: 'list' | 'text';
  readonly proposals: {
    readonly rows: readonly ProposalRow[];
    readonly chosen: string | null;
    readonly top: number;
  };
  /** Plans by proposal, for the list; one that was made for another tip is not shown, one of an earlier round is made anew. */
  readonly plans: ReadonlyMap<
    string,
    { readonly tip: string; readonly plan: Plan['plan'] | null; readonly round: number }
  >;
  /** Counts the times that refs or disk changed. */
  readonly round: number;
  readonly docs: { readonly rows: readonly DocRow[]; readonly chosen: string | null; readonly top: number };
  readonly reading: Reading | null;
  /** What is new in a proposal that moved while it was read, until its whole diff is here too. */
  readonly news: { readonly proposal: string; readonly tip: string; readonly text: string } | null;
  readonly wrap: boolean;
  /** Docs that the session raised as stale, and that still may be. */
  readonly raised: ReadonlySet<string>;
  /** Docs whose banner is due, oldest first. */
  readonly banners: readonly string[];
  /** When the first banner's first frame was written. */
  readonly bannerDrawnAt: number | null;
  /** Docs whose merge was refused, with the disk hash it was refused for. */
  readonly refusedMerges: ReadonlyMap<string, string>;
  readonly sheet: Sheet | null;
  readonly serial: number;
  readonly said: Said | null;
  /** What earlier sessions left unsaved has been told. */
  readonly draftsTold: boolean;
  /** First line of the help, or null when it is not shown. */
  readonly help: number | null;
  /** Times of the last printable keys and of the last focus, for the guards. */
  readonly keyTimes: readonly number[];
  readonly focusAt: number;
}

/** How long a question has to stand before it takes an answer. */
export const GUARD_MS = 300;

/** The state before anything is known. */
export function beginning(size: Size, now: string): State {
  return {
    size,
    now,
    place: { folder: '', branch: '' },
    ready: false,
    tab: 'proposals',
    focus: 'list',
    proposals: { rows: [], chosen: null, top: 0 },
    plans: new Map(),
    round: 0,
    docs: { rows: [], chosen: null, top: 0 },
    reading: null,
    news: null,
    wrap: false,
    raised: new Set(),
    banners: [],
    bannerDrawnAt: null,
    refusedMerges: new Map(),
    sheet: null,
    serial: 0,
    said: null,
    draftsTold: false,
    help: null,
    keyTimes: [],
    focusAt: Number.NEGATIVE_INFINITY,
  };
}
