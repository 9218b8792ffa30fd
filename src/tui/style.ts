// The only place that makes colour codes. A line is spans of safe text with a style; meaning never hangs on
// colour alone, so that NO_COLOR loses nothing.
import { safe, safeParts } from '../safe.ts';
import { cellWidth, splitAt } from './width.ts';

type Color = 'red' | 'green' | 'yellow' | 'blue' | 'magenta' | 'cyan';

export interface Style {
  readonly color?: Color;
  readonly bold?: boolean;
  readonly dim?: boolean;
  readonly inverse?: boolean;
  readonly underline?: boolean;
}

/** A run of text that is safe in a terminal; `mark` is true where it stands for a hidden character. */
export interface Span {
  readonly text: string;
  readonly style?: Style;
  readonly mark?: boolean;
}

/** One line of a pane. The base style holds for the whole line, its padding too. */
export interface Line {
  readonly spans: readonly Span[];
  readonly base?: Style;
}

export const STYLES = {
  title: { bold: true, inverse: true },
  strong: { bold: true },
  faint: { dim: true },
  added: { color: 'green' },
  removed: { color: 'red' },
  place: { color: 'cyan' },
  warning: { color: 'yellow', bold: true },
  problem: { color: 'red', bold: true },
  good: { color: 'green', bold: true },
  chosen: { inverse: true },
  resting: { underline: true },
} as const satisfies Record<string, Style>;

/** Words of our own. */
export function own(text: string, style?: Style): Span {
  return style ? { text, style } : { text };
}

/** Text of anybody else as one line: what cannot be shown as it is becomes marks. */
export function foreign(text: string, style?: Style): Span[] {
  if (PLAIN.test(text)) return [own(text, style)];
  return safeParts(text).map((part) => ({ text: part.text, mark: part.mark, ...(style ? { style } : {}) }));
}

/** Cells that the spans take. */
export function widthOf(spans: readonly Span[]): number {
  return spans.reduce((sum, span) => sum + cellWidth(span.text), 0);
}

/** Spans that take at most `cells` cells; what was cut is told as `…`, or as `…+n` cells when `count` is set. */
export function cutSpans(
  spans: readonly Span[],
  cells: number,
  { count = false } = {},
): { spans: Span[]; cut: number } {
  const width = widthOf(spans);
  if (width <= cells) return { spans: [...spans], cut: 0 };
  const told = (hidden: number) => (count ? `…+${hidden.toLocaleString('en-US')}` : '…');
  let hidden = width - cells;
  while (width - hidden + cellWidth(told(hidden)) > cells && hidden < width) hidden += 1;
  const note = cellWidth(told(hidden)) <= cells ? told(hidden) : '…'.slice(0, Math.max(0, cells));
  return { spans: [...headSpans(spans, width - hidden), { text: note, mark: true }], cut: hidden };
}

/** Breaks spans into lines of at most `cells` cells; at least one line. */
export function wrapSpans(spans: readonly Span[], cells: number): Span[][] {
  const lines: Span[][] = [[]];
  let room = cells;
  for (const span of spans) {
    let rest = span.text;
    while (rest !== '') {
      let [head, tail] = splitAt(rest, room);
      if (head === '' && room === cells) [head, tail] = [rest, ''];
      if (head !== '') lines.at(-1)!.push({ ...span, text: head });
      room -= cellWidth(head);
      rest = tail;
      if (rest !== '') {
        lines.push([]);
        room = cells;
      }
    }
  }
  return lines;
}

/** Breaks prose at spaces into lines of at most `cells` cells; a word that is longer is broken too. */
export function wrapProse(spans: readonly Span[], cells: number): Span[][] {
  const lines: Span[][] = [[]];
  let room = cells;
  for (const word of wordsOf(spans)) {
    const width = widthOf(word);
    const empty = room === cells;
    if (width <= room) {
      lines.at(-1)!.push(...word);
      room -= width;
    } else if (word.every((span) => span.text.trim() === '')) room = 0;
    else {
      const pieces = wrapSpans(word, cells);
      if (empty) lines.pop();
      lines.push(...pieces);
      room = cells - widthOf(lines.at(-1)!);
    }
  }
  return lines;
}

/** Makes the function that turns a line into exactly `cells` cells of terminal text, styled or without colour. */
export function makePaint(colors: boolean): (line: Line, cells: number) => string {
  return ({ spans, base }, cells) => {
    const fitted = cutSpans(spans, cells).spans;
    const rest = Math.max(0, cells - widthOf(fitted));
    let last = '';
    let text = '';
    for (const span of [...fitted, own(' '.repeat(rest))]) {
      const code = codeOf(span, base, colors);
      if (span.text !== '') text += (code === last ? '' : code) + shownText(span.text);
      if (span.text !== '') last = code;
    }
    return `${text}${RESET}`;
  };
}

const RESET = '\x1b[0m';
const CODES: Record<Color, number> = { red: 31, green: 32, yellow: 33, blue: 34, magenta: 35, cyan: 36 };
const PLAIN = /^[\x20-\x7e]*$/;
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;

// A last door: nothing that a terminal would act on passes, whoever made the span.
function shownText(text: string): string {
  return CONTROL.test(text) ? safe(text) : text;
}

function codeOf(span: Span, base: Style | undefined, colors: boolean): string {
  const style = { ...base, ...span.style };
  // A mark stands out of any line: inverse where the line is not, and underlined, which no text of others can be.
  const inverse = span.mark ? !style.inverse : style.inverse;
  const underline = span.mark || style.underline;
  const codes = [
    ...(style.bold ? [1] : []),
    ...(style.dim && colors ? [2] : []),
    ...(underline ? [4] : []),
    ...(inverse ? [7] : []),
    ...(style.color && colors ? [CODES[style.color]] : []),
  ];
  return codes.length === 0 ? RESET : `\x1b[0;${codes.join(';')}m`;
}

/** Words and the blanks between them, each with its styles; a word may change its style in the middle. */
function wordsOf(spans: readonly Span[]): Span[][] {
  const words: Span[][] = [];
  let joined = false;
  for (const span of spans) {
    for (const text of span.text.split(/( +)/)) {
      if (text === '') continue;
      const blank = text.startsWith(' ');
      if (joined && !blank) words.at(-1)!.push({ ...span, text });
      else words.push([{ ...span, text }]);
      joined = !blank;
    }
  }
  return words;
}

function headSpans(spans: readonly Span[], cells: number): Span[] {
  const head: Span[] = [];
  let room = cells;
  for (const span of spans) {
    if (room <= 0) break;
    const width = cellWidth(span.text);
    head.push(width <= room ? span : { ...span, text: splitAt(span.text, room)[0] });
    room -= width;
  }
  return head;
}
