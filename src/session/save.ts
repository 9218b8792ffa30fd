import type { Saved } from './answers.ts';
import type { Expect } from './change.ts';
import type { Session } from './session.ts';

export interface SaveRequest {
  readonly docs?: readonly string[];
  readonly summary?: string;
  readonly requestId?: string;
  readonly proposal?: string;
  readonly target?: string;
  readonly create?: boolean;
  readonly remove?: readonly string[];
  readonly tip?: string;
  readonly expect?: Expect;
  /** Owner doors: the sha256 of the disk bytes that were shown and may be replaced. */
  readonly overwrite?: string;
}
export async function saveDocs(_session: Session, _ask: SaveRequest): Promise<Saved> {
  throw new Error('not built');
}
