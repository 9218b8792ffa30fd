import * as z from 'zod';
import { safe } from '../../safe.ts';
import { redoDoc } from '../../session/index.ts';
import { command } from '../command.ts';
import { docRef, stateShape, stateWords } from '../doc-fields.ts';
import { inSession } from '../in-session.ts';

/** Redoes steps. */
export const docRedo = command({
  name: 'doc.redo',
  summary: 'Redo the last undone steps of a doc',
  effect: 'edits',
  who: 'anyone',
  where: 'session',
  input: z.strictObject({
    doc: docRef,
    steps: z.int().min(1).max(1000).default(1).describe('How many, 1 to 1000 (1)'),
  }),
  output: z.object({ ...stateShape, redone: z.array(z.string()).describe('What was redone, in order') }),
  positional: ['doc'],
  words: (state) =>
    `${state.redone.length === 0 ? 'Nothing to redo.' : `Redid: ${state.redone.map(safe).join('; ')}`}\n${stateWords(state)}`,
  run: (call, input) => inSession(call, (session) => redoDoc(session, input)),
});
