// One doc as one party has it, and three parties' versions made into one.
import { decodeText, kindOf } from '../../kinds/index.ts';
import { type Clash, merge3 } from '../../merge/index.ts';
import {
  type Answer,
  type Ask,
  type ClashShape,
  type FoundClash,
  lineClashes,
  linesOf,
  NOBODY,
  type Take,
  wholeClash,
} from './clash.ts';

/** A file's content in git's clean form; `text` is null where the bytes are not text. */
export interface Side {
  readonly mode: string;
  readonly bytes: Buffer;
  readonly text: string | null;
}

/**
 * `ours`: theirs changed nothing, or nothing that ours lacks. `theirs`: ours changed nothing. `merged`: both did,
 * and here is the sum. Null stands for absence, which is a version like any other.
 */
export type SideMerge =
  | { readonly take: 'ours' | 'theirs' | 'merged'; readonly side: Side | null; readonly touching: number }
  | { readonly take: 'clash'; readonly clashes: readonly FoundClash[] };

export function sideOf(mode: string, bytes: Buffer): Side {
  const decoded = decodeText(bytes);
  return { mode, bytes, text: 'text' in decoded ? decoded.text : null };
}

/** Content of a text. */
export function sideOfText(mode: string, text: string): Side {
  return { mode, bytes: Buffer.from(text), text };
}

/** Same bytes, or both absent. Modes do not count. */
export function sameContent(a: Side | null, b: Side | null): boolean {
  return a === null || b === null ? a === b : a === b || a.bytes.equals(b.bytes);
}

/** Same bytes and mode, or both absent. */
export function sameSide(a: Side | null, b: Side | null): boolean {
  return sameContent(a, b) && a?.mode === b?.mode;
}

/** The mode of content that both sides have: theirs where only they changed it. */
export function mergedMode(base: Side | null, ours: Side | null, theirs: Side | null): string | undefined {
  if (!ours || !theirs) return (ours ?? theirs)?.mode;
  return base && base.mode !== theirs.mode && base.mode === ours.mode ? theirs.mode : ours.mode;
}

/** Merges content; the mode is that of ours, or of theirs where ours was absent. What clashes is asked about. */
export function mergeSides(
  path: string,
  base: Side | null,
  ours: Side | null,
  theirs: Side | null,
  ask: Ask = NOBODY,
): SideMerge {
  if (sameContent(base, theirs) || sameContent(ours, theirs)) {
    return { take: 'ours', side: ours, touching: 0 };
  }
  if (sameContent(base, ours)) return { take: 'theirs', side: withMode(theirs, ours), touching: 0 };
  if (base?.text != null && ours?.text != null && theirs?.text != null)
    return mergeTexts(path, ours, [base.text, ours.text, theirs.text], ask);
  return answered(wholeShape(base, ours, theirs), { path, ours, theirs }, ask);
}

function wholeShape(base: Side | null, ours: Side | null, theirs: Side | null): ClashShape {
  if (ours === null || theirs === null) return 'delete/modify';
  return base === null ? 'add/add' : 'binary';
}

/** Two versions of a doc, one of which may stand whole. */
export interface Versions {
  readonly path: string;
  readonly ours: Side | null;
  readonly theirs: Side | null;
}

/** One version as the owner says, else a clash. */
export function answered(shape: ClashShape, { path, ours, theirs }: Versions, ask: Ask): SideMerge {
  const texts = ours?.text !== null && theirs?.text !== null;
  const choices: Take[] = ['ours', 'theirs', ...(texts ? (['text'] as const) : [])];
  const content = (side: Side | null) => side && [side.mode, side.bytes.toString('base64')];
  const found = wholeClash(shape, choices, [path, content(ours), content(theirs)]);
  const answer = ask(found);
  return answer ? taken(answer, ours, theirs) : { take: 'clash', clashes: [found] };
}

function taken({ take, text = '' }: Answer, ours: Side | null, theirs: Side | null): SideMerge {
  if (take === 'ours') return { take, side: ours, touching: 0 };
  if (take === 'theirs') return { take, side: withMode(theirs, ours), touching: 0 };
  return { take: 'merged', side: sideOfText((ours ?? theirs)!.mode, text), touching: 0 };
}

function mergeTexts(
  path: string,
  oursSide: Side,
  [base, ours, theirs]: readonly [string, string, string],
  ask: Ask,
): SideMerge {
  const { insertions, addresses } = kindOf(path, ours);
  const named = lineClashes(path, ours);
  const clashes: FoundClash[] = [];
  const choose = (clash: Clash) => {
    const found = named(clash);
    const answer = ask(found);
    if (!answer) clashes.push(found);
    return answer && linesOf(answer, clash);
  };
  const merged = merge3(base, ours, theirs, { insertions, choose, ...(addresses ? { addresses } : {}) });
  if (!merged.clean) return { take: 'clash', clashes };
  if (merged.text === ours) return { take: 'ours', side: oursSide, touching: merged.touching };
  return { take: 'merged', side: sideOfText(oursSide.mode, merged.text), touching: merged.touching };
}

function withMode(side: Side | null, other: Side | null): Side | null {
  return side && other ? { ...side, mode: other.mode } : side;
}
