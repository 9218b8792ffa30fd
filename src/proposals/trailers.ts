// The facts of a proposal as trailers of its commit: the last paragraph of the message.
import { refuse } from '../refusal.ts';

/** One trailer, its key without the colon. */
export interface Trailer {
  readonly key: string;
  readonly value: string;
}

const LINE = /^([A-Za-z0-9][A-Za-z0-9-]*): ?(.*)$/;
const OURS = /^docket-/i;

/** The trailer paragraph, one a line, without a last newline. Refuses `invalid_input` for a value of several lines. */
export function formatTrailers(trailers: readonly Trailer[]): string {
  return trailers.map(({ key, value }) => `${key}: ${oneLine(value, key)}`).join('\n');
}

/**
 * The trailers of docket's last trailer paragraph, in order. Paragraphs of nothing but trailers may follow it
 * (sign-offs that other tools add); the subject is never one.
 */
export function parseTrailers(message: string): Trailer[] {
  const [, ...paragraphs] = paragraphsOf(message);
  for (const paragraph of paragraphs.reverse()) {
    const trailers = trailersOf(paragraph);
    if (trailers === null) return [];
    if (trailers.some(({ key }) => OURS.test(key))) return trailers;
  }
  return [];
}

/** The first value of a key: a later duplicate cannot change what a proposal says. */
export function firstOf(trailers: readonly Trailer[], key: string): string | null {
  return allOf(trailers, key)[0] ?? null;
}

/** All values of a key. */
export function allOf(trailers: readonly Trailer[], key: string): string[] {
  const wanted = key.toLowerCase();
  return trailers.filter((trailer) => trailer.key.toLowerCase() === wanted).map(({ value }) => value);
}

/** A path as a trailer's value: as it is, or as a JSON string where a line could not hold it. */
export function quotePath(path: string): string {
  const plain = !/[\p{Cc}\p{Cs}\u2028\u2029]/u.test(path) && !path.startsWith('"') && path.trim() === path;
  return plain ? path : JSON.stringify(path).replace(/[\u007f-\u009f\u2028\u2029]/g, unicodeEscape);
}

/** The path that a trailer's value stands for; null when it is no path. */
export function unquotePath(value: string): string | null {
  if (!value.startsWith('"')) return value === '' ? null : value;
  try {
    const path: unknown = JSON.parse(value);
    return typeof path === 'string' && path !== '' ? path : null;
  } catch {
    return null;
  }
}

/** Refuses text that would not stay one line of a commit message. */
export function oneLine(text: string, what: string): string {
  if (!/[\n\r\0\u0085\u2028\u2029]/.test(text)) return text;
  return refuse('invalid_input', `${what} has more than one line`, {
    details: { field: what, wanted: 'one line', got: text },
    hint: 'Say it in one line.',
  });
}

/** Text of any number of lines as one line. */
export function inOneLine(text: string): string {
  return text.replace(/[\n\r\0\u0085\u2028\u2029]+/g, ' ');
}

/** The message cut at blank lines, newlines at its ends dropped. */
export function paragraphsOf(message: string): string[] {
  const text = message.replace(/\r\n/g, '\n').replace(/^\n+|\s+$/g, '');
  return text === '' ? [] : text.split(/\n(?:[ \t]*\n)+/);
}

/** The trailers of a paragraph that holds nothing else; null for any other paragraph. */
export function trailersOf(paragraph: string): Trailer[] | null {
  const trailers: { key: string; value: string }[] = [];
  for (const line of paragraph.split('\n')) {
    const [, key, value] = LINE.exec(line) ?? [];
    const last = trailers.at(-1);
    if (key !== undefined) trailers.push({ key, value: value!.trim() });
    else if (/^[ \t]/.test(line) && last) last.value += ` ${line.trim()}`;
    else if (!/^\(cherry picked from commit [0-9a-f]+\)$/.test(line)) return null;
  }
  return trailers;
}

function unicodeEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
