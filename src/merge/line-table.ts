// Numbers for lines: equal lines have the same number. A hash table of our own, because cutting every line out
// of its text for a Map takes three times as long.

const FNV_PRIME = 0x01000193;
/** Nobody can write a text whose lines all hash alike without knowing it. No result depends on it. */
const SEED = (Math.random() * 2 ** 32) | 0;

export interface LineTable {
  /** Numbers of lines by hash, plus one; 0 is free. At least half of the slots are. */
  slots: Int32Array;
  readonly hashes: number[];
  /** Where the first line of each number stands. */
  readonly texts: string[];
  readonly froms: number[];
  readonly tos: number[];
}

/** A table that has room for so many different lines before it grows. */
export function lineTable(lines: number): LineTable {
  return { slots: new Int32Array(slotsFor(lines)), hashes: [], texts: [], froms: [], tos: [] };
}

/** The number of the line text[from, to): one more than the last when it is new. */
export function numberOf(table: LineTable, text: string, from: number, to: number): number {
  const hash = hashOf(text, from, to);
  const mask = table.slots.length - 1;
  for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
    const known = table.slots[slot]! - 1;
    if (known < 0) return add(table, { hash, slot, text, from, to });
    if (table.hashes[known] === hash && isLine(table, known, text, from, to)) return known;
  }
}

/** FNV-1a over code units, started at the seed (http://www.isthe.com/chongo/tech/comp/fnv). */
function hashOf(text: string, from: number, to: number): number {
  let hash = SEED;
  for (let at = from; at < to; at++) hash = Math.imul(hash ^ text.charCodeAt(at), FNV_PRIME);
  return hash ^ (hash >>> 15);
}

function isLine(table: LineTable, known: number, text: string, from: number, to: number): boolean {
  const start = table.froms[known]!;
  if (table.tos[known]! - start !== to - from) return false;
  const other = table.texts[known]!;
  for (let at = from; at < to; at++) {
    if (other.charCodeAt(start + at - from) !== text.charCodeAt(at)) return false;
  }
  return true;
}

interface NewLine {
  readonly hash: number;
  readonly slot: number;
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

function add(table: LineTable, { hash, slot, text, from, to }: NewLine): number {
  const number = table.hashes.push(hash) - 1;
  table.texts.push(text);
  table.froms.push(from);
  table.tos.push(to);
  table.slots[slot] = number + 1;
  if (number * 2 >= table.slots.length) grow(table);
  return number;
}

function grow(table: LineTable): void {
  const slots = new Int32Array(table.slots.length * 2);
  const mask = slots.length - 1;
  for (const [number, hash] of table.hashes.entries()) {
    let slot = hash & mask;
    while (slots[slot]) slot = (slot + 1) & mask;
    slots[slot] = number + 1;
  }
  table.slots = slots;
}

function slotsFor(lines: number): number {
  let slots = 64;
  while (slots < lines * 2) slots *= 2;
  return slots;
}
