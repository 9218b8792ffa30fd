// Line endings of a working copy: what an agent writes with LF takes the endings of the lines it replaces.
import { diffLines, splitLines } from '../merge/index.ts';
import { viewOf } from './texts.ts';

const BOM = '\uFEFF';

/**
 * A new view (LF, no byte order mark) as text of the doc. Untouched lines keep their endings, a changed line has
 * that of the line it replaces, a new line that of the line above, the first line the one most lines have.
 * A byte order mark stays.
 */
export function inEndingsOf(old: string, view: string): string {
  const bom = old.startsWith(BOM) ? BOM : '';
  const oldLines = splitLines(old.slice(bom.length));
  if (!oldLines.some((line) => line.endsWith('\r\n'))) return bom + view;
  return bom + withEndings(oldLines.map(endingOf), viewOf(old), view);
}

function withEndings(endings: readonly string[], oldView: string, view: string): string {
  const lines = splitLines(view);
  const from = sources(oldView, view, lines.length);
  const most = mostOf(endings);
  let above = most;
  return lines
    .map((line, i) => {
      const source = from[i];
      const own = source === undefined ? '' : endings[source]!;
      above = own || above;
      return line.endsWith('\n') ? line.slice(0, -1) + above : line;
    })
    .join('');
}

/** For each new line, the old line it is or replaces; undefined for one that is added. */
function sources(oldView: string, view: string, count: number): (number | undefined)[] {
  const from: (number | undefined)[] = Array.from({ length: count }, () => undefined);
  let at = 0;
  let old = 0;
  for (const { base, side } of [...diffLines(oldView, view), END]) {
    while (at < Math.min(side[0], count)) from[at++] = old++;
    for (old = base[0]; at < Math.min(side[1], count); at++) from[at] = old < base[1] ? old++ : undefined;
    old = base[1];
  }
  return from;
}

const END = { base: [Number.MAX_SAFE_INTEGER, 0], side: [Number.MAX_SAFE_INTEGER, 0] } as const;

function endingOf(line: string): string {
  return /\r?\n$/.exec(line)?.[0] ?? '';
}

function mostOf(endings: readonly string[]): string {
  const crlf = endings.filter((ending) => ending === '\r\n').length;
  const lf = endings.filter((ending) => ending === '\n').length;
  return crlf > lf ? '\r\n' : '\n';
}
