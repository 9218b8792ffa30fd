/** Three texts whose last lines all end in a line feed, and whether the merged text shall end in one. */
export interface Ended {
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
  readonly wanted: boolean;
}

/**
 * Takes the last newline out of the lines: it is a property of the file, merged three ways like any other. So one
 * side may drop or add it while the other edits the last line. An empty file has no opinion.
 */
export function withLastNewline(base: string, ours: string, theirs: string): Ended {
  const wanted = merged(endsInNewline(base), endsInNewline(ours), endsInNewline(theirs));
  return { base: ended(base), ours: ended(ours), theirs: ended(theirs), wanted };
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

function merged(base: boolean | null, ours: boolean | null, theirs: boolean | null): boolean {
  if (ours === theirs || theirs === null) return ours ?? true;
  if (ours === null) return theirs;
  return base === ours ? theirs : base === theirs ? ours : true;
}
