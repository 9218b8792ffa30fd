// An answer of a size that clients show whole. A list that is too long is ended early, and the answer says so.
import type { Command } from '../commands/index.ts';
import { safeJson } from '../safe.ts';
import {
  type Answer,
  cut,
  MOST_CHARACTERS,
  structuredAnswer,
  type Told,
  type ToolAnswer,
  textualAnswer,
  USUAL_CHARACTERS,
} from './answer.ts';
import { thinned } from './thin.ts';

/** Fields by which a caller asks for more than the usual. */
const ASKS_FOR_MORE = ['limit', 'lines', 'context'];
/** Fields by which a caller asks for a part of a text. */
const NARROWS = ['doc', 'from', 'lines', 'since', 'context'];

/** How many characters the answer to this input may have. */
export function mostFor(input: unknown): number {
  return ASKS_FOR_MORE.some((field) => Object.hasOwn(Object(input), field))
    ? MOST_CHARACTERS
    : USUAL_CHARACTERS;
}

/** The tool's answer in its own form, of `most` characters; what has to be left out for it is said. */
export function fittedAnswer(command: Command, tool: string, given: Given): ToolAnswer {
  const { input, output, told, most } = given;
  if (!command.textual) return structuredAnswer(fitted(output, given), told);
  const narrows = NARROWS.filter((field) => field in command.input.shape);
  return textualAnswer(command.words(output, input as never), told, { tool, most, narrows });
}

/** One answer: what was asked, what came, what else is told, and how long it may be. */
export interface Given {
  readonly input: unknown;
  readonly output: Answer;
  readonly told: Told;
  readonly most: number;
}

/**
 * The input that asks a paged command for a page that fits, so that its cursor goes on where the answer ends; null
 * where the answer fits or the command has no pages.
 */
export function smallerPage(command: Command, given: Given): object | null {
  const { input, output, most } = given;
  if (command.textual || command.effect !== 'reads' || !('limit' in command.input.shape)) return null;
  const size = sizeOf(output, given);
  const longest = Math.max(
    0,
    ...Object.values(output).map((list) => (Array.isArray(list) ? list.length : 0)),
  );
  const limit = Math.floor(longest * Math.min(0.9, (0.95 * most) / size));
  // A list that the limit does not govern would be as long again.
  const isShorter = limit >= 1 && limit < (Object(input).limit ?? Number.POSITIVE_INFINITY);
  return size > most && isShorter ? { ...Object(input), limit } : null;
}

/** Of what settled, what one answer tells, long parts left out, and what waits for the next. */
export function tellable(settled: readonly unknown[]): {
  now: readonly unknown[];
  later: readonly unknown[];
} {
  const told = settled.map(withoutBulk);
  let size = 0;
  const count = told.findIndex((one) => {
    size += safeJson(one).length;
    return size > MOST_SETTLED;
  });
  const end = count < 0 ? told.length : Math.max(count, 1);
  return { now: told.slice(0, end), later: settled.slice(end) };
}

/** Characters of an answer that what settled may take, and the most of one part of it. */
const MOST_SETTLED = 4000;
const MOST_PART = 1500;

function withoutBulk(settled: unknown): unknown {
  const { hunks, reason, ...rest } = settled as { hunks?: readonly unknown[]; reason?: string };
  const few = hunks?.filter((_, i) => safeJson(hunks.slice(0, i + 1)).length <= MOST_PART);
  return {
    ...rest,
    ...(reason !== undefined && { reason: cut(reason, MOST_PART) }),
    ...(few && { hunks: few }),
    ...(few && hunks && few.length < hunks.length && { hunksLeftOut: hunks.length - few.length }),
  };
}

function sizeOf(output: Answer, { told }: Given): number {
  return structuredAnswer(output, told).content[0]!.text.length;
}

function fitted(whole: Answer, given: Given): Answer {
  const fits = (one: Answer) => sizeOf(one, given) <= given.most;
  if (fits(whole)) return whole;
  // An item that is left out tells nothing: what its lists hold goes first.
  const output = thinned(whole, fits);
  return fits(output) ? output : endedEarly(output, fits);
}

function endedEarly(output: Answer, fits: (output: Answer) => boolean): Answer {
  const name = longestList(output);
  if (name === null) return shortened(output) as Answer;
  const list = output[name] as readonly unknown[];
  const ended = (count: number): Answer => {
    const warning = `${name}: ${count} of ${list.length} are shown; the answer would be too long.`;
    const warnings = [...((output.warnings as readonly unknown[] | undefined) ?? []), warning];
    return { ...output, [name]: list.slice(0, count), warnings };
  };
  let shown = 0;
  for (let step = list.length; step >= 1; step = Math.floor(step / 2))
    while (shown + step < list.length && fits(ended(shown + step))) shown += step;
  return fits(ended(shown)) ? ended(shown) : (shortened(ended(shown)) as Answer);
}

function longestList(output: Answer): string | null {
  const lists = Object.entries(output).filter(([name, value]) => Array.isArray(value) && name !== 'warnings');
  const bySize = lists
    .map(([name, value]) => ({ name, size: safeJson(value).length }))
    .sort((a, b) => b.size - a.size);
  return bySize[0] && bySize[0].size > 500 ? bySize[0].name : null;
}

// The last resort: every long text and list in it is cut.
function shortened(value: unknown): unknown {
  if (typeof value === 'string') return cut(value, 500);
  if (Array.isArray(value)) return value.slice(0, 20).map(shortened);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, shortened(each)]));
}
