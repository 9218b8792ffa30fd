import type { Expect } from './expect.ts';

/** What is to be saved, and how. */
export interface SaveRequest {
  /** Doc refs; none: every doc with something to save. */
  readonly docs?: readonly string[];
  /** Subject of the commit or proposal. */
  readonly summary?: string;
  readonly requestId?: string;
  /** Id of the proposal to save into. */
  readonly proposal?: string;
  /** Short name of the branch to aim at. */
  readonly target?: string;
  /** A doc that was deleted meanwhile shall come back. */
  readonly create?: boolean;
  /** Paths to drop from the proposal. */
  readonly remove?: readonly string[];
  /** The tip that the proposal must be at. */
  readonly tip?: string;
  readonly expect?: Expect;
  /** Owner: sha256 of the disk bytes that were shown and may be replaced. */
  readonly overwrite?: string;
  /** Owner: what is staged of the docs may be replaced by what is saved. */
  readonly replaceStaged?: boolean;
}
