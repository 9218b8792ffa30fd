import { refuse } from '../refusal.ts';
import { hunksBetween } from './diff.ts';
import { type Ended, withLastNewline, withoutLastNewline } from './last-newline.ts';
import { linesIn, textOf } from './lines.ts';
import { areOne, type Three } from './neighbours.ts';
import { type Addresses, type Numbered, numbered } from './numbered.ts';
import { type Region, regionsOf } from './regions.ts';

/** Both sides changed the base lines [from, to), each into its own lines (endings kept). */
export interface Clash {
  readonly base: readonly [number, number];
  readonly ours: readonly string[];
  readonly theirs: readonly string[];
}

/** `touching`: how many changes of the two sides are neighbours without a line between, and both applied. */
export type Merged =
  | { readonly clean: true; readonly text: string; readonly touching: number }
  | { readonly clean: false; readonly clashes: readonly Clash[]; readonly touching: number };

export interface MergeOptions {
  /** What becomes of two different insertions at one point: a clash (the default), or both stay. */
  readonly insertions?: 'clash' | 'ours-first';
  /** An address for each line of a text: only lines of equal text and equal address are the same line. */
  readonly addresses?: Addresses;
}

/**
 * Merges what two sides made of a base. A change that overlaps none of the other side applies; two that overlap
 * apply once where they come to the same text, and are a clash otherwise. Lines keep their bytes; the last newline
 * is merged as a property of the file. Never writes, never throws on any text but one with a NUL, which is refused
 * (`merge_binary`).
 */
export function merge3(base: string, ours: string, theirs: string, options: MergeOptions = {}): Merged {
  refuseBinary(base, ours, theirs);
  const ended = withLastNewline(base, ours, theirs);
  const sole = onlyChange(base, ours, theirs) ?? onlyChangeOf(ended);
  if (sole !== null) return { clean: true, text: sole, touching: 0 };
  const texts = numbered(ended.base, [ended.ours, ended.theirs], options.addresses);
  const three = { base: texts.base, ours: texts.sides[0]!, theirs: texts.sides[1]! };
  const { regions, touching } = regionsOf(
    hunksBetween(three.base, three.ours, texts.idCount),
    hunksBetween(three.base, three.theirs, texts.idCount),
    (a, b) => areOne(three, a, b),
  );
  const pieces = regions.map((region) => pieceOf(three, region, options));
  const clashes = regions
    .filter((_, at) => pieces[at] === null)
    .map((region) => clashOf(three, region, ours, theirs));
  if (clashes.length > 0) return { clean: false, clashes, touching };
  const text = assembled(three.base, regions, pieces as string[]);
  return { clean: true, text: ended.wanted ? text : withoutLastNewline(text), touching };
}

function refuseBinary(...texts: readonly string[]): void {
  if (!texts.some((text) => text.includes('\0'))) return;
  refuse('merge_binary', 'One of the texts holds a NUL, so it is not merged by lines.', {
    hint: 'Take the whole file of one side.',
  });
}

/** The merged text where one side changed nothing or both came to the same, else null. */
function onlyChange(base: string, ours: string, theirs: string): string | null {
  if (ours === theirs || theirs === base) return ours;
  return ours === base ? theirs : null;
}

function onlyChangeOf({ base, ours, theirs, wanted }: Ended): string | null {
  const text = onlyChange(base, ours, theirs);
  return text === null || wanted ? text : withoutLastNewline(text);
}

/** What stands in a region after the merge; null where it is a clash. */
function pieceOf(three: Three, { base, ours, theirs }: Region, options: MergeOptions): string | null {
  const mine = ours && textOf(three.ours, ...ours);
  const yours = theirs && textOf(three.theirs, ...theirs);
  if (mine === null || yours === null || mine === yours) return mine ?? yours;
  const bothInserted = base[0] === base[1];
  return bothInserted && options.insertions === 'ours-first' ? mine + yours : null;
}

/** The lines are those of the texts as they were given: only there may the last be without a line feed. */
function clashOf(three: Three, region: Region, ours: string, theirs: string): Clash {
  return {
    base: region.base,
    ours: linesIn({ ...three.ours, text: ours }, ...region.ours!),
    theirs: linesIn({ ...three.theirs, text: theirs }, ...region.theirs!),
  };
}

function assembled(base: Numbered, regions: readonly Region[], pieces: readonly string[]): string {
  const parts: string[] = [];
  let from = 0;
  for (const [at, region] of regions.entries()) {
    parts.push(textOf(base, from, region.base[0]), pieces[at]!);
    from = region.base[1];
  }
  parts.push(textOf(base, from, base.ids.length));
  return glued(parts);
}

/** Joins parts that are whole lines each. A part that were not would run into the next: that must never be. */
function glued(parts: readonly string[]): string {
  if (parts.some((part) => part !== '' && !part.endsWith('\n')))
    throw new Error('a merged part ends within a line');
  return parts.join('');
}
