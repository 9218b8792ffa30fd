// What it is to land a change: files, index and refs at once, or nothing.
import type { IndexEntry } from '../git-index.ts';
import type { RefMove } from '../move-refs.ts';
import type { Oid } from '../repo.ts';
import type { Entry } from '../tree-codec.ts';

/** One file of the work tree: the exact bytes it has and the bytes it gets; null is absence. */
export interface LandingFile {
  readonly path: string;
  readonly before: Buffer | null;
  readonly after: Buffer | null;
  /** For a file that was absent, or with `newMode`: any other keeps its mode. */
  readonly executable: boolean;
  readonly newMode?: true;
  /** Why the old bytes are kept in recovery: git has them nowhere. */
  readonly keep?: string;
}

/** One path of the index. `before` tells which flags `after` keeps. */
export interface LandingIndexEntry {
  readonly path: string;
  readonly before: IndexEntry | null;
  readonly after: Entry | null;
}

/** A change that is planned whole. */
export interface Landing {
  /** Full name of the branch that must still be HEAD; null: work tree and index are not touched. */
  readonly branch: string | null;
  readonly files: readonly LandingFile[];
  readonly index: readonly LandingIndexEntry[];
  /** Stamp of the index that the plan was made on. */
  readonly indexStamp: string;
  /** The first one is the branch that the change lands on: whether it moved is whether the change landed. */
  readonly refs: readonly RefMove[];
  /** Written to ORIG_HEAD in the same transaction. */
  readonly origHead?: Oid | null;
  /** Reflog message; also names the landing when it was interrupted. */
  readonly message: string;
  /** Plain data of the caller, given back when an interrupted landing is finished. */
  readonly note?: unknown;
}

/** An instant between two writes, in the order in which they come. */
export type LandingStep =
  | 'staged'
  | 'refs-prepared'
  | 'journal'
  | 'locked'
  | 'rechecked'
  | `grabbed-${number}`
  | `placed-${number}`
  | 'files'
  | 'index'
  | 'unlocked'
  | 'committed'
  | 'cleaned';

/** Called after each step; tests stop the process there. */
export type AtStep = (step: LandingStep) => void;

/** Bytes that a program wrote through an old handle after the file had been replaced: nothing holds them but this. */
export interface LateWrite {
  readonly path: string;
  readonly bytes: Buffer;
}

/** `landed: false`: nothing changed, plan again. */
export type Landed =
  | { readonly landed: true; readonly late: readonly LateWrite[] }
  | {
      readonly landed: false;
      readonly why: 'index' | 'head' | 'refs' | 'disk' | 'locked' | 'hook';
      /** The ref, path or lock. */
      readonly what: string;
      readonly said?: string;
    };
