/** Both sides changed the base lines [from, to), each into its own lines (endings kept). */
export interface Clash {
  readonly base: readonly [number, number];
  readonly ours: readonly string[];
  readonly theirs: readonly string[];
}

/** `touching`: how many changes of the two sides are neighbours without a line between them. */
export type Merged =
  | { readonly clean: true; readonly text: string; readonly touching: number }
  | { readonly clean: false; readonly clashes: readonly Clash[]; readonly touching: number };

export interface MergeOptions {
  /** What becomes of two different insertions at one point. */
  readonly insertions?: 'clash' | 'ours-first';
  /** An address for each line of a text: only lines of equal text and equal address are the same line. */
  readonly addresses?: (text: string) => readonly string[];
}

export function merge3(_base: string, _ours: string, _theirs: string, _options: MergeOptions = {}): Merged {
  throw new Error('not built yet');
}
