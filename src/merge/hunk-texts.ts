/** A change with its texts and an id made of its content. */
export interface HunkText {
  readonly id: string;
  readonly base: readonly [number, number];
  readonly old: readonly string[];
  readonly new: readonly string[];
}

export function hunkTexts(_base: string, _side: string, _options: { scope?: string } = {}): HunkText[] {
  throw new Error('not built yet');
}
