/** A base and its two sides. */
export interface ThreeTexts {
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
}

/** Whether each text that is not empty ends in a line feed. */
export function allEnded({ base, ours, theirs }: ThreeTexts): boolean {
  return [base, ours, theirs].every((text) => endsInNewline(text) ?? true);
}

/** The texts with a line feed at the end of each last line that lacks one. */
export function withLastNewlines({ base, ours, theirs }: ThreeTexts): ThreeTexts {
  return { base: ended(base), ours: ended(ours), theirs: ended(theirs) };
}

/**
 * Whether the merged text ends in a line feed: a property of the file, merged three ways like any other, so that one
 * side may drop or add it while the other edits the last line. An empty text has no opinion.
 */
export function wantsLastNewline(texts: ThreeTexts): boolean {
  const base = endsInNewline(texts.base);
  const ours = endsInNewline(texts.ours);
  const theirs = endsInNewline(texts.theirs);
  if (ours === theirs || theirs === null) return ours ?? true;
  if (ours === null) return theirs;
  return base === null || (base === ours ? theirs : ours);
}

/** The text without its last line feed, unless an empty last line would vanish with it. */
export function withoutLastNewline(text: string): string {
  return text === '\n' || text.endsWith('\n\n') ? text : text.replace(/\n$/, '');
}

function ended(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}

function endsInNewline(text: string): boolean | null {
  return text === '' ? null : text.endsWith('\n');
}
