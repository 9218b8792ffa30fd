// Moving in the lists and in the text that is read.

import { askPlan, choose } from './asks.ts';
import type { Reduced } from './events.ts';
import type { Action } from './keymap.ts';
import type { Reading } from './reading.ts';
import { heightsOf, layoutFor, rowLayoutFor } from './screen.ts';
import { endOf, type Position, START, scrolled, topFor } from './scroll.ts';
import type { State } from './state.ts';
import { helpLines } from './views/frame-lines.ts';

/** How far each moving action goes, in lines; a page is `page`. */
export function stepOf(action: Action, page: number): number | null {
  if (action === 'down') return 1;
  if (action === 'up') return -1;
  if (action === 'pageDown') return Math.max(1, page);
  if (action === 'pageUp') return -Math.max(1, page);
  if (action === 'first') return Number.NEGATIVE_INFINITY;
  if (action === 'last') return Number.POSITIVE_INFINITY;
  return null;
}

/** Moves the help, the text or the list, whichever has the keys. */
export function move(state: State, by: number): Reduced {
  if (state.help !== null) return [{ ...state, help: helpTop(state, by) }, []];
  return state.focus === 'text' ? [moveText(state, by), []] : moveChoice(state, by);
}

/** Scrolls the text that is read. */
export function moveText(state: State, by: number): State {
  const { reading } = state;
  if (!reading) return state;
  const { heights, screen } = measures(state, reading);
  const total = reading.rows.length;
  const end = () => endOf(total, heights, screen);
  const top =
    by === Number.NEGATIVE_INFINITY
      ? START
      : by === Number.POSITIVE_INFINITY
        ? end()
        : scrolled(reading.top, by, total, heights, screen);
  return withTop(state, reading, top);
}

/** Brings a row of the text to the top. */
export function toRow(state: State, row: number): State {
  const { reading } = state;
  if (!reading) return state;
  const { heights, screen } = measures(state, reading);
  const last = endOf(reading.rows.length, heights, screen);
  return withTop(state, reading, row > last.row ? last : { row, part: 0 });
}

/** Goes to the next or previous of these rows, seen from the top of the screen. */
export function jump(state: State, rows: readonly number[], by: 1 | -1): State {
  const { reading } = state;
  if (!reading) return state;
  const at = reading.top.row;
  const next =
    by > 0
      ? rows.find((row) => row > at)
      : rows.findLast((row) => row < at || (row === at && reading.top.part > 0));
  return next === undefined ? state : toRow(state, next);
}

/** Chooses the row that many further in the list. */
export function moveChoice(state: State, by: number): Reduced {
  const { tab } = state;
  const names = namesOf(state);
  if (names.length === 0) return [state, []];
  const chosen = (state[tab] as { chosen: string | null }).chosen;
  const at = Math.max(0, names.indexOf(chosen ?? ''));
  const to = Math.max(0, Math.min(names.length - 1, at + by));
  if (names[to] === chosen) return [state, []];
  const [next, effects] = choose(withListTop(state, to), tab, names[to]!);
  return [next, [...effects, ...askPlan(next)]];
}

/** Scrolls the list so that its chosen row, or this one, is on the screen. */
function withListTop(state: State, row?: number): State {
  const list = state[state.tab];
  const at = row ?? Math.max(0, namesOf(state).indexOf(list.chosen ?? ''));
  const top = topFor(list.top, at, list.rows.length, layoutFor(state).body);
  return top === list.top ? state : { ...state, [state.tab]: { ...list, top } };
}

/** Names of the rows of the list that is shown. */
function namesOf(state: State): string[] {
  return state.tab === 'proposals'
    ? state.proposals.rows.map((row) => row.id)
    : state.docs.rows.map((row) => row.doc);
}

/** Keeps lists and text within their ends after the screen changed. */
export function settled(state: State): State {
  const listed = withListTop(state);
  return listed.reading ? moveText(listed, 0) : listed;
}

function measures(state: State, reading: Reading): { heights: (row: number) => number; screen: number } {
  const layout = layoutFor(state);
  return { heights: heightsOf(reading, rowLayoutFor(state, layout, reading)), screen: layout.body };
}

function withTop(state: State, reading: Reading, top: Position): State {
  if (top.row === reading.top.row && top.part === reading.top.part) return state;
  return { ...state, reading: { ...reading, top } };
}

function helpTop(state: State, by: number): number {
  const layout = layoutFor(state);
  const most = Math.max(0, helpLines(layout.text).length - layout.body);
  return Math.max(0, Math.min(most, (state.help ?? 0) + by));
}
