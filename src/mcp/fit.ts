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

/** Fields by which a caller asks for more than the usual. */
const ASKS_FOR_MORE = ['limit', 'lines', 'context', 'to'];

/** The tool's answer in its own form, cut to the usual size or, when the input asks for more, to the most there is. */
export function fittedAnswer(
  command: Command,
  tool: string,
  input: unknown,
  output: Answer,
  told: Told,
): ToolAnswer {
  const limit = asksForMore(input) ? MOST_CHARACTERS : USUAL_CHARACTERS;
  if (command.textual) return textualAnswer(command.words(output, input as never), told, tool, limit);
  const size = (answer: Answer) => safeJson({ ...answer, synced: told.synced }).length;
  return structuredAnswer(fitted(output, limit, size), told);
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

function asksForMore(input: unknown): boolean {
  return (
    typeof input === 'object' && input !== null && ASKS_FOR_MORE.some((field) => Object.hasOwn(input, field))
  );
}

function fitted(output: Answer, limit: number, size: (answer: Answer) => number): Answer {
  if (size(output) <= limit) return output;
  const name = longestList(output);
  if (name === null) return shortened(output) as Answer;
  const list = output[name] as readonly unknown[];
  const ended = (count: number): Answer => {
    const warning = `${name}: ${count} of ${list.length} are shown; the answer would be too long.`;
    return {
      ...output,
      [name]: list.slice(0, count),
      warnings: [...((output.warnings as string[]) ?? []), warning],
    };
  };
  let shown = 0;
  for (let step = list.length; step >= 1; step = Math.floor(step / 2))
    while (shown + step < list.length && size(ended(shown + step)) <= limit) shown += step;
  return shown > 0 || size(ended(0)) <= limit ? ended(shown) : (shortened(ended(0)) as Answer);
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
