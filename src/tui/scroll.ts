// Positions in long lists and texts: arithmetic only, so that a screen costs what it shows and not what there is.

/** A place in a text: its row, and which of the row's screen lines when rows are wrapped. */
export interface Position {
  readonly row: number;
  readonly part: number;
}

export const START: Position = { row: 0, part: 0 };

/** How many screen lines a row takes; at least one. */
export type Height = (row: number) => number;

/** The first row shown so that the chosen one is on the screen, moving no more than needed. */
export function topFor(top: number, chosen: number, total: number, height: number): number {
  const most = Math.max(0, total - height);
  const least = Math.max(0, chosen - height + 1);
  return Math.min(most, Math.max(least, Math.min(top, Math.max(0, chosen))));
}

/** Moves a text by screen lines, never past its ends; costs as many steps as lines moved. */
export function scrolled(
  from: Position,
  by: number,
  total: number,
  heightOf: Height,
  screen: number,
): Position {
  const last = endOf(total, heightOf, screen);
  const moved = by < 0 ? up(from, -by, heightOf) : down(from, by, total, heightOf);
  return after(moved, last) ? last : moved;
}

/** The furthest position that still fills the screen. */
export function endOf(total: number, heightOf: Height, screen: number): Position {
  let room = screen;
  for (let row = total - 1; row >= 0; row--) {
    const height = heightOf(row);
    if (height >= room) return { row, part: height - room };
    room -= height;
  }
  return START;
}

/** The parts of rows that are on a screen of that many lines. */
export function visible(
  top: Position,
  total: number,
  heightOf: Height,
  screen: number,
): { row: number; from: number; parts: number }[] {
  const shown: { row: number; from: number; parts: number }[] = [];
  let room = screen;
  for (let row = top.row; row < total && room > 0; row++) {
    const from = row === top.row ? Math.min(top.part, heightOf(row) - 1) : 0;
    const parts = Math.min(room, heightOf(row) - from);
    shown.push({ row, from, parts });
    room -= parts;
  }
  return shown;
}

function down(from: Position, by: number, total: number, heightOf: Height): Position {
  let { row, part } = from;
  let left = by;
  while (row < total) {
    const rest = heightOf(row) - part;
    if (left < rest) return { row, part: part + left };
    left -= rest;
    row += 1;
    part = 0;
  }
  return { row: total, part: 0 };
}

function up(from: Position, by: number, heightOf: Height): Position {
  let { row, part } = from;
  let left = by;
  while (left > part && row > 0) {
    left -= part + 1;
    row -= 1;
    part = heightOf(row) - 1;
  }
  return { row, part: Math.max(0, part - left) };
}

function after(a: Position, b: Position): boolean {
  return a.row > b.row || (a.row === b.row && a.part > b.part);
}
