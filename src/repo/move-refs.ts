import type { Oid, Repo } from './repo.ts';

export interface RefMove {
  readonly ref: string;
  /** Null: must not exist. */
  readonly from: Oid | null;
  /** Null: delete. Equal to `from`: only verify. */
  readonly to: Oid | null;
}

export type MoveResult =
  | { readonly moved: true }
  | {
      readonly moved: false;
      readonly why: 'changed' | 'locked' | 'hook';
      readonly ref: string | null;
      readonly said: string;
    };

/** Moves all refs in one transaction or none. */
export async function moveRefs(
  _repo: Repo,
  _moves: readonly RefMove[],
  _options: { readonly message: string; readonly hooks?: boolean },
): Promise<MoveResult> {
  throw new Error('not built yet');
}
