// How an end is taken back, decided from facts alone.

/**
 * `back`: the target's ref goes back to where it was. `revert`: a commit on the target takes the change out, and a
 * new revision applies it again. `reopen`: nothing of it is on the target, so its branch comes back as it was.
 * `again`: the target has the tip in its history and not its change: merging the tip would land nothing, so a new
 * revision applies the change again.
 */
export type Way = 'back' | 'revert' | 'reopen' | 'again';

export interface WayFacts {
  /** The target has the change now. */
  readonly there: boolean;
  /** The target has the tip in its history. */
  readonly merged: boolean;
  /** The target is exactly at what docket's apply made of it, and where it was before is known. */
  readonly exact: boolean;
  /** What else holds the commit that the apply made: refs and detached work trees. */
  readonly held: readonly string[];
}

export function wayOf({ there, merged, exact, held }: WayFacts): Way {
  if (there) return exact && held.length === 0 ? 'back' : 'revert';
  return merged ? 'again' : 'reopen';
}
