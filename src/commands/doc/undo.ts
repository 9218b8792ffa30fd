import * as z from 'zod';
import { safe } from '../../safe.ts';
import { undoDoc } from '../../session/index.ts';
import { command } from '../command.ts';
import { docRef, stateShape, stateWords } from '../doc-fields.ts';
import { inSession } from '../in-session.ts';

/** Undoes steps. */
export const docUndo = command({
  name: 'doc.undo',
  summary: 'Undo the last steps of a doc',
  detail: 'Also past a save: disk is never changed by it. What is undone can be redone until the next edit.',
  effect: 'edits',
  who: 'anyone',
  where: 'session',
  input: z.strictObject({
    doc: docRef,
    steps: z.int().min(1).max(1000).default(1).describe('How many, 1 to 1000 (1)'),
  }),
  output: z.object({
    ...stateShape,
    undone: z.array(z.string()).describe('What was undone, last step first'),
  }),
  positional: ['doc'],
  words: (state) =>
    `${state.undone.length === 0 ? 'Nothing to undo.' : `Undid: ${state.undone.map(safe).join('; ')}`}\n${stateWords(state)}`,
  run: (call, input) => inSession(call, (session) => undoDoc(session, input)),
});
