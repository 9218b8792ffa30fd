import * as z from 'zod';
import { openDoc } from '../../session/index.ts';
import { command } from '../command.ts';
import { docRef, stateShape, stateWords } from '../doc-fields.ts';
import { inSession } from '../in-session.ts';

/** Opens a doc. */
export const docOpen = command({
  name: 'doc.open',
  summary: 'Open a doc in this session',
  detail:
    'Reading or editing opens a doc too. Others see which docs are open, and whether they have unsaved edits.',
  effect: 'edits',
  idempotent: true,
  who: 'anyone',
  where: 'session',
  input: z.strictObject({ doc: docRef }),
  output: z.object(stateShape),
  positional: ['doc'],
  words: (state) => stateWords(state),
  run: (call, input) => inSession(call, (session) => openDoc(session, input)),
});
