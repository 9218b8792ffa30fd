// Edits of a text as an agent gives them, and what a step is called. Texts here are views: LF, no byte order mark.
import { diffLines } from '../merge/index.ts';
import { refuse } from '../refusal.ts';
import { nearestLines } from './nearest-lines.ts';

/** Replaces `oldText`, which must occur exactly `count` times (1 unless said), by `newText`. */
export interface TextEdit {
  readonly oldText: string;
  readonly newText: string;
  readonly count?: number;
}

/**
 * Applies edits in order, each to the result of the one before, all or nothing. Refuses `not_found` (fewer
 * occurrences than `count`) and `ambiguous` (more), with `details: { edit, found, wanted, lines | nearest }`,
 * lines 1-based in the text as that edit found it.
 */
export function applyEdits(view: string, edits: readonly TextEdit[]): string {
  return edits.reduce((text, edit, i) => applyOne(text, edit, i), view);
}

/** `Edited line 5`, `Edited lines 5–9`: from the first to the last line that changed, as they are now. */
export function editLabel(before: string, after: string): string {
  const hunks = diffLines(before, after);
  const from = (hunks[0]?.side[0] ?? 0) + 1;
  const last = hunks.at(-1)?.side ?? [0, 0];
  const to = Math.max(last[1], last[0] + 1, from);
  return from === to ? `Edited line ${from}` : `Edited lines ${from}–${to}`;
}

function applyOne(text: string, edit: TextEdit, i: number): string {
  const wanted = edit.count ?? 1;
  const old = edit.oldText.replaceAll('\r\n', '\n');
  const places = occurrences(text, old);
  if (places.length < wanted) return refuseMissing(text, old, { edit: i, found: places.length, wanted });
  if (places.length > wanted) return refuseMany(text, places, { edit: i, found: places.length, wanted });
  return text.split(old).join(edit.newText.replaceAll('\r\n', '\n'));
}

function occurrences(text: string, part: string): number[] {
  const places: number[] = [];
  if (part === '') return places;
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length)) places.push(at);
  return places;
}

interface Count {
  readonly edit: number;
  readonly found: number;
  readonly wanted: number;
}

function refuseMissing(text: string, old: string, count: Count): never {
  const nearest = nearestLines(text, old);
  const where = nearest.length > 0 ? ` The nearest is line ${nearest[0]!.line}.` : '';
  const times =
    count.found === 0 ? 'is not in the doc' : `is there ${often(count.found)}, not ${often(count.wanted)}`;
  refuse('not_found', `The oldText of edit ${count.edit + 1} ${times}.${where} Nothing was changed.`, {
    details: { ...count, nearest },
    hint: 'Read the doc again (doc_read) and copy oldText from it exactly, or set count to how often it occurs.',
  });
}

const LINES_TOLD = 10;

function refuseMany(text: string, places: readonly number[], count: Count): never {
  const lines = places.slice(0, LINES_TOLD).map((at) => text.slice(0, at).split('\n').length);
  const message = `The oldText of edit ${count.edit + 1} is there ${often(count.found)}, not ${often(count.wanted)} (lines ${lines.join(', ')}${places.length > LINES_TOLD ? ' …' : ''}). Nothing was changed.`;
  refuse('ambiguous', message, {
    details: { ...count, lines },
    hint: `Give more of the lines around it as oldText, or set count to ${count.found} to change them all.`,
  });
}

function often(count: number): string {
  return count === 1 ? 'once' : count === 2 ? 'twice' : `${count} times`;
}
