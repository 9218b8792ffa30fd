// All that the plan for one doc is made of. Gathered once; the plan itself asks nobody.
import type { Form, IndexEntry } from '../../repo/index.ts';
import type { Side } from './side.ts';

/** What stands at a path of the index. */
export type IndexFact =
  | { readonly at: 'absent' }
  | { readonly at: 'entry'; readonly entry: IndexEntry; readonly side: Side }
  /** Unmerged, or of a type that is no file. */
  | { readonly at: 'other'; readonly what: 'unmerged' | 'type' | 'path' };

/** What stands at a path of the work tree. */
export type DiskFact =
  | { readonly at: 'absent' }
  | { readonly at: 'file'; readonly bytes: Buffer; readonly clean: Side; readonly executable: boolean }
  /** A folder, a symbolic link, something that cannot be read as a file; or one of these on the way. */
  | { readonly at: 'other'; readonly what: string };

/** Index and disk at one path. */
export interface Place {
  readonly path: string;
  readonly index: IndexFact;
  readonly disk: DiskFact;
  readonly form: Form;
}

/** One doc of a proposal under all its names. */
export interface Unit {
  /** Null where the party lacks the doc. */
  readonly basePath: string | null;
  readonly targetPath: string | null;
  readonly tipPath: string | null;
}

/** One doc's content on all sides. */
export interface Facts {
  readonly unit: Unit;
  readonly base: Side | null;
  readonly target: Side | null;
  readonly tip: Side | null;
  /** What the target has at the doc's new name, when the doc had another one there. */
  readonly inTheWay: Side | null;
  /** Null: the target is not checked out here, so neither index nor disk have a part in it. */
  readonly here: {
    /** Where the target has the doc now; where it will be, for a new one. */
    readonly now: Place;
    /** The new name, when the doc gets another one. */
    readonly next: Place | null;
    /** Mode bits on disk say something (`core.fileMode`). */
    readonly modesCount: boolean;
  } | null;
  /** Where the doc is open with unsaved edits. */
  readonly open?: string;
}
