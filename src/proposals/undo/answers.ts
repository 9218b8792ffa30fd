// What undo, redo and restore are asked, and what they answer.
import type { Oid } from '../../repo/index.ts';
import type { OpenCopy } from '../apply/answers.ts';
import type { EndName } from './end.ts';
import type { Way } from './way.ts';

export interface UndoRequest {
  readonly proposal: string;
  /** The tip that ended: nothing happens when another one did. */
  readonly tip?: Oid;
  /** Of a preview: nothing happens when anything moved since. */
  readonly token?: string;
  readonly open?: readonly OpenCopy[];
}

export interface ChangedPath {
  readonly doc: string;
  /** Edits of the owner stay on it, uncommitted. */
  readonly uncommitted: boolean;
}

/** What taking an end back would do. */
export interface UndoPreview {
  readonly proposal: string;
  readonly was: EndName;
  readonly how: Way;
  /** The tip that ended. */
  readonly tip: Oid;
  /** Short name; null when none can be told. */
  readonly target: string | null;
  /** What keeps the target from going back: names of what else holds the commit that landed. */
  readonly held: readonly string[];
  /** Files that change. */
  readonly paths: readonly ChangedPath[];
  readonly token: string;
  readonly warnings: readonly string[];
}

/** An end that was taken back: the proposal is pending at `tip`. */
export interface Undone extends Omit<UndoPreview, 'token'> {
  readonly outcome: 'pending';
  readonly revision: number;
  /** Where the target is now, when it moved; null: without a commit, as before. */
  readonly targetOid?: Oid | null;
}

/**
 * How an end is brought about again. `forward`: the target goes to exactly where the apply had put it. `end`: the
 * proposal ends unlanded as before. `apply`: it is applied to what the target has by now.
 */
export type RedoWay = 'forward' | 'end' | 'apply';

export interface RedoPreview {
  readonly proposal: string;
  readonly becomes: EndName;
  readonly how: RedoWay;
  readonly tip: Oid;
  readonly target: string | null;
  readonly paths: readonly ChangedPath[];
  readonly token: string;
  readonly warnings: readonly string[];
}

/** An undo that was taken back. */
export interface Redone extends Omit<RedoPreview, 'token' | 'becomes'> {
  readonly outcome: EndName;
  /** Where the target is now, when it moved. */
  readonly targetOid?: Oid;
}
