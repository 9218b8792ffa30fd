import * as z from 'zod';
import { safe } from '../../safe.ts';
import { withdrawInSession } from '../../session/index.ts';
import { command } from '../command.ts';

export const proposalWithdraw = command({
  name: 'proposal.withdraw',
  summary: 'Withdraw a proposal of your own',
  detail:
    'Its branch goes, its last commit stays readable; the edits stay in the working copy. Never lands anything.',
  effect: 'destroys',
  who: 'anyone',
  where: 'anywhere',
  positional: ['proposal'],
  letters: { r: 'reason' },
  input: z.strictObject({
    proposal: z
      .string()
      .min(1)
      .max(256)
      .describe('Id of the proposal, or a beginning of it that fits one only.'),
    tip: z
      .string()
      .regex(/^([0-9a-f]{40}|[0-9a-f]{64})$/, 'a full commit name')
      .optional()
      .describe('The tip that was read; needed when another session made it.'),
    reason: z.string().max(4000).optional().describe('Why.'),
  }),
  output: z.strictObject({
    proposal: z.string().describe('Id.'),
    outcome: z.string().describe('withdrawn.'),
    tip: z.string().describe('The tip that was withdrawn.'),
    branchLeft: z.boolean().optional().describe('A worktree has its branch checked out, so it was left.'),
    warnings: z.array(z.string()).describe('What else to know.'),
  }),
  words: ({ proposal, warnings }) =>
    [`Withdrew ${safe(proposal)}.`, ...warnings.map((each) => safe(each))].join('\n'),
  run: async (call, { proposal, tip, reason }) => {
    const session = await call.session();
    const ended = await withdrawInSession(session, { proposal, tip, ...(reason ? { reason } : {}) });
    return { ...ended, warnings: [...ended.warnings] };
  },
});
