/** A text and where its lines are: line i is text.slice(starts[i], starts[i + 1]). */
export interface Lined {
  readonly text: string;
  /** Offset of each line's first character, then the text's length. */
  readonly starts: Int32Array;
  /** The number of each line, where lines have been numbered: equal in texts numbered together, equal as lines. */
  readonly ids?: Int32Array;
}

/** Splits a text into lines that keep their endings. Only a line feed ends a line; joined, they are the text again. */
export function splitLines(text: string): string[] {
  const all = lined(text);
  return linesIn(all, 0, lineCount(all));
}

/** Finds the lines of a text. */
export function lined(text: string): Lined {
  let starts = new Int32Array((text.length >> 4) + 16);
  let count = 0;
  for (let at = 0; at < text.length; at = text.indexOf('\n', at) + 1 || text.length) {
    if (count + 1 === starts.length) starts = twice(starts);
    starts[count++] = at;
  }
  starts[count] = text.length;
  return { text, starts: starts.subarray(0, count + 1) };
}

function twice(array: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(array.length * 2);
  larger.set(array);
  return larger;
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

/** Whether a line of one text is the same as a line of another. */
export function sameLine(a: Lined, inA: number, b: Lined, inB: number): boolean {
  if (a.ids && b.ids) return a.ids[inA] === b.ids[inB];
  return textOf(a, inA, inA + 1) === textOf(b, inB, inB + 1);
}
