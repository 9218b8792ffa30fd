/** Splits a text into lines that keep their endings. Only a line feed ends a line; joined, they are the text again. */
export function splitLines(text: string): string[] {
  const lines: string[] = [];
  let from = 0;
  while (from < text.length) {
    const end = text.indexOf('\n', from) + 1 || text.length;
    lines.push(text.slice(from, end));
    from = end;
  }
  return lines;
}
