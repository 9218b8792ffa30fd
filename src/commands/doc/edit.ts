import * as z from 'zod';
import { LIMITS } from '../../kinds/index.ts';
import { editDoc } from '../../session/index.ts';
import { command } from '../command.ts';
import { docRef, editedShape, editedWords, expected } from '../doc-fields.ts';
import { inSession } from '../in-session.ts';

const edit = z.strictObject({
  oldText: z.string().min(1).max(LIMITS.docBytes).describe('Text that is in the doc now, exactly'),
  newText: z.string().max(LIMITS.docBytes).describe('What stands there after'),
  count: z.int().min(1).max(1_000_000).optional().describe('How often oldText occurs; all are replaced (1)'),
});

/** Replaces parts of the text. */
export const docEdit = command({
  name: 'doc.edit',
  summary: 'Replace parts of the text of a doc',
  detail:
    'Edits apply in order, all or none, as one step in the working copy. Refuses `not_found` and `ambiguous` unless each oldText occurs exactly `count` times.',
  effect: 'edits',
  who: 'anyone',
  where: 'anywhere',
  input: z.strictObject({
    doc: docRef,
    edits: z.array(edit).min(1).max(1000).describe('1 to 1000 edits, each on the result of the one before'),
    expect: expected.optional(),
  }),
  output: z.object(editedShape),
  positional: ['doc'],
  words: editedWords,
  run: (call, input) => inSession(call, (session) => editDoc(session, input)),
});
