/** Something that is wrong with a doc, at a line (from 1) where it has one. */
export interface Problem {
  readonly severity: 'problem' | 'warning';
  readonly code: string;
  readonly line?: number;
  readonly message: string;
  /** What stands there, as it is in the doc. */
  readonly text?: string;
  /** What to do about it, as a sentence. */
  readonly fix?: string;
}

/** What a kind of doc says about its text. */
export interface Kind {
  readonly name: 'text' | 'palette' | 'object' | 'scene';
  /** What a merge does with two different insertions at one point. */
  readonly insertions: 'clash' | 'ours-first';
  /** The one way to write what the text means; merges happen on it. */
  canonical(text: string): string;
  problems(text: string): Problem[];
  /** One address for each line; lines of different addresses are never the same line. */
  readonly addresses?: (text: string) => readonly string[];
}
