import * as z from 'zod';
import { writeDoc } from '../../session/index.ts';
import { command } from '../command.ts';
import { docRef, editedShape, editedWords, expected, wholeText } from '../doc-fields.ts';
import { inSession } from '../in-session.ts';

/** Replaces the whole text. */
export const docWrite = command({
  name: 'doc.write',
  summary: 'Replace the whole text of a doc',
  detail: 'One step in the working copy, which can be undone. To change a few lines, doc.edit is safer.',
  effect: 'edits',
  idempotent: true,
  who: 'anyone',
  where: 'anywhere',
  input: z.strictObject({ doc: docRef, text: wholeText, expect: expected.optional() }),
  output: z.object(editedShape),
  positional: ['doc'],
  words: editedWords,
  run: (call, input) => inSession(call, (session) => writeDoc(session, input)),
});
