import * as z from 'zod';
import { safe } from '../../safe.ts';
import { mergeDoc } from '../../session/index.ts';
import { command } from '../command.ts';
import { docRef, stateShape } from '../doc-fields.ts';
import { inSession } from '../in-session.ts';

/** Merges the file into the working copy. */
export const docMerge = command({
  name: 'doc.merge',
  summary: 'Merge the file’s changes into the unsaved edits of a doc',
  detail:
    'Three ways, against what the edits began on; one step that can be undone. Refuses `merge_conflict` where both sides changed the same lines, and then changes nothing.',
  effect: 'edits',
  idempotent: true,
  who: 'anyone',
  where: 'session',
  input: z.strictObject({ doc: docRef }),
  output: z.object({
    ...stateShape,
    merged: z.boolean().describe('False when the file had no changes to merge'),
    reloaded: z.boolean().optional().describe('The doc was clean, so the file was loaded'),
  }),
  positional: ['doc'],
  words: ({ doc, merged, reloaded }) =>
    `${safe(doc)}: ${merged ? 'merged the changes from disk' : reloaded ? 'loaded from the file' : 'the file has not changed'}`,
  run: (call, input) => inSession(call, (session) => mergeDoc(session, input)),
});
