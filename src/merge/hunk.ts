/** Base lines [from, to) became side lines [from, to): 0-based, half-open. */
export interface Hunk {
  readonly base: readonly [number, number];
  readonly side: readonly [number, number];
}
