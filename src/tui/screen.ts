// The whole screen from the state: which panes there are, their lines, and what of it was shown. Pure.

import type { Shown } from './events.ts';
import type { Scope } from './keymap.ts';
import { type Layout, layoutOf } from './layout.ts';
import type { Reading } from './reading.ts';
import { type Height, visible } from './scroll.ts';
import type { State } from './state.ts';
import { type Line, own } from './style.ts';
import {
  bannerLines,
  emptyLines,
  footerLine,
  headerLine,
  helpLines,
  noDocsLines,
  saidLines,
} from './views/frame-lines.ts';
import { docLines, proposalLines } from './views/list.ts';
import { type RowLayout, rowHeight, rowLines } from './views/row.ts';
import { sheetLines } from './views/sheet.ts';

/** The parts of a screen, in the order of their pane numbers. */
export const PARTS = ['header', 'banner', 'list', 'divider', 'text', 'sheet', 'line', 'footer'] as const;
export type Part = (typeof PARTS)[number];

export interface Screen {
  readonly layout: Layout;
  readonly parts: Readonly<Record<Part, readonly Line[]>>;
  readonly shown: Shown;
}

/** The division of the screen that this state wants; also what paging and scrolling go by. */
export function layoutFor(state: State): Layout {
  const { columns } = state.size;
  return layoutOf(state.size, {
    banner: state.banners.length > 0 ? 2 : 0,
    sheet: state.sheet ? sheetLines(state, state.sheet, columns).length : 0,
    line: saidLines(state, columns).length,
    focus: state.focus,
    single: state.help !== null || isBare(state),
  });
}

/** How rows of the reading are laid out now. */
export function rowLayoutFor(state: State, layout: Layout, reading: Reading): RowLayout {
  return { width: Math.max(1, layout.text), digits: reading.digits, wrap: state.wrap };
}

/** How many screen lines each row of the reading takes. */
export function heightsOf(reading: Reading, rows: RowLayout): Height {
  return (row) => rowHeight(reading.rows[row]!, rows);
}

/** Which keys work, most special first. */
export function scopeOf(state: State): Scope {
  if (state.sheet) return 'sheet';
  if (state.tab === 'docs') return state.focus === 'list' ? 'docs' : 'draft';
  return state.focus === 'list' ? 'list' : 'review';
}

/** The screen of a state: each part’s lines, as many as there is room for. */
export function screenOf(state: State): Screen {
  const layout = layoutFor(state);
  if (layout.kind === 'small') return tooSmall(layout);
  const text = textPart(state, layout);
  const sheet = sheetPart(state, layout);
  return {
    layout,
    parts: {
      header: [headerLine(state, layout.columns)],
      banner: bannerLines(state, layout.banner),
      list: listPart(state, layout),
      divider: [...Array(layout.body).keys()].map(() => ({ spans: [own('│')], base: { dim: true } })),
      text: text.lines,
      sheet: sheet.lines,
      line: saidLines(state, layout.columns).slice(0, layout.line),
      footer: [footerLine(scopeOf(state), layout.columns, placeOf(state))],
    },
    shown: {
      sheet: sheet.lines.length > 0 ? (state.sheet?.serial ?? null) : null,
      sheetEnd: sheet.end,
      banner: layout.banner > 0 ? (state.banners[0] ?? null) : null,
      reading: text.rows.length > 0 && state.reading ? keyOf(state.reading) : null,
      rows: text.rows,
    },
  };
}

/** Tells one text from another: lines count as seen only for the text that was shown. */
export function keyOf({ of, name, version, rows }: Reading): string {
  return `${of} ${name} ${version} ${rows.length}`;
}

/** Nothing to choose from: the body is one page. */
function isBare({ tab, proposals, docs }: State): boolean {
  return tab === 'proposals' ? proposals.rows.length === 0 : docs.rows.length === 0;
}

function listPart(state: State, layout: Layout): Line[] {
  if (layout.list === 0) return [];
  const focused = state.focus === 'list' && !state.sheet;
  const lines = state.tab === 'proposals' ? proposalLines : docLines;
  return lines(state, layout.list, layout.body, focused);
}

function textPart(state: State, layout: Layout): { lines: readonly Line[]; rows: Shown['rows'] } {
  const { text: width, body: height } = layout;
  if (width === 0) return { lines: [], rows: [] };
  if (state.help !== null)
    return { lines: helpLines(width).slice(state.help, state.help + height), rows: [] };
  if (isBare(state))
    return {
      lines: state.tab === 'docs' ? noDocsLines(width, height) : emptyLines(state, width, height),
      rows: [],
    };
  const { reading } = state;
  return reading ? readingPart(state, layout, reading) : { lines: [], rows: [] };
}

function readingPart(state: State, layout: Layout, reading: Reading): { lines: Line[]; rows: Shown['rows'] } {
  const rows = rowLayoutFor(state, layout, reading);
  const shown: { row: number; whole: boolean }[] = [];
  const lines: Line[] = [];
  for (const { row, from, parts } of visible(
    reading.top,
    reading.rows.length,
    heightsOf(reading, rows),
    layout.body,
  )) {
    const made = rowLines(reading.rows[row]!, rows);
    lines.push(...made.lines.slice(from, from + parts));
    shown.push({ row, whole: made.whole && from + parts === made.lines.length });
  }
  return { lines, rows: shown };
}

function sheetPart(state: State, layout: Layout): { lines: readonly Line[]; end: boolean } {
  const { sheet } = state;
  if (!sheet || layout.sheet === 0) return { lines: [], end: false };
  const all = sheetLines(state, sheet, layout.columns);
  const top = Math.max(0, Math.min(sheet.top, all.length - layout.sheet));
  const lines = all.slice(top, top + layout.sheet);
  const end = top + layout.sheet >= all.length;
  if (!end) lines[lines.length - 1] = { spans: [own(' ↓ more: space or enter')], base: { bold: true } };
  return { lines, end };
}

/** Where the owner is: the chosen of the list, or the hunk of the text. */
function placeOf(state: State): string {
  if (state.sheet || state.help !== null) return '';
  if (state.focus === 'text' && state.reading) {
    const { places, top } = state.reading;
    const passed = places.filter((row) => row <= top.row).length;
    return places.length > 0 ? `${Math.max(1, passed)}/${places.length}` : '';
  }
  const { rows, chosen } = state[state.tab];
  const at = rows.findIndex((row) => ('id' in row ? row.id : row.doc) === chosen);
  return rows.length > 0 ? `${at + 1}/${rows.length}` : '';
}

function tooSmall(layout: Layout): Screen {
  const parts = Object.fromEntries(PARTS.map((part) => [part, [] as Line[]])) as unknown as Record<
    Part,
    Line[]
  >;
  parts.text = [{ spans: [own('Terminal too small; q quits.')] }];
  return { layout, parts, shown: { sheet: null, sheetEnd: false, banner: null, reading: null, rows: [] } };
}
