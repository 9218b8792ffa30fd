// One row of a text that is read, as the lines it takes on the screen.
import type { DiffRow, RowKind } from '../diff-rows.ts';
import {
  cutSpans,
  foreign,
  type Line,
  own,
  type Span,
  STYLES,
  type Style,
  widthOf,
  wrapSpans,
} from '../style.ts';
import { cellWidth } from '../width.ts';

const TAB = 4;
const SIGNS: Partial<Record<RowKind, string>> = { added: '+', removed: '-', same: ' ' };
const LOOKS: Partial<Record<RowKind, Style>> = {
  head: STYLES.strong,
  warning: STYLES.warning,
  file: STYLES.strong,
  place: STYLES.place,
  added: STYLES.added,
  removed: STYLES.removed,
  note: STYLES.faint,
};

/** How a row is laid out: the width of its pane, the digits of line numbers, and whether long lines wrap. */
export interface RowLayout {
  readonly width: number;
  readonly digits: number;
  readonly wrap: boolean;
}

/** Screen lines that the row takes. */
export function rowHeight(row: DiffRow, layout: RowLayout): number {
  if (!layout.wrap || row.text === '') return 1;
  return wrapSpans(textSpans(row), textWidth(row, layout)).length;
}

/** The row's lines, and whether they show all of it. */
export function rowLines(row: DiffRow, layout: RowLayout): { lines: Line[]; whole: boolean } {
  const gutter = gutterOf(row, layout.digits);
  const width = textWidth(row, layout);
  if (!layout.wrap) {
    const { spans, cut } = cutSpans(textSpans(row), width, { count: true });
    return { lines: [{ spans: [...gutter, ...spans] }], whole: cut === 0 };
  }
  const blank = [own(' '.repeat(widthOf(gutter)))];
  const lines = wrapSpans(textSpans(row), width).map((spans, i) => ({
    spans: [...(i === 0 ? gutter : blank), ...spans],
  }));
  return { lines, whole: true };
}

function textWidth(row: DiffRow, { width, digits }: RowLayout): number {
  return Math.max(1, width - widthOf(gutterOf(row, digits)));
}

function gutterOf(row: DiffRow, digits: number): Span[] {
  const sign = SIGNS[row.kind];
  if (sign === undefined) return [own(row.kind === 'warning' ? '! ' : row.kind === 'claim' ? '  ' : '')];
  return [
    own(`${String(row.number ?? '').padStart(digits)} `, STYLES.faint),
    own(`${sign} `, LOOKS[row.kind]),
  ];
}

/** A tab is an arrow in a changed line, so that white space that changed can be seen; elsewhere it is blank. */
function textSpans(row: DiffRow): Span[] {
  const look = LOOKS[row.kind];
  if (!row.text.includes('\t')) return foreign(row.text, look);
  const changed = row.kind === 'added' || row.kind === 'removed';
  const spans: Span[] = [];
  let column = 0;
  row.text.split('\t').forEach((piece, i) => {
    if (i > 0) {
      const cells = TAB - (column % TAB);
      spans.push(own((changed ? '→' : ' ').padEnd(cells), { ...look, dim: true }));
      column += cells;
    }
    const part = foreign(piece, look);
    spans.push(...part);
    column += part.reduce((sum, span) => sum + cellWidth(span.text), 0);
  });
  return spans;
}
