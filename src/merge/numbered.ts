import { type LineTable, lineTable, numberOf } from './line-table.ts';
import { type Lined, lineCount, textOf } from './lines.ts';
import { linesSharedAfter } from './shared-lines.ts';

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
export function numbered(base: Lined, sides: readonly Lined[], addresses?: Addresses): NumberedTexts {
  return addresses ? byAddress(base, sides, addresses) : byText(base, sides);
}

function byText(text: Lined, sideTexts: readonly Lined[]): NumberedTexts {
  const count = lineCount(text);
  const texts = [text, ...sideTexts];
  const lines = texts.reduce((sum, each) => sum + lineCount(each), 0);
  const table = lineTable(
    texts.map((each) => each.text),
    lines,
    count,
  );
  const ids = new Int32Array(count);
  const places = new Int32Array(count);
  let different = 0;
  for (let line = 0; line < count; line++) {
    const id = numberOf(table, 0, text.starts[line]!, text.starts[line + 1]!);
    if (id === different) places[different++] = line;
    ids[line] = id;
  }
  const base = { ...text, ids };
  const known = places.subarray(0, different);
  const sides = sideTexts.map((side, at) => ({ ...side, ids: idsOfSide(base, known, table, side, at + 1) }));
  return { base, sides, idCount: table.count };
}

/**
 * Numbers a side. It mostly repeats its base, and there whole blocks are compared at once and the base's numbers
 * copied; only lines around a change are looked up. `places`: where each number of the base first stands in it.
 */
function idsOfSide(
  base: Numbered,
  places: Int32Array,
  table: LineTable,
  side: Lined,
  inText: number,
): Int32Array {
  const ids = new Int32Array(lineCount(side));
  for (let line = 0, inBase = 0; line < ids.length; ) {
    const shared = linesSharedAfter(base, inBase, side.text, side.starts[line]!);
    ids.set(base.ids.subarray(inBase, inBase + shared), line);
    line += shared;
    inBase += shared;
    if (line === ids.length) break;
    const id = numberOf(table, inText, side.starts[line]!, side.starts[line + 1]!);
    ids[line++] = id;
    // A line that the base has is likely followed by what follows it there.
    if (id < places.length) inBase = places[id]! + 1;
  }
  return ids;
}

function byAddress(base: Lined, sides: readonly Lined[], addresses: Addresses): NumberedTexts {
  const numbers = new Map<string, number>();
  const [first, ...others] = [base, ...sides].map((text) => addressed(text, addresses(text.text), numbers));
  return { base: first!, sides: others, idCount: numbers.size };
}

function addressed(text: Lined, addresses: readonly string[], numbers: Map<string, number>): Numbered {
  const ids = new Int32Array(lineCount(text));
  for (let line = 0; line < ids.length; line++) {
    const address = addresses[line] ?? '';
    const key = `${address.length} ${address}${textOf(text, line, line + 1)}`;
    if (!numbers.has(key)) numbers.set(key, numbers.size);
    ids[line] = numbers.get(key)!;
  }
  return { ...text, ids };
}
