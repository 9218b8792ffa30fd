import { hasHidden } from '../../safe.ts';
import { bomOf, eolOf } from '../bytes.ts';
import type { Problem } from '../kind.ts';
import { LIMITS } from '../limits.ts';
import { conflictMarkers } from './conflict-markers.ts';

/** So many lines with hidden characters are named one by one. */
const NAMED_LINES = 10;

/** What is wrong with a text, problems before warnings, each group in line order. */
export function textProblems(text: string): Problem[] {
  const lines = text.split('\n').map((line) => line.replace(/\r$/, ''));
  return [
    ...tooLarge(text),
    ...conflictMarkers(lines),
    ...hiddenCharacters(lines, text),
    ...mixedEndings(text),
  ];
}

function tooLarge(text: string): Problem[] {
  const bytes = new TextEncoder().encode(text).length;
  if (bytes <= LIMITS.docBytes) return [];
  return [sizeProblem(bytes)];
}

/** The problem of a doc of so many bytes, which are over the limit. */
export function sizeProblem(bytes: number): Problem {
  return {
    severity: 'problem',
    code: 'too_large',
    message: `the doc has ${bytes} bytes, the limit is ${LIMITS.docBytes}`,
    fix: 'Split it into several docs.',
  };
}

function hiddenCharacters(lines: readonly string[], text: string): Problem[] {
  const shown = bomOf(text) ? [lines[0]!.slice(1), ...lines.slice(1)] : lines;
  const hidden = [...shown.keys()].filter((at) => hasHidden(shown[at]!));
  const named = hidden.slice(0, NAMED_LINES).map((at) => hiddenAt(at + 1, shown[at]!));
  if (hidden.length <= NAMED_LINES) return named;
  return [...named, moreHidden(hidden.length - NAMED_LINES, hidden[NAMED_LINES]! + 1)];
}

function hiddenAt(line: number, text: string): Problem {
  return {
    severity: 'warning',
    code: 'hidden_characters',
    line,
    message: 'the line holds characters that do not show',
    text,
    fix: 'Remove them, unless the text needs them.',
  };
}

function moreHidden(count: number, line: number): Problem {
  return {
    severity: 'warning',
    code: 'hidden_characters',
    line,
    message: `${count} more lines hold characters that do not show`,
  };
}

function mixedEndings(text: string): Problem[] {
  if (eolOf(text) !== 'mixed') return [];
  return [
    {
      severity: 'warning',
      code: 'mixed_eol',
      line: firstOther(text),
      message: 'some lines end in CRLF, others in LF',
      fix: 'Use one line ending in the whole doc.',
    },
  ];
}

/** The first line that ends otherwise than line 1. */
function firstOther(text: string): number {
  const lines = text.split('\n').slice(0, -1);
  const first = lines[0]!.endsWith('\r');
  return lines.findIndex((line) => line.endsWith('\r') !== first) + 1;
}
