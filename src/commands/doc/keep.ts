import * as z from 'zod';
import { keepDoc } from '../../session/index.ts';
import { command } from '../command.ts';
import { docRef, stateShape, stateWords } from '../doc-fields.ts';
import { inSession } from '../in-session.ts';

/** Keep Mine. */
export const docKeep = command({
  name: 'doc.keep',
  summary: 'Keep your edits: hide the mark until the file changes again',
  detail: 'A later save still asks before it overwrites the file.',
  effect: 'edits',
  idempotent: true,
  who: 'owner',
  where: 'session',
  input: z.strictObject({ doc: docRef }),
  output: z.object(stateShape),
  positional: ['doc'],
  words: (state) => stateWords(state),
  run: (call, input) => inSession(call, (session) => keepDoc(session, input)),
});
