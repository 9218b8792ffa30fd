// Foreign text made visible: whatever a doc, path, ref, message or name holds, a reader sees it, and no
// terminal acts on it.

/** One run of text; `mark` is true where it stands for characters that could not be shown as they are. */
export interface SafePart {
  readonly text: string;
  readonly mark: boolean;
}

const UNSAFE =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Emoji_Modifier}\u00A0\u1680\u2000-\u200A\u202F\u205F\u3000\u2800\u20E3]/u;
const EVERY_UNSAFE = new RegExp(UNSAFE.source, 'gu');
const COMBINING = /\p{M}/u;
const COMBINING_FLOOD = /\p{M}{5,}/gu;
/** More marks on one letter than any script needs are shown one by one. */
const MOST_COMBINING = 4;

/**
 * Splits foreign text into parts that are safe in a terminal, escaped characters marked.
 * Nothing is dropped: controls become control pictures (␛), other hidden characters `<U+202E>`.
 * With `lines`, tabs and line feeds stay as they are (a carriage return before a line feed is still marked).
 */
export function safeParts(text: string, { lines = false } = {}): SafePart[] {
  const parts: { text: string; mark: boolean }[] = [];
  let combining = 0;
  for (const character of text) {
    combining = COMBINING.test(character) ? combining + 1 : 0;
    const keep = lines && (character === '\n' || character === '\t');
    const mark = !keep && (combining > MOST_COMBINING || isHidden(character));
    const shown = mark ? visible(character) : character;
    const last = parts.at(-1);
    if (last?.mark === mark) last.text += shown;
    else parts.push({ text: shown, mark });
  }
  return parts;
}

/** Foreign text as one safe line: for names, paths, refs, summaries, reasons. */
export function safe(text: string): string {
  return shown(text, false);
}

/** Foreign text of many lines, safe: tabs and line feeds stay. */
export function safeLines(text: string): string {
  return shown(text, true);
}

/** Whether the text, tabs and line feeds aside, holds anything that would be shown as a mark. */
export function hasHidden(text: string): boolean {
  return UNSAFE.test(text.replace(/[\n\t]/g, '')) || text.search(COMBINING_FLOOD) >= 0;
}

/** JSON whose strings hold no hidden character: each is written as its \u escape, so any parser reads the same value. */
export function safeJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, undefined, indent)
    .replace(EVERY_UNSAFE, (found) => (found === '\n' ? found : escaped(found)))
    .replace(COMBINING_FLOOD, (run) => keepFirst(run) + escaped(run.slice(keepFirst(run).length)));
}

function shown(text: string, lines: boolean): string {
  if (!UNSAFE.test(text) && !COMBINING.test(text)) return text;
  return safeParts(text, { lines })
    .map((part) => part.text)
    .join('');
}

function isHidden(character: string): boolean {
  return UNSAFE.test(character);
}

function visible(character: string): string {
  const point = character.codePointAt(0)!;
  if (point < 0x20) return String.fromCharCode(0x2400 + point);
  if (point === 0x7f) return '\u2421';
  return `<U+${point.toString(16).toUpperCase().padStart(4, '0')}>`;
}

function keepFirst(run: string): string {
  return [...run].slice(0, MOST_COMBINING).join('');
}

function escaped(text: string): string {
  const units = Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
}
