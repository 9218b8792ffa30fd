/** Base lines [from, to) became side lines [from, to): 0-based, half-open. */
export interface Hunk {
  readonly base: readonly [number, number];
  readonly side: readonly [number, number];
}

export function diffLines(_base: string, _side: string): Hunk[] {
  throw new Error('not built yet');
}

export function lineCounts(_before: string, _after: string): { added: number; removed: number } {
  throw new Error('not built yet');
}
