import * as z from 'zod';
import { safe } from '../../safe.ts';
import { previewRedoInSession, redoInSession } from '../../session/index.ts';
import { command } from '../command.ts';
import { inSession } from '../in-session.ts';
import { known, takeBackInput, takeBackOutput, takeBackWords } from '../take-back-fields.ts';

export const proposalRedo = command({
  name: 'proposal.redo',
  summary: 'Redo the approval or rejection of a proposal that was undone last',
  detail:
    'While its branch stands where the undo left it, branch, files and index are again as the approval had made them, with edits made since kept; else the proposal is applied to what is there now, where that shows nothing new. proposal.undo takes it back.',
  effect: 'writes',
  who: 'owner',
  where: 'anywhere',
  positional: ['proposal'],
  input: z.strictObject(takeBackInput),
  output: z.strictObject({
    proposal: z.string().describe('Id.'),
    how: z
      .enum(['forward', 'end', 'apply'])
      .describe(
        'forward: the branch goes to where the approval had put it. end: it ends unlanded again. apply: it is applied to what the branch has now.',
      ),
    becomes: z
      .enum(['applied', 'rejected', 'withdrawn', 'superseded', 'removed'])
      .optional()
      .describe('With preview: what would become of it.'),
    outcome: z
      .enum(['applied', 'rejected', 'withdrawn', 'superseded', 'removed'])
      .optional()
      .describe('What became of it, once it is done.'),
    tip: z.string().describe('The tip that it is about.'),
    ...takeBackOutput,
  }),
  words: (answer) => [sentence(answer), ...takeBackWords(answer)].join('\n'),
  run: async (call, { preview, ...ask }) =>
    inSession(call, async (session) =>
      preview ? known(await previewRedoInSession(session, ask)) : known(await redoInSession(session, ask)),
    ),
});

interface Answer {
  readonly proposal: string;
  readonly how: 'forward' | 'end' | 'apply';
  readonly becomes?: string | undefined;
  readonly outcome?: string | undefined;
  readonly target?: string | undefined;
  readonly targetOid?: string | undefined;
}

function sentence({ proposal, how, becomes, outcome, target = '', targetOid = '' }: Answer): string {
  const [id, branch] = [safe(proposal), safe(target)];
  const at = targetOid.slice(0, 10);
  if (outcome === undefined) {
    if (how === 'end') return `Redoing ends ${id} again: it is ${becomes}. No file changes.`;
    return how === 'forward'
      ? `Redoing takes ${branch} to where the approval of ${id} had put it.`
      : `Redoing applies ${id} to what ${branch} has now.`;
  }
  if (how === 'end') return `${id} is ${outcome} again.`;
  return how === 'forward'
    ? `Approved ${id} again: ${branch} is at ${at}, where the approval had put it.`
    : `Applied ${id} to ${branch} again, ${at}.`;
}
