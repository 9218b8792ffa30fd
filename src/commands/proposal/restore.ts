import * as z from 'zod';
import { safe } from '../../safe.ts';
import { restoreInSession } from '../../session/index.ts';
import { command } from '../command.ts';
import { inSession } from '../in-session.ts';
import { known } from '../take-back-fields.ts';

export const proposalRestore = command({
  name: 'proposal.restore',
  summary: 'Bring an ended proposal back as pending',
  detail:
    'One that was rejected, withdrawn or removed, or applied and reverted since. No file, index or branch of yours changes; where its target has the old commits already, it comes back as a new revision.',
  effect: 'writes',
  who: 'owner',
  where: 'anywhere',
  positional: ['proposal'],
  input: z.strictObject({
    proposal: z
      .string()
      .min(1)
      .max(256)
      .describe('Id of the proposal, or a beginning of it that fits one only.'),
  }),
  output: z.strictObject({
    proposal: z.string().describe('Id.'),
    was: z
      .enum(['applied', 'rejected', 'withdrawn', 'superseded', 'removed'])
      .describe('What had become of it.'),
    how: z
      .enum(['reopen', 'again'])
      .describe('reopen: at the tip that ended. again: a new revision that applies the change again.'),
    outcome: z.literal('pending').describe('pending.'),
    tip: z.string().describe('Tip that is pending.'),
    revision: z.int().min(0).describe('Number of that revision.'),
    target: z.string().optional().describe('Branch that it is for.'),
    warnings: z.array(z.string()).describe('What else to know.'),
  }),
  words: ({ proposal, how, tip, revision, target = '', warnings }) =>
    [
      how === 'again'
        ? `${safe(proposal)} is pending again as revision ${revision}, on what ${safe(target)} has now.`
        : `${safe(proposal)} is pending again at ${tip.slice(0, 10)}.`,
      ...warnings.map((each) => safe(each)),
    ].join('\n'),
  run: async (call, ask) =>
    inSession(call, async (session) => {
      const { how, held: _held, paths: _paths, ...restored } = await restoreInSession(session, ask);
      return { ...known(restored), how: how === 'again' ? ('again' as const) : ('reopen' as const) };
    }),
});
