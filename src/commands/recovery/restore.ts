import * as z from 'zod';
import { safe, safeLines } from '../../safe.ts';
import { restoreCopy } from '../../session/index.ts';
import { command } from '../command.ts';
import { inSession } from '../in-session.ts';

/** Puts back what was overwritten. */
export const recoveryRestore = command({
  name: 'recovery.restore',
  summary: 'Put back bytes that were overwritten',
  detail:
    'Writes a copy to the file it was of, or elsewhere, and keeps what that replaces. Neither the index nor a commit changes.',
  effect: 'writes',
  who: 'owner',
  where: 'anywhere',
  input: z.strictObject({
    id: z
      .string()
      .min(1)
      .max(256)
      .optional()
      .describe('The copy, as recovery.list names it, or its beginning'),
    doc: z.string().min(1).max(4096).optional().describe('In place of an id: the newest copy of this path'),
    to: z.string().min(1).max(4096).optional().describe('Another path to write it to'),
    print: z.boolean().optional().describe('Print it as text and write nothing'),
  }),
  output: z.object({
    id: z.string().describe('The copy that was restored'),
    sha256: z.string().describe('Of its bytes'),
    doc: z.string().optional().describe('The file that holds them now'),
    unchanged: z.boolean().optional().describe('It held them already'),
    kept: z.string().optional().describe('The copy of what the file held before'),
    text: z.string().optional().describe('The bytes as text, when they were to be printed'),
  }),
  positional: ['id'],
  words: ({ id, doc, unchanged, kept, text }) => {
    if (text !== undefined) return safeLines(text);
    if (unchanged) return `${safe(doc!)} holds ${safe(id)} already.`;
    const before = kept ? ` What it held before is kept as ${safe(kept)}.` : '';
    return `${safe(doc!)} holds ${safe(id)} again, uncommitted.${before}`;
  },
  run: (call, input) => inSession(call, (session) => restoreCopy(session, input)),
});
