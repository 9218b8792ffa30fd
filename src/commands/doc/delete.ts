import * as z from 'zod';
import { deleteDoc } from '../../session/index.ts';
import { command } from '../command.ts';
import { docRef, editedShape, editedWords } from '../doc-fields.ts';
import { inSession } from '../in-session.ts';

/** Deletes a doc. */
export const docDelete = command({
  name: 'doc.delete',
  summary: 'Delete a doc',
  detail: 'One step in the working copy, which can be undone; the file goes when it is saved.',
  effect: 'edits',
  who: 'anyone',
  where: 'anywhere',
  input: z.strictObject({ doc: docRef }),
  output: z.object(editedShape),
  positional: ['doc'],
  words: editedWords,
  run: (call, input) => inSession(call, (session) => deleteDoc(session, input)),
});
