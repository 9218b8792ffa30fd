import * as z from 'zod';
import { safe, safeLines } from '../../safe.ts';
import { readDoc } from '../../session/index.ts';
import { command } from '../command.ts';
import { docRef, sha256 } from '../doc-fields.ts';
import { inSession } from '../in-session.ts';

/** Characters of text that an agent gets when it does not say how many lines it wants, and when it does. */
const USUAL = 7000;
const MOST = 18_000;

const answer = z.object({
  doc: z.string(),
  text: z.string(),
  from: z.number().describe('First line shown, from 1; 0 when there is none'),
  to: z.number().describe('Last line shown'),
  lines: z.number().describe('Lines of the whole text'),
  next: z.number().optional().describe('The line to go on from'),
  sha256,
  dirty: z.boolean(),
  textSha256: z.string().optional(),
  stale: z.boolean(),
  eol: z.enum(['lf', 'crlf', 'mixed', 'none']),
  bom: z.boolean(),
  proposal: z.string().optional(),
});

/** Reads a doc's working copy. */
export const docRead = command({
  name: 'doc.read',
  summary: 'Read the text of a doc',
  detail:
    'Shows the working copy, with LF line endings and without a byte order mark; characters that do not show are shown as marks. Opens the doc.',
  effect: 'reads',
  who: 'anyone',
  where: 'anywhere',
  input: z.strictObject({
    doc: docRef,
    from: z.int().min(1).max(10_000_000).default(1).describe('First line to show, from 1'),
    lines: z
      .int()
      .min(1)
      .max(1_000_000)
      .optional()
      .describe('How many lines at most; without it, as many as fit an answer'),
  }),
  output: answer,
  positional: ['doc'],
  textual: true,
  words: (read) => `${head(read)}\n${safeLines(read.text)}`,
  run: (call, input) =>
    inSession(call, async (session) => {
      const most = session.role === 'agent' ? (input.lines ? MOST : USUAL) : undefined;
      return readDoc(session, { ...input, most });
    }),
});

/** `# guide.md lines 1–200 of 812, sha256 …, unsaved edits, next 201`. */
function head(read: z.output<typeof answer>): string {
  const marks = [
    `lines ${read.from}–${read.to} of ${read.lines}`,
    `sha256 ${read.sha256}`,
    ...(read.dirty ? [`unsaved edits, textSha256 ${read.textSha256}`] : []),
    ...(read.stale ? ['the file changed since'] : []),
    ...(read.proposal ? [`waits in ${safe(read.proposal)}`] : []),
    ...(read.eol === 'lf' || read.eol === 'none' ? [] : [`eol ${read.eol}`]),
    ...(read.bom ? ['byte order mark'] : []),
    ...(read.next ? [`go on from ${read.next}`] : []),
  ];
  return `# ${safe(read.doc)} ${marks.join(', ')}`;
}
