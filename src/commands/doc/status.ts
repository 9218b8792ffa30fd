import * as z from 'zod';
import { safe } from '../../safe.ts';
import { type SessionState, statusDoc, statusSession } from '../../session/index.ts';
import { command } from '../command.ts';
import { docRef, type StateAnswer, stateShape, stateWords } from '../doc-fields.ts';
import { inSession, type Plain } from '../in-session.ts';

/** How one doc stands, or all that are open. */
export const docStatus = command({
  name: 'doc.status',
  summary: 'Say how a doc stands, or everything that is open',
  detail:
    'Unsaved edits, whether the file changed on disk or differs from HEAD, the proposal it waits in and what became of the last one, and what the owner has unsaved elsewhere.',
  effect: 'reads',
  who: 'anyone',
  where: 'anywhere',
  input: z.strictObject({ doc: docRef.optional() }),
  output: z.object({
    ...z.object(stateShape).partial().shape,
    unsavedInApp: z
      .union([z.boolean(), z.array(z.string())])
      .describe('Docs with unsaved edits in the owner’s session; true or false for one doc'),
    agent: z.string().nullable().optional(),
    branch: z.string().nullable().optional().describe('The branch that is checked out'),
    docs: z.array(z.object(stateShape)).optional().describe('Every open doc'),
    pending: z.array(z.object({ proposal: z.string(), docs: z.array(z.string()) })).optional(),
    drafts: z
      .array(
        z.object({
          doc: z.string(),
          at: z.string(),
          door: z.string(),
          agent: z.string().nullable(),
          edits: z.array(z.string()),
          fits: z.boolean().describe('The file is still what the edits were made on'),
        }),
      )
      .optional()
      .describe('Unsaved edits of sessions that ended; doc.recover takes one over'),
    operation: z.string().optional().describe('The git operation in progress: nothing settles until it ends'),
  }),
  positional: ['doc'],
  words: (answer) =>
    answer.docs ? sessionWords(answer as Plain<SessionState>) : stateWords(answer as StateAnswer),
  run: (call, { doc }) =>
    inSession(call, async (session) =>
      doc === undefined ? statusSession(session) : statusDoc(session, doc),
    ),
});

function sessionWords({
  branch,
  docs,
  unsavedInApp,
  pending,
  drafts,
  operation,
}: Plain<SessionState>): string {
  return [
    `On ${branch === null ? 'no branch (detached)' : safe(branch)}.`,
    ...(operation ? [`A ${operation} is in progress.`] : []),
    ...(docs.length > 0 ? docs.map(stateWords) : ['No doc is open.']),
    ...pending.map(
      ({ proposal, docs: waiting }) => `${safe(proposal)} waits with ${waiting.map(safe).join(', ')}`,
    ),
    ...(unsavedInApp.length > 0 ? [`Unsaved in another session: ${unsavedInApp.map(safe).join(', ')}`] : []),
    ...drafts.map(
      ({ doc, at, fits }) =>
        `Draft of ${safe(doc)} from ${safe(at)}${fits ? '' : ' (the file changed since)'}`,
    ),
  ].join('\n');
}
