import { compared } from './diff.ts';
import type { Hunk } from './hunk.ts';
import { type Lined, lineCount, linesIn, textOf } from './lines.ts';

/** The names in the two header lines, and how many unchanged lines stand around a change (3). */
export interface DiffNames {
  readonly from: string;
  readonly to: string;
  readonly context?: number;
}

/** git cuts the heading of a hunk to so many bytes. */
const HEADING_BYTES = 80;
const NO_NEWLINE = '\\ No newline at end of file';

/**
 * The changes between two texts as a unified diff, as `git diff --no-indent-heuristic` prints it below its own
 * `diff` and `index` lines; '' where the texts are equal. Text is as it is in the docs: showing it is the door's work.
 */
export function unifiedDiff(before: string, after: string, { from, to, context = 3 }: DiffNames): string {
  if (before === after) return '';
  const { base, sides, changes } = compared(before, [after]);
  const parts = [`--- ${shownName(from)}\n+++ ${shownName(to)}\n`];
  let heading = '';
  let searched = 0;
  for (const group of groupsOf(changes[0]!, context)) {
    const window = windowOf(base, group, context);
    heading = headingAbove(base, window.base[0], searched) ?? heading;
    searched = window.base[0];
    parts.push(hunkHeader(window, heading), hunkBody(base, sides[0]!, group, window));
  }
  return parts.join('');
}

/** A name as git prints it in a header: quoted where it would break the line, a tab behind one with spaces. */
function shownName(name: string): string {
  const shown = /["\\\x00-\x1f\x7f]/.test(name) ? quoted(name) : name;
  return name.includes(' ') ? `${shown}\t` : shown;
}

const ESCAPES: Readonly<Record<string, string>> = {
  '\x07': 'a',
  '\b': 'b',
  '\t': 't',
  '\n': 'n',
  '\v': 'v',
  '\f': 'f',
  '\r': 'r',
};

function quoted(name: string): string {
  const body = name.replace(/["\\\x00-\x1f\x7f]/g, (found) => {
    if (found === '"' || found === '\\') return `\\${found}`;
    return `\\${ESCAPES[found] ?? found.charCodeAt(0).toString(8).padStart(3, '0')}`;
  });
  return `"${body}"`;
}

/** Changes whose context meets are shown together. */
function groupsOf(hunks: readonly Hunk[], context: number): Hunk[][] {
  const groups: Hunk[][] = [];
  for (const hunk of hunks) {
    const last = groups.at(-1);
    if (last && hunk.base[0] - last.at(-1)!.base[1] <= 2 * context) last.push(hunk);
    else groups.push([hunk]);
  }
  return groups;
}

/** The lines of both texts that a group is shown with. */
function windowOf(base: Lined, group: readonly Hunk[], context: number): Hunk {
  const [first, last] = [group[0]!, group.at(-1)!];
  const above = Math.min(context, first.base[0]);
  const below = Math.min(context, lineCount(base) - last.base[1]);
  return {
    base: [first.base[0] - above, last.base[1] + below],
    side: [first.side[0] - above, last.side[1] + below],
  };
}

function hunkHeader(window: Hunk, heading: string): string {
  return `@@ -${range(window.base)} +${range(window.side)} @@${heading && ` ${heading}`}\n`;
}

/** Lines are counted from 1; an empty range names the line before it. */
function range([from, to]: readonly [number, number]): string {
  const count = to - from;
  const first = count === 0 ? from : from + 1;
  return count === 1 ? `${first}` : `${first},${count}`;
}

function hunkBody(base: Lined, side: Lined, group: readonly Hunk[], window: Hunk): string {
  let body = '';
  let line = window.base[0];
  for (const hunk of group) {
    body += marked(' ', linesIn(base, line, hunk.base[0]));
    body += marked('-', linesIn(base, ...hunk.base)) + marked('+', linesIn(side, ...hunk.side));
    line = hunk.base[1];
  }
  return body + marked(' ', linesIn(base, line, window.base[1]));
}

function marked(mark: string, lines: readonly string[]): string {
  const shown = lines.map((line) => (line.endsWith('\n') ? mark + line : `${mark}${line}\n${NO_NEWLINE}\n`));
  return shown.join('');
}

/** The last line in [from, to) that begins with a letter, `_` or `$`: what git takes for a heading by default. */
function headingAbove(base: Lined, to: number, from: number): string | null {
  for (let at = to - 1; at >= from; at--) {
    const line = textOf(base, at, at + 1);
    if (/^[A-Za-z_$]/.test(line)) return cutToBytes(line, HEADING_BYTES).trimEnd();
  }
  return null;
}

function cutToBytes(text: string, most: number): string {
  let bytes = 0;
  let shown = '';
  for (const character of text) {
    bytes += new TextEncoder().encode(character).length;
    if (bytes > most) break;
    shown += character;
  }
  return shown;
}
