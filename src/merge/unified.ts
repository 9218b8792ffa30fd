/** The names in the two header lines, and how many unchanged lines stand around a change (3). */
export interface DiffNames {
  readonly from: string;
  readonly to: string;
  readonly context?: number;
}

export function unifiedDiff(_before: string, _after: string, _names: DiffNames): string {
  throw new Error('not built yet');
}
