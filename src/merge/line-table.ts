// Numbers for lines: equal lines have the same number. A hash table of our own, because cutting every line out
// of its text for a Map takes three times as long.

const FNV_PRIME = 0x01000193;
/** Nobody can write a text whose lines all hash alike without knowing it. No result depends on it. */
const SEED = (Math.random() * 2 ** 32) | 0;

/** The different lines of some texts: of each number its hash and where the first such line stands. */
export interface LineTable {
  readonly texts: readonly string[];
  count: number;
  /** Numbers by hash, plus one; 0 is free. At least half of the slots are. */
  slots: Int32Array;
  readonly hashes: Int32Array;
  readonly inTexts: Uint8Array;
  readonly froms: Int32Array;
  readonly tos: Int32Array;
}

/** A table for texts that have so many lines in all, and likely no more different ones than `expected`. */
export function lineTable(texts: readonly string[], lines: number, expected: number): LineTable {
  return {
    texts,
    count: 0,
    slots: new Int32Array(powerOfTwoFrom(expected * 2.5)),
    hashes: new Int32Array(lines),
    inTexts: new Uint8Array(lines),
    froms: new Int32Array(lines),
    tos: new Int32Array(lines),
  };
}

/** The number of a line of one of the texts: one more than the last when it is new. */
export function numberOf(table: LineTable, inText: number, from: number, to: number): number {
  const text = table.texts[inText]!;
  const hash = hashOf(text, from, to);
  const mask = table.slots.length - 1;
  for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
    const known = table.slots[slot]! - 1;
    if (known >= 0 && (table.hashes[known] !== hash || !isLine(table, known, text, from, to))) continue;
    if (known >= 0) return known;
    table.slots[slot] = table.count + 1;
    table.hashes[table.count] = hash;
    table.inTexts[table.count] = inText;
    table.froms[table.count] = from;
    table.tos[table.count] = to;
    if (++table.count * 2 > table.slots.length) grow(table);
    return table.count - 1;
  }
}

/** FNV-1a over code units, begun with the seed (http://www.isthe.com/chongo/tech/comp/fnv). */
function hashOf(text: string, from: number, to: number): number {
  let hash = SEED;
  for (let at = from; at < to; at++) hash = Math.imul(hash ^ text.charCodeAt(at), FNV_PRIME);
  return hash ^ (hash >>> 15);
}

function isLine(table: LineTable, known: number, text: string, from: number, to: number): boolean {
  const start = table.froms[known]!;
  if (table.tos[known]! - start !== to - from) return false;
  const other = table.texts[table.inTexts[known]!]!;
  for (let at = from; at < to; at++) {
    if (other.charCodeAt(start + at - from) !== text.charCodeAt(at)) return false;
  }
  return true;
}

function grow(table: LineTable): void {
  const slots = new Int32Array(table.slots.length * 2);
  const mask = slots.length - 1;
  for (let number = 0; number < table.count; number++) {
    let slot = table.hashes[number]! & mask;
    while (slots[slot]) slot = (slot + 1) & mask;
    slots[slot] = number + 1;
  }
  table.slots = slots;
}

function powerOfTwoFrom(least: number): number {
  let power = 64;
  while (power < least) power *= 2;
  return power;
}
