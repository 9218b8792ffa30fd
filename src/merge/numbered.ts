import { type LineTable, lineTable, numberOf } from './line-table.ts';
import { type Lined, lineCount, lined, textOf } from './lines.ts';
import { wholeLinesShared } from './shared-lines.ts';

/** A text's lines and the number of each; equal numbers, in texts numbered together, mean the same line. */
export interface Numbered extends Lined {
  readonly ids: Int32Array;
}

/** A base and its sides, numbered together, and how many numbers there are. */
export interface NumberedTexts {
  readonly base: Numbered;
  readonly sides: readonly Numbered[];
  readonly idCount: number;
}

/** Gives each line of a text an address. */
export type Addresses = (text: string) => readonly string[];

/** Numbers the lines of a base and its sides. With addresses, equal lines at different addresses are different. */
export function numbered(base: string, sides: readonly string[], addresses?: Addresses): NumberedTexts {
  return addresses ? byAddress(base, sides, addresses) : byText(base, sides);
}

function byText(text: string, sideTexts: readonly string[]): NumberedTexts {
  const all = lined(text);
  const table = lineTable(lineCount(all) * 1.25);
  const ids = new Int32Array(lineCount(all));
  const places: number[] = [];
  for (let line = 0; line < ids.length; line++) {
    const id = numberOf(table, text, all.starts[line]!, all.starts[line + 1]!);
    if (id === places.length) places.push(line);
    ids[line] = id;
  }
  const base = { ...all, ids };
  const sides = sideTexts.map((side) => sideOf(base, places, table, side));
  return { base, sides, idCount: table.hashes.length };
}

/**
 * Numbers a side. It mostly repeats its base, and there whole blocks are compared at once and the base's numbers
 * copied; only lines around a change are looked up. `places`: where each number of the base first stands in it.
 */
function sideOf(base: Numbered, places: readonly number[], table: LineTable, text: string): Numbered {
  const starts: number[] = [];
  const ids: number[] = [];
  for (let at = 0, line = 0; at < text.length; ) {
    const until = wholeLinesShared(base, line, text, at);
    const shift = at - base.starts[line]!;
    at += base.starts[until]! - base.starts[line]!;
    for (; line < until; line++) {
      starts.push(base.starts[line]! + shift);
      ids.push(base.ids[line]!);
    }
    if (at === text.length) break;
    const end = text.indexOf('\n', at) + 1 || text.length;
    const id = numberOf(table, text, at, end);
    starts.push(at);
    ids.push(id);
    at = end;
    // A line that the base has is likely followed by what follows it there.
    if (id < places.length) line = places[id]! + 1;
  }
  starts.push(text.length);
  return { text, starts: new Int32Array(starts), ids: new Int32Array(ids) };
}

function byAddress(base: string, sides: readonly string[], addresses: Addresses): NumberedTexts {
  const numbers = new Map<string, number>();
  const [first, ...others] = [base, ...sides].map((text) => addressed(text, addresses(text), numbers));
  return { base: first!, sides: others, idCount: numbers.size };
}

function addressed(text: string, addresses: readonly string[], numbers: Map<string, number>): Numbered {
  const all = lined(text);
  const ids = new Int32Array(lineCount(all));
  for (let line = 0; line < ids.length; line++) {
    const address = addresses[line] ?? '';
    const key = `${address.length} ${address}${textOf(all, line, line + 1)}`;
    if (!numbers.has(key)) numbers.set(key, numbers.size);
    ids[line] = numbers.get(key)!;
  }
  return { ...all, ids };
}
