import * as z from 'zod';
import { renameDoc } from '../../session/index.ts';
import { command } from '../command.ts';
import { docRef, editedShape, editedWords, newPath } from '../doc-fields.ts';
import { inSession } from '../in-session.ts';

/** Renames a doc. */
export const docRename = command({
  name: 'doc.rename',
  summary: 'Rename a doc',
  detail:
    'One step in the working copy; disk follows when it is saved. Refuses `exists` where a doc is there already.',
  effect: 'edits',
  who: 'anyone',
  where: 'anywhere',
  input: z.strictObject({
    doc: docRef,
    to: newPath.describe('The new path from the root of the repository'),
  }),
  output: z.object(editedShape),
  positional: ['doc', 'to'],
  words: editedWords,
  run: (call, input) => inSession(call, (session) => renameDoc(session, input)),
});
