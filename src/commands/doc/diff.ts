import * as z from 'zod';
import { safe, safeLines } from '../../safe.ts';
import { diffDoc } from '../../session/index.ts';
import { command } from '../command.ts';
import { docRef } from '../doc-fields.ts';
import { inSession } from '../in-session.ts';

/** What the working copy changes. */
export const docDiff = command({
  name: 'doc.diff',
  summary: 'Show what the working copy of a doc changes',
  detail: 'A unified diff against the file on disk, HEAD, or the proposal that it waits in.',
  effect: 'reads',
  who: 'anyone',
  where: 'anywhere',
  input: z.strictObject({
    doc: docRef,
    against: z.enum(['disk', 'head', 'proposal']).default('disk').describe('What to compare with (disk)'),
    context: z
      .int()
      .min(0)
      .max(1000)
      .default(3)
      .describe('Unchanged lines around each change, 0 to 1000 (3)'),
  }),
  output: z.object({
    doc: z.string(),
    against: z.enum(['disk', 'head', 'proposal']),
    proposal: z.string().optional(),
    added: z.number(),
    removed: z.number(),
    text: z.string().describe('The unified diff; empty when nothing differs'),
  }),
  positional: ['doc'],
  textual: true,
  words: ({ doc, against, added, removed, text }) =>
    text === ''
      ? `# ${safe(doc)} is as ${against === 'disk' ? 'the file' : against === 'head' ? 'HEAD' : 'the proposal'}`
      : `# ${safe(doc)} against ${against}: +${added} −${removed}\n${safeLines(text)}`,
  run: (call, input) => inSession(call, (session) => diffDoc(session, input)),
});
