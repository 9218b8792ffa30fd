import * as z from 'zod';
import { listEvents, observeProposals } from '../../proposals/index.ts';
import { safe } from '../../safe.ts';
import { command } from '../command.ts';

const PAGE = 100;

export const eventList = command({
  name: 'event.list',
  summary: 'List what happened, oldest first',
  detail:
    'Proposals that came, moved and ended, docs that changed, sessions that came and went. Ask again with its cursor.',
  effect: 'reads',
  idempotent: true,
  who: 'anyone',
  where: 'anywhere',
  input: z.strictObject({
    since: z
      .string()
      .min(1)
      .max(1024)
      .optional()
      .describe('Cursor of an earlier answer; start, or left out: from the beginning.'),
    limit: z.int().min(1).max(1000).optional().describe(`How many at most; ${PAGE} when left out.`),
  }),
  output: z.strictObject({
    events: z
      .array(
        z.looseObject({
          id: z.string().describe('Id: one event has one, whoever saw it.'),
          kind: z.string().describe('What happened, as proposal.applied.'),
          at: z.string().describe('When it was recorded, ISO 8601.'),
          proposal: z.string().optional().describe('Id of the proposal it is about.'),
          doc: z.string().optional().describe('Path of the doc it is about.'),
          tip: z.string().optional().describe('Tip of the proposal.'),
          oid: z.string().optional().describe('The commit that brought it.'),
          reason: z.string().optional().describe('Why, in the words of who did it.'),
        }),
      )
      .describe('The events.'),
    cursor: z.string().describe('Ask with it for what happens next.'),
    complete: z.boolean().describe('False: there are more; ask again with the cursor.'),
  }),
  words: ({ events, cursor, complete }) =>
    [
      ...events.map((event) => words(event)),
      `${complete ? 'That is all' : 'There are more'}; go on with --since ${safe(cursor)}`,
    ].join('\n'),
  run: async (call, { since, limit }) => {
    const { repo, givens } = await call.session();
    await observeProposals(repo, givens);
    const from = since === undefined || since === 'start' ? null : since;
    return listEvents(repo, from, limit ?? PAGE);
  },
});

function words({ at, kind, proposal, doc, by, reason }: Record<string, unknown>): string {
  const who = (by as { name?: string } | undefined)?.name;
  const parts = [at, kind, proposal ?? doc, who === undefined ? undefined : `by ${who}`, reason];
  return parts
    .filter((part) => part !== undefined)
    .map((part) => safe(String(part)))
    .join('  ');
}
