// What a tool answers, in the form that the client which shows the least still shows whole: a structured
// answer is the same JSON twice, a textual one is text alone, and an error is one text that is not JSON.
import { safe, safeJson, safeLines } from '../safe.ts';

export interface ToolAnswer {
  readonly content: readonly { readonly type: 'text'; readonly text: string }[];
  readonly structuredContent?: Readonly<Record<string, unknown>>;
  readonly isError?: true;
  readonly _meta?: Readonly<Record<string, unknown>>;
}

/** What a command answers. */
export type Answer = Readonly<Record<string, unknown>>;

/** What the agent is told beside the answer itself: what settled before the call, and warnings. */
export interface Told {
  readonly synced: readonly unknown[];
  readonly warnings: readonly string[];
}

export interface Trouble {
  readonly code: string;
  readonly message: string;
  readonly hint?: string;
  readonly details?: unknown;
}

/** The most characters of an answer, as the usual clients show them, and when more was asked for. */
export const USUAL_CHARACTERS = 8000;
export const MOST_CHARACTERS = 20_000;
/** Where programs find code and details of an error. */
export const ERROR_KEY = 'docket/error';
const MOST_META = 65_536;

/** The command's own output with `synced` and `warnings` merged in, once as data and once as the same compact JSON. */
export function structuredAnswer(output: Answer, told: Told): ToolAnswer {
  const warnings = [...((output.warnings as readonly string[] | undefined) ?? []), ...told.warnings];
  const synced = [
    ...told.synced,
    ...ownSynced(output).filter((one) => !told.synced.some((each) => sameEnd(one, each))),
  ];
  const { synced: _own, ...rest } = output;
  // First, so that a client which cuts long answers still shows it.
  const whole = {
    ...(synced.length > 0 && { synced }),
    ...rest,
    ...(warnings.length > 0 && { warnings }),
  };
  const text = safeJson(whole);
  return { content: [{ type: 'text', text }], structuredContent: JSON.parse(text) };
}

// The state of one doc also says what last became of it, as `synced` of its own.
function ownSynced({ doc, synced }: Answer): readonly unknown[] {
  if (synced === undefined || synced === null) return [];
  return Array.isArray(synced) ? synced : [{ doc, ...(synced as object) }];
}

function sameEnd(one: unknown, other: unknown): boolean {
  const [a, b] = [one, other] as { doc?: string; proposal?: string }[];
  return a?.doc === b?.doc && a?.proposal === b?.proposal;
}

/** How a textual answer is cut: at most so many characters, and by which fields a part is asked for. */
export interface TextForm {
  readonly tool: string;
  readonly most: number;
  readonly narrows: readonly string[];
}

/** What settled and warnings first, then the text, marked as content so that its words are never taken for orders. */
export function textualAnswer(text: string, told: Told, { tool, most, narrows }: TextForm): ToolAnswer {
  const before = [
    ...told.synced.map(syncedLine),
    ...told.warnings.map(warningLine),
    `<content of="${tool}">`,
  ];
  const body = safeLines(text).replace(/<(?=\/content\s*>)/gi, '&lt;');
  const room = Math.max(most - before.join('\n').length - 160, 500);
  return {
    content: [{ type: 'text', text: [...before, cutAtLine(body, room, narrows), '</content>'].join('\n') }],
  };
}

/** Code and what is so, the next step, details, what settled; for programs the same in `_meta`. */
export function errorAnswer(trouble: Trouble, told: Told): ToolAnswer {
  const head = [`${trouble.code}: ${safe(trouble.message)}`];
  if (trouble.hint) head.push(`Next: ${safe(trouble.hint)}`);
  const synced = [...told.synced.map(syncedLine), ...told.warnings.map(warningLine)];
  const room = Math.max(USUAL_CHARACTERS - [...head, ...synced].join('\n').length - 60, 200);
  const details = trouble.details === undefined ? [] : [`Details: ${cut(safeJson(trouble.details), room)}`];
  const text = cut([...head, ...details, ...synced].join('\n'), USUAL_CHARACTERS);
  return { isError: true, content: [{ type: 'text', text }], _meta: { [ERROR_KEY]: forPrograms(trouble) } };
}

/** Foreign text of at most so many characters; says how much was left out. */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  const note = ` … (${text.length} characters in all)`;
  return text.slice(0, Math.max(most - note.length, 0)).replace(/[\uD800-\uDBFF]$/, '') + note;
}

function cutAtLine(text: string, most: number, narrows: readonly string[]): string {
  if (text.length <= most) return text;
  const line = text.lastIndexOf('\n', most);
  const kept = text.slice(0, line > most / 2 ? line : most).replace(/[\uD800-\uDBFF]$/, '');
  const ask = narrows.length > 0 ? `; ask for a part with ${narrows.join(', ')}` : '';
  return `${kept}\n… cut here: ${kept.length} of ${text.length} characters${ask}`;
}

function syncedLine(settled: unknown): string {
  return `synced: ${safeJson(settled)}`;
}

function warningLine(warning: string): string {
  return `warning: ${safe(warning)}`;
}

function forPrograms(trouble: Trouble): object {
  if (safeJson(trouble.details ?? null).length <= MOST_META) return { ...trouble };
  return { ...trouble, details: undefined, detailsLeftOut: true };
}
