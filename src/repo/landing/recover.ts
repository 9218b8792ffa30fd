import type { Givens, Repo } from '../repo.ts';

/** Three versions of a file's bytes into one, or null where they clash. */
export type MergeBytes = (before: Buffer, now: Buffer, after: Buffer) => Buffer | null;

export interface Recovered {
  /** What each finished landing was: its message, and the note it carried. */
  readonly finished: readonly { readonly message: string; readonly note: unknown }[];
  /** Messages of landings that had changed nothing yet. */
  readonly dropped: readonly string[];
  readonly left: readonly { readonly journal: string; readonly message: string; readonly why: string }[];
}

/** Finishes or drops what a killed process left. Cheap when there is nothing. */
export async function recoverLandings(
  _repo: Repo,
  _givens: Givens,
  _merge: MergeBytes = () => null,
): Promise<Recovered> {
  throw new Error('not built yet');
}
