import * as z from 'zod';
import { safe } from '../../safe.ts';
import { rejectInSession } from '../../session/index.ts';
import { command } from '../command.ts';

export const proposalReject = command({
  name: 'proposal.reject',
  summary: 'Reject a proposal, with a reason that its agent is told',
  detail:
    'Its branch goes; its last commit and the reason stay readable. Only the tip that was read is rejected.',
  effect: 'destroys',
  who: 'owner',
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
      .describe('The tip that was read.'),
    reason: z.string().max(4000).optional().describe('Why, for the agent.'),
  }),
  output: z.strictObject({
    proposal: z.string().describe('Id.'),
    outcome: z.string().describe('rejected.'),
    tip: z.string().describe('The tip that was rejected.'),
    branchLeft: z.boolean().optional().describe('A worktree has its branch checked out, so it was left.'),
    warnings: z.array(z.string()).describe('What else to know.'),
  }),
  words: ({ proposal, warnings }) =>
    [`Rejected ${safe(proposal)}.`, ...warnings.map((each) => safe(each))].join('\n'),
  run: async (call, { proposal, tip, reason }) => {
    const session = await call.session();
    const ended = await rejectInSession(session, { proposal, tip, ...(reason ? { reason } : {}) });
    return { ...ended, warnings: [...ended.warnings] };
  },
});
