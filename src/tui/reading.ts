// A text that the owner reads: a proposal's diff or a doc's unsaved edits, what is new in it since the owner
// began, and which of its lines have been on the screen.
import { hasHidden } from '../safe.ts';
import { type DiffRow, diffRows, isChange, textRows } from './diff-rows.ts';
import { type Position, START } from './scroll.ts';

export interface Reading {
  readonly of: 'proposal' | 'doc';
  /** Id of the proposal, or the doc. */
  readonly name: string;
  /** The tip, or the hash of the working copy, that the text was made from. */
  readonly version: string;
  readonly revision: number;
  readonly rows: readonly DiffRow[];
  /** Row where the whole begins; between it and the heads stands what is new. */
  readonly whole: number;
  /** Rows where a file or a hunk begins, in order. */
  readonly places: readonly number[];
  /** Rows that hold hidden or control characters. */
  readonly hidden: readonly number[];
  /** Digits that a line number takes. */
  readonly digits: number;
  readonly top: Position;
  /** For each row: 0 never on the screen, 1 shown in part, 2 shown whole. */
  readonly seen: Uint8Array;
}

export interface ReadingParts {
  readonly of: Reading['of'];
  readonly name: string;
  readonly version: string;
  readonly revision: number;
  readonly heads: readonly DiffRow[];
  readonly diff: string;
  /** A whole text instead of a diff. */
  readonly plain?: string;
  /** The diff from what was shown before to this; empty when there is none. */
  readonly news?: string;
}

/** Makes a text to read. `before` is what was shown until now: its lines stay seen, and so does the place in it. */
export function readingOf(parts: ReadingParts, before: Reading | null): Reading {
  const news = diffRows(parts.news ?? '');
  const body = parts.plain === undefined ? diffRows(parts.diff) : textRows(parts.plain);
  const hiddenCount = [...news, ...body].filter(isHidden).length;
  const heads = [...parts.heads, ...(hiddenCount > 0 ? [warning(hiddenCount)] : [])];
  const middle: DiffRow[] =
    news.length > 0 ? [head('New since you opened it:'), ...news, head('All of it:')] : [];
  const rows = [...heads, ...middle, ...body];
  const kin = before?.name === parts.name && before.of === parts.of ? before : null;
  const seen = kin ? carried(kin, rows) : new Uint8Array(rows.length);
  return {
    of: parts.of,
    name: parts.name,
    version: parts.version,
    revision: parts.revision,
    rows,
    whole: heads.length + middle.length,
    places: rows.flatMap((row, i) => (row.kind === 'place' || row.kind === 'file' ? [i] : [])),
    hidden: rows.flatMap((row, i) => (isHidden(row) ? [i] : [])),
    digits: Math.max(3, String(rows.reduce((most, row) => Math.max(most, row.number ?? 0), 0)).length),
    top: kin ? topAfter(kin, parts, rows, seen) : START,
    seen,
  };
}

/** Changed lines of the whole: how many there are, were never shown, and were shown only in part. */
export function unread(reading: Reading): { changed: number; unseen: number; cut: number } {
  const met = metInNews(reading);
  let [changed, unseen, cut] = [0, 0, 0];
  for (let row = reading.whole; row < reading.rows.length; row++) {
    if (!isChange(reading.rows[row]!)) continue;
    changed += 1;
    const seen = Math.max(reading.seen[row]!, takeOne(met, reading.rows[row]!));
    if (seen === 0) unseen += 1;
    if (seen === 1) cut += 1;
  }
  return { changed, unseen, cut };
}

/** The first changed row that was not shown whole, or null. */
export function firstUnread(reading: Reading): number | null {
  for (let row = reading.whole; row < reading.rows.length; row++)
    if (isChange(reading.rows[row]!) && reading.seen[row]! < 2) return row;
  return null;
}

/** Marks rows as shown; the same reading when that is nothing new. */
export function withSeen(reading: Reading, shown: readonly { row: number; whole: boolean }[]): Reading {
  const news = shown.filter(({ row, whole }) => (reading.seen[row] ?? 2) < (whole ? 2 : 1));
  if (news.length === 0) return reading;
  const seen = reading.seen.slice();
  for (const { row, whole } of news) seen[row] = whole ? 2 : 1;
  return { ...reading, seen };
}

/** A row that begins a part of what is read. */
export function head(text: string): DiffRow {
  return { kind: 'head', text };
}

function warning(count: number): DiffRow {
  const lines = count === 1 ? '1 line' : `${count.toLocaleString('en-US')} lines`;
  return {
    kind: 'warning',
    text: `Hidden or control characters in ${lines}; x goes to the next.`,
  };
}

const PLAIN = /^[\t\x20-\x7e]*$/;

function isHidden(row: DiffRow): boolean {
  return !PLAIN.test(row.text) && hasHidden(row.text);
}

/** Where to go on reading: at the same place of the same text, else at what is new. */
function topAfter(
  before: Reading,
  parts: ReadingParts,
  rows: readonly DiffRow[],
  seen: Uint8Array,
): Position {
  if (parts.news || before.version === '') return START;
  if (before.version === parts.version || before.of === 'doc')
    return before.top.row < rows.length ? before.top : START;
  const fresh = rows.findIndex((row, i) => isChange(row) && seen[i] === 0);
  return fresh < 0 ? before.top : { row: Math.max(0, fresh - 1), part: 0 };
}

type Met = Map<string, number[]>;

function metIn(rows: readonly DiffRow[], seen: Uint8Array, from: number, to: number): Met {
  const met: Met = new Map();
  for (let row = from; row < to; row++) {
    if (!isChange(rows[row]!) || seen[row] === 0) continue;
    const key = keyOf(rows[row]!);
    const list = met.get(key);
    if (list) list.push(seen[row]!);
    else met.set(key, [seen[row]!]);
  }
  return met;
}

function metInNews(reading: Reading): Met {
  return metIn(reading.rows, reading.seen, 0, reading.whole);
}

function takeOne(met: Met, row: DiffRow): number {
  return met.get(keyOf(row))?.pop() ?? 0;
}

function keyOf(row: DiffRow): string {
  return `${row.kind} ${row.text}`;
}

// A line that was read in the last revision and is in this one has been read.
function carried(before: Reading, rows: readonly DiffRow[]): Uint8Array {
  const met = metIn(before.rows, before.seen, 0, before.rows.length);
  return Uint8Array.from(rows, (row) => (isChange(row) ? takeOne(met, row) : 0));
}
