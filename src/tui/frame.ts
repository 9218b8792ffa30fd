// From what Ink laid out to the bytes of one frame. A pane hands over ready lines of an exact width; Ink only
// places one sentinel character a row, so that its cost does not grow with what is on the screen.

/** Ready lines of a pane, each exactly `width` cells. */
export interface Pane {
  readonly width: number;
  readonly lines: readonly string[];
}

/** A composed row and whether it fills the screen's width. */
interface Row {
  readonly text: string;
  readonly full: boolean;
}

const FIRST = 0xf0000;
const ROWS = 512;
const SENTINEL = /[\u{F0000}-\u{F7FFF}]/gu;

/** The character that stands for a pane's row in Ink's layout; foreign text never holds it, it would be a mark. */
export function sentinel(pane: number, row: number): string {
  return String.fromCodePoint(FIRST + pane * ROWS + row);
}

/**
 * Puts the panes' lines where Ink placed their sentinels: at most `rows` rows. Each pane that does not begin a
 * row is preceded by a jump to its column, so that a width that the terminal sees otherwise stays in its pane.
 */
export function compose(
  layout: string,
  panes: ReadonlyMap<number, Pane>,
  columns: number,
  rows: number,
): Row[] {
  return layout
    .split('\n')
    .slice(0, rows)
    .map((row) => composeRow(row, panes, columns));
}

function composeRow(row: string, panes: ReadonlyMap<number, Pane>, columns: number): Row {
  let text = '';
  let column = 0;
  let read = 0;
  for (const found of row.matchAll(SENTINEL)) {
    const between = row.slice(read, found.index);
    const number = found[0].codePointAt(0)! - FIRST;
    const pane = panes.get(Math.floor(number / ROWS));
    const width = pane?.width ?? 1;
    column += between.length;
    text +=
      between + (column > 0 ? `\x1b[${column + 1}G` : '') + (pane?.lines[number % ROWS] ?? ' '.repeat(width));
    column += width;
    // The sentinel took one cell of the pane's width; the blanks that Ink put behind it are the others.
    read = found.index + found[0].length;
    for (let left = width - 1; left > 0 && row[read] === ' '; left--) read += 1;
  }
  const rest = row.slice(read);
  return { text: text + rest, full: column + rest.length >= columns };
}

/** The bytes that turn the screen's rows into the next ones; empty when nothing differs. Null: nothing is known of the screen. */
export function difference(before: readonly Row[] | null, after: readonly Row[], rows: number): string {
  const painted = [...Array(rows).keys()]
    .filter((y) => before === null || before[y]?.text !== after[y]?.text)
    .map((y) => rowBytes(y, after[y]))
    .join('');
  if (painted === '') return '';
  return `\x1b[?2026h\x1b[?25l${before === null ? '\x1b[0m\x1b[2J' : ''}${painted}\x1b[0m\x1b[?2026l`;
}

export type { Row };

function rowBytes(y: number, row: Row | undefined): string {
  const text = row?.text ?? '';
  // Erased first where a cell might stay behind: a short row, or widths that terminals disagree about.
  const erase = !row?.full || /[^\x1b\x20-\x7e]/.test(text) ? '\x1b[2K' : '';
  return `\x1b[${y + 1};1H\x1b[0m${erase}${text}`;
}
