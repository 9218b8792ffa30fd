import * as z from 'zod';
import { safe } from '../../safe.ts';
import { closeDoc } from '../../session/index.ts';
import { command } from '../command.ts';
import { docRef } from '../doc-fields.ts';
import { inSession } from '../in-session.ts';

/** Closes a doc. */
export const docClose = command({
  name: 'doc.close',
  summary: 'Close an open doc',
  detail: 'Refuses `dirty` with unsaved edits and `proposed` while they wait, unless told to discard them.',
  effect: 'edits',
  who: 'anyone',
  where: 'session',
  input: z.strictObject({
    doc: docRef,
    discard: z.boolean().default(false).describe('Drop its unsaved edits for good'),
  }),
  output: z.object({
    doc: z.string(),
    closed: z.literal(true),
    dropped: z.array(z.string()).describe('The edits that were dropped'),
  }),
  positional: ['doc'],
  words: ({ doc, dropped }) =>
    `${safe(doc)}: closed${dropped.length > 0 ? `; dropped: ${dropped.map(safe).join('; ')}` : ''}`,
  run: (call, input) => inSession(call, (session) => closeDoc(session, input)),
});
