// Three texts of one doc into one, where absence is a text too.
import { kindOf } from '../kinds/index.ts';
import { type Clash, type Merged, merge3, splitLines } from '../merge/index.ts';

/** A doc's clean text; null: not there. */
export type DocText = string | null;

export type MergedDoc =
  | { readonly clean: true; readonly text: DocText; readonly touching: number }
  | { readonly clean: false; readonly clashes: readonly Clash[]; readonly touching: number };

/**
 * Merges by the rules of the doc's kind. One side unchanged gives the other; equal sides give either; a deleted
 * doc that the other side edited, and two different new docs, are a clash over the whole text.
 */
export function mergeDoc(path: string, base: DocText, ours: DocText, theirs: DocText): MergedDoc {
  if (ours === theirs || theirs === base) return { clean: true, text: ours, touching: 0 };
  if (ours === base) return { clean: true, text: theirs, touching: 0 };
  if (base === null || ours === null || theirs === null) return wholeClash(base, ours, theirs);
  return mergeText(path, base, ours, theirs);
}

function mergeText(path: string, base: string, ours: string, theirs: string): Merged {
  const kind = kindOf(path, base);
  const { insertions, addresses } = kind;
  return merge3(kind.canonical(base), kind.canonical(ours), kind.canonical(theirs), {
    insertions,
    addresses,
  });
}

function wholeClash(base: DocText, ours: DocText, theirs: DocText): MergedDoc {
  const clash = { base: [0, lines(base).length], ours: lines(ours), theirs: lines(theirs) } as const;
  return { clean: false, clashes: [clash], touching: 0 };
}

function lines(text: DocText): readonly string[] {
  return text === null ? [] : splitLines(text);
}
