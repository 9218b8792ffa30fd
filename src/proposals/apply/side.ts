// One doc as one party has it, and three parties' versions made into one.
import { decodeText, kindOf } from '../../kinds/index.ts';
import { type Clash, merge3 } from '../../merge/index.ts';

/** A file's content in git's clean form; `text` is null where the bytes are not text. */
export interface Side {
  readonly mode: string;
  readonly bytes: Buffer;
  readonly text: string | null;
}

/** What stands against what in a clash. */
export type ClashShape =
  | 'lines'
  | 'delete/modify'
  | 'add/add'
  | 'rename/rename'
  | 'binary'
  | 'type'
  | 'path'
  | 'unmerged';

/**
 * `ours`: theirs changed nothing, or nothing that ours lacks. `theirs`: ours changed nothing. `merged`: both did,
 * and here is the sum. Null stands for absence, which is a version like any other.
 */
export type SideMerge =
  | { readonly take: 'ours' | 'theirs'; readonly side: Side | null; readonly touching: number }
  | { readonly take: 'merged'; readonly side: Side; readonly touching: number }
  | { readonly take: 'clash'; readonly shape: ClashShape; readonly hunks: readonly Clash[] };

export function sideOf(mode: string, bytes: Buffer): Side {
  const decoded = decodeText(bytes);
  return { mode, bytes, text: 'text' in decoded ? decoded.text : null };
}

/** Same bytes, or both absent. Modes do not count. */
export function sameContent(a: Side | null, b: Side | null): boolean {
  return a === null || b === null ? a === b : a === b || a.bytes.equals(b.bytes);
}

/** Merges content; the mode is that of ours, or of theirs where ours was absent. */
export function mergeSides(
  path: string,
  base: Side | null,
  ours: Side | null,
  theirs: Side | null,
): SideMerge {
  if (sameContent(base, theirs) || sameContent(ours, theirs)) {
    return { take: 'ours', side: ours, touching: 0 };
  }
  if (sameContent(base, ours)) return { take: 'theirs', side: withMode(theirs, ours), touching: 0 };
  if (ours === null || theirs === null) return { take: 'clash', shape: 'delete/modify', hunks: [] };
  if (base === null) return { take: 'clash', shape: 'add/add', hunks: [] };
  if (base.text === null || ours.text === null || theirs.text === null) {
    return { take: 'clash', shape: 'binary', hunks: [] };
  }
  return mergeTexts(path, ours, [base.text, ours.text, theirs.text]);
}

function mergeTexts(
  path: string,
  oursSide: Side,
  [base, ours, theirs]: readonly [string, string, string],
): SideMerge {
  const { insertions, addresses } = kindOf(path, ours);
  const merged = merge3(base, ours, theirs, { insertions, ...(addresses ? { addresses } : {}) });
  if (!merged.clean) return { take: 'clash', shape: 'lines', hunks: merged.clashes };
  if (merged.text === ours) return { take: 'ours', side: oursSide, touching: merged.touching };
  const side = { mode: oursSide.mode, bytes: Buffer.from(merged.text), text: merged.text };
  return { take: 'merged', side, touching: merged.touching };
}

function withMode(side: Side | null, other: Side | null): Side | null {
  return side && other ? { ...side, mode: other.mode } : side;
}
