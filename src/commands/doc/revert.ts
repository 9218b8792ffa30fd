import * as z from 'zod';
import { safe } from '../../safe.ts';
import { revertDoc } from '../../session/index.ts';
import { command } from '../command.ts';
import { docRef, stateShape, stateWords } from '../doc-fields.ts';
import { inSession } from '../in-session.ts';

/** Drops unsaved edits. */
export const docRevert = command({
  name: 'doc.revert',
  summary: 'Drop the unsaved edits of a doc: take the file as it is',
  detail: 'The file, not HEAD. One step, which doc.undo takes back; the answer lists what was dropped.',
  effect: 'destroys',
  idempotent: true,
  who: 'anyone',
  where: 'session',
  input: z.strictObject({ doc: docRef }),
  output: z.object({ ...stateShape, dropped: z.array(z.string()).describe('The edits that were dropped') }),
  positional: ['doc'],
  words: (state) =>
    `${state.dropped.length === 0 ? 'Nothing to drop.' : `Dropped: ${state.dropped.map(safe).join('; ')}`}\n${stateWords(state)}`,
  run: (call, input) => inSession(call, (session) => revertDoc(session, input)),
});
