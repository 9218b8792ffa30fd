import type { Problem } from '../kind.ts';

const OPEN = /^<{7}( |$)/;
const MIDDLE = /^={7}$/;
const CLOSE = /^>{7}( |$)/;

/**
 * Finds what a merge left behind: `<<<<<<<` with a later `=======` or `>>>>>>>`, or `=======` with a later
 * `>>>>>>>`. One such line alone is text like any other (a heading's underline, a deep quotation).
 */
export function conflictMarkers(lines: readonly string[]): Problem[] {
  const found: Problem[] = [];
  let open = -1;
  let middle = -1;
  for (const [at, line] of lines.entries()) {
    if (OPEN.test(line)) open = at;
    else if (MIDDLE.test(line)) middle = at;
    else if (CLOSE.test(line) && (open >= 0 || middle >= 0)) {
      found.push(markersAt(open >= 0 ? open : middle, lines));
      open = middle = -1;
    }
  }
  if (open >= 0 && middle > open) found.push(markersAt(open, lines));
  return found;
}

function markersAt(at: number, lines: readonly string[]): Problem {
  return {
    severity: 'problem',
    code: 'conflict_markers',
    line: at + 1,
    message: 'a merge left its conflict markers here',
    text: lines[at]!,
    fix: 'Keep the lines that are right and delete the marker lines.',
  };
}
