// The commit message of a proposal: summary, edits, trailers. `git log` alone tells the story.
import {
  formatTrailers,
  oneLine,
  paragraphsOf,
  parseTrailers,
  type Trailer,
  trailersOf,
} from './trailers.ts';

const SUBJECT_LENGTH = 72;
const MOST_EDITS = 500;

/** What a message holds. */
export interface Story {
  readonly summary: string;
  readonly edits: readonly string[];
  readonly trailers: readonly Trailer[];
}

/**
 * The whole message: a subject of at most 72 characters (a longer summary follows it in full), one edit a line,
 * trailers last. Refuses `invalid_input` for a summary or an edit of several lines.
 */
export function proposalMessage({ summary, edits, trailers }: Story): string {
  const whole = oneLine(summary.trim(), 'summary');
  const subject = cut(whole);
  const lines = edits.map((edit) => oneLine(edit.trim(), 'edit')).filter((edit) => edit !== '');
  const body = lines.length > MOST_EDITS ? shortened(lines) : lines;
  const paragraphs = [subject, subject === whole ? '' : whole, body.join('\n'), formatTrailers(trailers)];
  return `${paragraphs.filter((paragraph) => paragraph !== '').join('\n\n')}\n`;
}

/** What a message says. Edits are read only where docket's trailers follow them. */
export function readMessage(message: string): Story {
  const [first = '', ...rest] = paragraphsOf(message);
  const subject = first.split('\n').join(' ').trim();
  const trailers = parseTrailers(message);
  if (trailers.length === 0) return { summary: subject, edits: [], trailers };
  const body = withoutTrailers(rest);
  const long = body[0] !== undefined && cut(body[0]) === subject && body[0] !== subject;
  const edits = long ? body.slice(1) : body;
  return {
    summary: long ? body[0]! : subject,
    edits: edits.flatMap((paragraph) => paragraph.split('\n')),
    trailers,
  };
}

/** The summary of an agent's save that gives none: the first edit, and how many more there are. */
export function summaryFrom(edits: readonly string[], docs: readonly string[]): string {
  const [first, ...more] = edits;
  if (first !== undefined) return more.length === 0 ? first : `${first} and ${more.length} more`;
  return docs.length === 1 ? `Edit ${docs[0]}` : `Edit ${docs.length} docs`;
}

function cut(summary: string): string {
  const characters = [...summary];
  return characters.length <= SUBJECT_LENGTH
    ? summary
    : `${characters.slice(0, SUBJECT_LENGTH - 1).join('')}…`;
}

function shortened(lines: readonly string[]): string[] {
  return [...lines.slice(0, MOST_EDITS), `and ${lines.length - MOST_EDITS} more`];
}

/** The paragraphs before docket's: that one is the first from the end that is made of trailers and holds one of ours. */
function withoutTrailers(paragraphs: readonly string[]): string[] {
  const kept = [...paragraphs];
  for (let last = kept.pop(); last !== undefined; last = kept.pop()) {
    if (trailersOf(last)?.some(({ key }) => /^docket-/i.test(key))) return kept;
  }
  return kept;
}
