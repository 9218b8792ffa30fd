import * as z from 'zod';
import { safe } from '../../safe.ts';
import { previewUndoInSession, undoInSession } from '../../session/index.ts';
import { command } from '../command.ts';
import { inSession } from '../in-session.ts';
import { known, takeBackInput, takeBackOutput, takeBackWords } from '../take-back-fields.ts';

export const proposalUndo = command({
  name: 'proposal.undo',
  summary: 'Undo the last approval or rejection of a proposal, so that it is pending again',
  detail:
    'Where only its branch holds what landed, branch, files and index go back, with edits made since kept; else a commit takes the change out and the proposal waits as a new revision. What is refused has changed nothing. proposal.redo takes it back.',
  effect: 'writes',
  who: 'owner',
  where: 'anywhere',
  positional: ['proposal'],
  input: z.strictObject(takeBackInput),
  output: z.strictObject({
    proposal: z.string().describe('Id.'),
    was: z
      .enum(['applied', 'rejected', 'withdrawn', 'superseded', 'removed'])
      .describe('What had become of it.'),
    how: z
      .enum(['back', 'revert', 'reopen', 'again'])
      .describe(
        'back: the branch goes back to where it was. revert: a commit takes the change out. reopen: nothing had landed. again: the change is gone already, and a new revision applies it again.',
      ),
    outcome: z.literal('pending').optional().describe('pending, once it is done.'),
    tip: z.string().describe('Tip that is pending; with preview, the one that ended.'),
    revision: z.int().min(0).optional().describe('Number of that revision.'),
    held: z.array(z.string()).describe('What else holds what landed, so that the branch cannot go back.'),
    ...takeBackOutput,
  }),
  words: (answer) => [...sentences(answer), ...takeBackWords(answer)].join('\n'),
  run: async (call, { preview, ...ask }) =>
    inSession(call, async (session) =>
      preview ? known(await previewUndoInSession(session, ask)) : known(await undoInSession(session, ask)),
    ),
});

interface Answer {
  readonly proposal: string;
  readonly was: keyof typeof ENDS;
  readonly how: 'back' | 'revert' | 'reopen' | 'again';
  readonly outcome?: 'pending' | undefined;
  readonly revision?: number | undefined;
  readonly held: readonly string[];
  readonly target?: string | undefined;
  readonly targetOid?: string | undefined;
}

const ENDS = {
  applied: 'approval',
  rejected: 'rejection',
  withdrawn: 'withdrawal',
  superseded: 'end',
  removed: 'removal',
} as const;

function sentences(answer: Answer): string[] {
  return answer.outcome === undefined ? planned(answer) : done(answer);
}

function planned({ proposal, was, how, held, target = '' }: Answer): string[] {
  const [id, branch] = [safe(proposal), safe(target)];
  switch (how) {
    case 'back':
      return [`Undoing takes ${branch} back to where it was before ${id} was approved; it is pending again.`];
    case 'revert':
      return [
        `Undoing adds a commit to ${branch} that takes ${id} out; it waits as a new revision on top of that.`,
        held.length > 0
          ? `${branch} cannot go back: ${held.map((each) => safe(each)).join(', ')} has the commit, too.`
          : `${branch} cannot go back: it has newer commits, or git merged ${id}.`,
      ];
    case 'again':
      return [
        `Undoing makes a new revision of ${id} on what ${branch} has now: its change is not there any more.`,
      ];
    case 'reopen':
      return [`Undoing takes the ${ENDS[was]} of ${id} back: it is pending again. No file changes.`];
  }
}

function done({ proposal, was, how, target = '', targetOid, revision }: Answer): string[] {
  const [id, branch] = [safe(proposal), safe(target)];
  const at = targetOid === undefined ? 'has no commit again' : `is back at ${targetOid.slice(0, 10)}`;
  switch (how) {
    case 'back':
      return [`Undid the approval of ${id}: ${branch} ${at}, and the proposal is pending again.`];
    case 'revert':
      return [
        `Undid the approval of ${id} with a commit on ${branch}, ${targetOid?.slice(0, 10)}. It is pending again as revision ${revision}.`,
      ];
    case 'again':
      return [`${id} is pending again as revision ${revision}, on what ${branch} has now.`];
    case 'reopen':
      return [`Undid the ${ENDS[was]} of ${id}: it is pending again.`];
  }
}
