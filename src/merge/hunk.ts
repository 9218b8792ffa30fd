/** Base lines [from, to) became side lines [from, to): 0-based, half-open. */
export interface Hunk {
  readonly base: [number, number];
  readonly side: [number, number];
}
