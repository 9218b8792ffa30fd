import * as z from 'zod';
import { safe } from '../../safe.ts';
import { recoverDoc } from '../../session/index.ts';
import { command } from '../command.ts';
import { docRef, stateShape, stateWords } from '../doc-fields.ts';
import { inSession } from '../in-session.ts';

/** Takes over a draft. */
export const docRecover = command({
  name: 'doc.recover',
  summary: 'Take over the unsaved edits that an ended session left of a doc',
  detail:
    'doc.status lists them. One step in the working copy; where the file changed since, the doc is stale and nothing on disk is overwritten.',
  effect: 'edits',
  who: 'anyone',
  where: 'anywhere',
  input: z.strictObject({ doc: docRef }),
  output: z.object({ ...stateShape, recovered: z.array(z.string()).describe('The edits that are back') }),
  positional: ['doc'],
  words: (state) => `Recovered: ${state.recovered.map(safe).join('; ')}\n${stateWords(state)}`,
  run: (call, input) => inSession(call, (session) => recoverDoc(session, input)),
});
