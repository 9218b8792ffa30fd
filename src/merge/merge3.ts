import { refuse } from '../refusal.ts';
import { compared } from './diff.ts';
import {
  allEnded,
  type ThreeTexts,
  wantsLastNewline,
  withLastNewlines,
  withoutLastNewline,
} from './last-newline.ts';
import { lineCount, linesIn, textOf } from './lines.ts';
import { areOne, type Three } from './neighbours.ts';
import type { Addresses } from './numbered.ts';
import { type Region, type Regions, regionsOf } from './regions.ts';

/** Both sides changed the base lines [from, to), each into its own lines (endings kept). */
export interface Clash {
  readonly base: readonly [number, number];
  readonly ours: readonly string[];
  readonly theirs: readonly string[];
}

/** `touching`: how many changes of the two sides are neighbours without a line between, and both applied. */
export type Merged =
  | { readonly clean: true; readonly text: string; readonly touching: number }
  | { readonly clean: false; readonly clashes: Clash[]; readonly touching: number };

export interface MergeOptions {
  /** What becomes of two different insertions at one point: a clash (the default), or both stay. */
  readonly insertions?: 'clash' | 'ours-first';
  /** An address for each line of a text: only lines of equal text and equal address are the same line. */
  readonly addresses?: Addresses;
  /** The lines that stand where the sides clash; null leaves it a clash. A line without its ending gets one. */
  readonly choose?: (clash: Clash) => readonly string[] | null;
}

/**
 * Merges what two sides made of a base. A change that overlaps none of the other side applies; two that overlap
 * apply once where they come to the same text, and are a clash otherwise. Lines keep their bytes; the last newline
 * is merged as a property of the file. Never throws on any text but one with a NUL, which is refused
 * (`merge_binary`).
 */
export function merge3(base: string, ours: string, theirs: string, options: MergeOptions = {}): Merged {
  const given = { base, ours, theirs };
  refuseBinary(given);
  const sole = onlyChange(given);
  if (sole !== null) return { clean: true, text: sole, touching: 0 };
  if (allEnded(given)) return mergeLines(given, given, options);
  return mergedAsGit(given, options) ?? mergedWithoutLastNewlines(given, options);
}

function refuseBinary(texts: ThreeTexts): void {
  if (!Object.values(texts).some((text) => text.includes('\0'))) return;
  refuse('merge_binary', 'One of the texts holds a NUL, so it is not merged by lines.', {
    hint: 'Take the whole file of one side.',
  });
}

/** To git a last line without its line feed is another line. Where that merges with nothing touching, it is right. */
function mergedAsGit(given: ThreeTexts, options: MergeOptions): Merged | null {
  const layout = layOut(given, { ...options, insertions: 'clash' });
  const clean = layout.touching === 0 && layout.pieces.every((piece) => piece !== null);
  return clean ? { clean: true, text: mergedText(layout), touching: 0 } : null;
}

function mergedWithoutLastNewlines(given: ThreeTexts, options: MergeOptions): Merged {
  const texts = withLastNewlines(given);
  const sole = onlyChange(texts);
  const merged =
    sole === null ? mergeLines(texts, given, options) : ({ clean: true, text: sole, touching: 0 } as const);
  if (!merged.clean || wantsLastNewline(given)) return merged;
  return { ...merged, text: withoutLastNewline(merged.text) };
}

/** Merges texts by lines. Clashes show the lines as they are in the texts that were given. */
function mergeLines(texts: ThreeTexts, given: ThreeTexts, options: MergeOptions): Merged {
  const layout = layOut(texts, options);
  const { three, regions, touching } = layout;
  const clashes: Clash[] = [];
  const pieces = layout.pieces.map((piece, at) => {
    if (piece !== null) return piece;
    const clash = clashOf(three, regions[at]!, given);
    const lines = options.choose?.(clash) ?? null;
    if (lines === null) clashes.push(clash);
    return lines === null ? null : lines.map(withEnding).join('');
  });
  if (clashes.length > 0) return { clean: false, clashes, touching };
  return { clean: true, text: mergedText({ ...layout, pieces }), touching };
}

function withEnding(line: string): string {
  return line.endsWith('\n') ? line : `${line}\n`;
}

/** The changed regions of a base and what stands in each after the merge; null where that is a clash. */
interface Layout extends Regions {
  readonly three: Three;
  readonly pieces: readonly (string | null)[];
}

function layOut(texts: ThreeTexts, options: MergeOptions): Layout {
  const { base, sides, changes } = compared(texts.base, [texts.ours, texts.theirs], options.addresses);
  const three = { base, ours: sides[0]!, theirs: sides[1]! };
  const laid = regionsOf(changes[0]!, changes[1]!, (ours, theirs) => areOne(three, ours, theirs));
  return { ...laid, three, pieces: laid.regions.map((region) => pieceOf(three, region, options)) };
}

/** The merged text where one side changed nothing or both came to the same, else null. */
function onlyChange({ base, ours, theirs }: ThreeTexts): string | null {
  if (ours === theirs || theirs === base) return ours;
  return ours === base ? theirs : null;
}

function pieceOf(three: Three, { base, ours, theirs }: Region, options: MergeOptions): string | null {
  const mine = ours && textOf(three.ours, ...ours);
  const yours = theirs && textOf(three.theirs, ...theirs);
  if (mine === null || yours === null || mine === yours) return mine ?? yours;
  const bothInserted = base[0] === base[1];
  return bothInserted && options.insertions === 'ours-first' ? mine + yours : null;
}

/** The lines are those of the texts as they were given: only there may the last be without a line feed. */
function clashOf(three: Three, region: Region, given: ThreeTexts): Clash {
  return {
    base: region.base,
    ours: linesIn({ ...three.ours, text: given.ours }, ...region.ours!),
    theirs: linesIn({ ...three.theirs, text: given.theirs }, ...region.theirs!),
  };
}

/** The text of a layout without clashes. Its parts are whole lines; one that is not may only be the last. */
function mergedText({ three, regions, pieces }: Layout): string {
  const parts: string[] = [];
  let from = 0;
  for (const [at, region] of regions.entries()) {
    parts.push(textOf(three.base, from, region.base[0]), pieces[at]!);
    from = region.base[1];
  }
  parts.push(textOf(three.base, from, lineCount(three.base)));
  const written = parts.filter((part) => part !== '');
  if (written.slice(0, -1).some((part) => !part.endsWith('\n')))
    throw new Error('a merge glued two lines together');
  return written.join('');
}
