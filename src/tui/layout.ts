// Where everything stands on the screen, from its size and what wants room. Pure: no state, no terminal.

export interface Size {
  readonly columns: number;
  readonly rows: number;
}

/** What wants room, in rows, as if there were plenty. */
export interface Wants {
  readonly banner: number;
  readonly sheet: number;
  /** The line that says what was done or why not. */
  readonly line: number;
  /** Which of the two panes is shown where there is room for one. */
  readonly focus: 'list' | 'text';
  /** One pane over the whole width, as for help. */
  readonly single?: boolean;
}

/** Rows and columns of each part, 0 where it is not shown. They add up to the screen. */
export interface Layout {
  readonly kind: 'wide' | 'narrow' | 'small';
  readonly columns: number;
  readonly header: number;
  readonly banner: number;
  readonly body: number;
  readonly sheet: number;
  readonly line: number;
  readonly footer: number;
  /** Widths of the panes of the body; between two stands one column of divider. */
  readonly list: number;
  readonly text: number;
}

const WIDE = 100;
const LIST_SHARE = 0.34;
const LIST_MOST = 44;
const BODY_LEAST = 3;
const SHEET_MOST = 20;

/** Divides the screen. Room is given up in this order: sheet, line, banner; the body keeps three rows. */
export function layoutOf({ columns, rows }: Size, wants: Wants): Layout {
  if (columns < 24 || rows < 6) {
    const nothing = { header: 0, banner: 0, sheet: 0, line: 0, footer: 0, list: 0 };
    return { kind: 'small', columns, ...nothing, body: rows, text: columns };
  }
  const compact = columns < 60 || rows < 15;
  let spare = rows - 2 - BODY_LEAST;
  const take = (wanted: number) => {
    const taken = Math.max(0, Math.min(wanted, spare));
    spare -= taken;
    return taken;
  };
  const banner = take(Math.min(wants.banner, compact ? 1 : 2));
  const line = take(Math.min(wants.line, compact ? 1 : 2));
  const sheet = take(Math.min(wants.sheet, SHEET_MOST));
  const body = rows - 2 - banner - line - sheet;
  return { columns, header: 1, banner, body, sheet, line, footer: 1, ...panes(columns, wants) };
}

/** Whether every part has the same size in both. */
export function sameLayout(one: Layout, other: Layout): boolean {
  return (Object.keys(one) as (keyof Layout)[]).every((part) => one[part] === other[part]);
}

function panes(columns: number, wants: Wants): Pick<Layout, 'kind' | 'list' | 'text'> {
  const kind = columns >= WIDE ? 'wide' : 'narrow';
  if (wants.single) return { kind, list: 0, text: columns };
  if (kind === 'narrow')
    return wants.focus === 'list' ? { kind, list: columns, text: 0 } : { kind, list: 0, text: columns };
  const list = Math.min(LIST_MOST, Math.floor(columns * LIST_SHARE));
  return { kind, list, text: columns - list - 1 };
}
