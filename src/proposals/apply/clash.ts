// Where two versions cannot be merged, and what the owner may say to it.
import { createHash } from 'node:crypto';
import { kindOf } from '../../kinds/index.ts';
import { type Clash, splitLines } from '../../merge/index.ts';

/** What stands against what in a clash. */
export type ClashShape =
  | 'lines'
  | 'delete/modify'
  | 'add/add'
  | 'rename/rename'
  | 'binary'
  | 'mode'
  | 'type'
  | 'path'
  | 'unmerged';

/** Where it came up: between the proposal and the target, the index, the file, or what git does not track. */
export type ClashKind = 'merge_conflict' | 'uncommitted_clash' | 'staged_clash' | 'untracked_in_the_way';

/** `ours` is what the owner has, on the target, staged or on disk; `theirs` what the proposal brings. */
export type Take = 'ours' | 'theirs' | 'both' | 'both-theirs-first' | 'text';

/** One clash: of lines, or of a doc whole. */
export interface FoundClash {
  /** Hash of what clashes. */
  readonly id: string;
  readonly shape: ClashShape;
  /** What may be taken; nothing where it has to be solved by hand. */
  readonly choices: readonly Take[];
  /** The lines, where it is lines: one. */
  readonly hunks: readonly Clash[];
}

/** What the owner says to a clash. `text` are whole lines, or the whole doc. */
export interface Answer {
  readonly take: Take;
  readonly text?: string;
}

/** Asked for each clash as it comes up; null leaves it one. */
export type Ask = (found: FoundClash) => Answer | null;

/** Nobody answers. */
export const NOBODY: Ask = () => null;

/** A clash of a whole doc; `content` tells it from others. */
export function wholeClash(
  shape: ClashShape,
  choices: readonly Take[],
  content: readonly unknown[],
): FoundClash {
  return { id: idOf([shape, ...content]), shape, choices, hunks: [] };
}

/** Names the clashes of lines of one text as they come. */
export function lineClashes(path: string, text: string): (clash: Clash) => FoundClash {
  const seen = new Map<string, number>();
  const choices: Take[] =
    kindOf(path, text).name === 'object' ? ['ours', 'theirs', 'text'] : ['ours', 'theirs', ...BOTH, 'text'];
  return (clash) => {
    const content = JSON.stringify([clash.ours, clash.theirs]);
    const above = seen.get(content) ?? 0;
    seen.set(content, above + 1);
    return { id: idOf(['lines', path, content, above]), shape: 'lines', choices, hunks: [clash] };
  };
}

const BOTH: Take[] = ['both', 'both-theirs-first'];

/** The lines that an answer puts where the sides clash. */
export function linesOf({ take, text = '' }: Answer, { ours, theirs }: Clash): readonly string[] {
  switch (take) {
    case 'ours':
      return ours;
    case 'theirs':
      return theirs;
    case 'both':
      return [...ours, ...theirs];
    case 'both-theirs-first':
      return [...theirs, ...ours];
    case 'text':
      return endedLike(splitLines(text), [...ours, ...theirs]);
  }
}

/** The last line gets the ending that the lines around have. */
function endedLike(lines: readonly string[], others: readonly string[]): readonly string[] {
  const ending = others.some((line) => line.endsWith('\r\n')) ? '\r\n' : '\n';
  return lines.map((line) => (line.endsWith('\n') ? line : `${line}${ending}`));
}

const ID_DIGITS = 20;

/** 20 hex digits that stand for a content. */
export function idOf(content: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, ID_DIGITS);
}
