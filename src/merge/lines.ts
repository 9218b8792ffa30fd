/** A text and where its lines are: line i is text.slice(starts[i], starts[i + 1]). */
export interface Lined {
  readonly text: string;
  /** Offset of each line's first character, then the text's length. */
  readonly starts: Int32Array;
}

/** Splits a text into lines that keep their endings. Only a line feed ends a line; joined, they are the text again. */
export function splitLines(text: string): string[] {
  const all = lined(text);
  return linesIn(all, 0, lineCount(all));
}

/** Finds the lines of a text. */
export function lined(text: string): Lined {
  const starts = [];
  for (let at = 0; at < text.length; at = text.indexOf('\n', at) + 1 || text.length) starts.push(at);
  starts.push(text.length);
  return { text, starts: new Int32Array(starts) };
}

export function lineCount(all: Lined): number {
  return all.starts.length - 1;
}

/** The text of lines [from, to). */
export function textOf(all: Lined, from: number, to: number): string {
  return all.text.slice(all.starts[from], all.starts[to]);
}

/** Lines [from, to), one by one. */
export function linesIn(all: Lined, from: number, to: number): string[] {
  const lines: string[] = [];
  for (let at = from; at < to; at++) lines.push(textOf(all, at, at + 1));
  return lines;
}
