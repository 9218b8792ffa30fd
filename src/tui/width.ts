// How many cells a text takes, and how it is cut. The text is safe already: what terminals disagree about most
// (variation selectors, joiners, skin tones) has become marks of a known width.
import stringWidth from 'string-width';

// One cell each, and nothing that joins: ASCII, Latin, Greek, Cyrillic, and the signs that we draw with.
const NARROW =
  /^[\x20-\x7e\u00a1-\u00ac\u00ae-\u02ff\u0370-\u0377\u037a-\u037f\u0384-\u0386\u0388-\u0482\u048a-\u052f…│─▏→✓✗\u2400-\u2421]*$/;
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Cells of a terminal that the text takes. */
export function cellWidth(text: string): number {
  return NARROW.test(text) ? text.length : stringWidth(text);
}

/** Splits a text so that the head takes at most `cells` cells; no grapheme is torn. */
export function splitAt(text: string, cells: number): [head: string, tail: string] {
  if (cells <= 0) return ['', text];
  if (NARROW.test(text)) return [text.slice(0, cells), text.slice(cells)];
  let taken = 0;
  for (const { segment, index } of graphemes.segment(text)) {
    taken += cellWidth(segment);
    if (taken > cells) return [text.slice(0, index), text.slice(index)];
  }
  return [text, ''];
}

/** The text without its last grapheme, as Backspace leaves it. */
export function withoutLast(text: string): string {
  const last = [...graphemes.segment(text)].at(-1);
  return last ? text.slice(0, last.index) : '';
}

/** Exactly `cells` cells: padded with spaces, or cut at the end with an ellipsis. */
export function fitEnd(text: string, cells: number): string {
  if (cells <= 0) return '';
  const width = cellWidth(text);
  if (width <= cells) return text + ' '.repeat(cells - width);
  return padded(`${splitAt(text, cells - 1)[0]}…`, cells);
}

/** Exactly `cells` cells: a name that is too long loses its middle, so that its extension stays. */
export function fitMiddle(text: string, cells: number): string {
  const width = cellWidth(text);
  if (width <= cells || cells < 5) return fitEnd(text, cells);
  const tailCells = Math.floor((cells - 1) / 2);
  let tail = splitAt(text, width - tailCells)[1];
  while (cellWidth(tail) > tailCells) tail = withoutFirst(tail);
  return padded(`${splitAt(text, cells - 1 - tailCells)[0]}…${tail}`, cells);
}

function withoutFirst(text: string): string {
  const [first] = graphemes.segment(text);
  return text.slice(first?.segment.length ?? 0);
}

function padded(text: string, cells: number): string {
  return text + ' '.repeat(Math.max(0, cells - cellWidth(text)));
}
