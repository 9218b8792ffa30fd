import * as z from 'zod';
import { createDoc } from '../../session/index.ts';
import { command } from '../command.ts';
import { editedShape, editedWords, newPath, wholeText } from '../doc-fields.ts';
import { inSession } from '../in-session.ts';

/** Begins a doc. */
export const docCreate = command({
  name: 'doc.create',
  summary: 'Begin a new doc',
  detail:
    'Acts on the working copy: nothing is on disk until it is saved. Refuses `exists` where a doc is there already.',
  effect: 'edits',
  who: 'anyone',
  where: 'anywhere',
  input: z.strictObject({ doc: newPath, text: wholeText.default('') }),
  output: z.object(editedShape),
  positional: ['doc'],
  words: editedWords,
  run: (call, input) => inSession(call, (session) => createDoc(session, input)),
});
