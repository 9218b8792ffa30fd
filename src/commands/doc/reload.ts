import * as z from 'zod';
import { safe } from '../../safe.ts';
import { reloadDoc } from '../../session/index.ts';
import { command } from '../command.ts';
import { docRef, stateShape } from '../doc-fields.ts';
import { inSession } from '../in-session.ts';

/** Loads the file when nothing is lost. */
export const docReload = command({
  name: 'doc.reload',
  summary: 'Load a doc from its file when no edit would be lost',
  detail:
    'Refuses `dirty` with the edits that the file lacks, and `proposed` while they wait for the owner. A doc whose file is gone is closed.',
  effect: 'edits',
  idempotent: true,
  who: 'anyone',
  where: 'session',
  input: z.strictObject({ doc: docRef }),
  output: z.object({
    ...z.object(stateShape).partial().shape,
    doc: z.string(),
    reloaded: z.boolean().describe('False when there was nothing to load'),
    closed: z.boolean().optional().describe('The file is gone, so the doc was closed'),
  }),
  positional: ['doc'],
  words: ({ doc, reloaded, closed }) =>
    `${safe(doc)}: ${closed ? 'the file is gone; closed' : reloaded ? 'loaded from the file' : 'is as the file'}`,
  run: (call, input) => inSession(call, (session) => reloadDoc(session, input)),
});
