// The doc that most stories are about: twelve lines, changed by number.
const LINES = Array.from({ length: 12 }, (_, i) => `line ${i + 1}\n`);

export const GUIDE = LINES.join('');

/** The guide with these lines (1-based) changed. */
export function having(changes: Readonly<Record<number, string | undefined>>): string {
  return LINES.map((line, i) => `${changes[i + 1] ?? line.trimEnd()}\n`).join('');
}

/** The edit that changes one line of the guide. */
export function edit(line: number, to: string, from = `line ${line}`) {
  return { oldText: `${from}\n`, newText: `${to}\n` };
}
