import * as z from 'zod';
import { safe } from '../../safe.ts';
import { listCopies } from '../../session/index.ts';
import { command } from '../command.ts';
import { inSession } from '../in-session.ts';

const USUAL = 100;

/** What was kept before it was overwritten. */
export const recoveryList = command({
  name: 'recovery.list',
  summary: 'List copies of bytes that were overwritten and that git held nowhere',
  detail:
    'Docket keeps them before a save, an approval or a restore writes over uncommitted work. Newest first, of all work trees.',
  effect: 'reads',
  who: 'owner',
  where: 'anywhere',
  input: z.strictObject({
    doc: z.string().min(1).max(4096).optional().describe('Only copies of this path'),
    limit: z.int().min(1).max(1000).default(USUAL).describe(`How many at most, 1 to 1000 (${USUAL})`),
  }),
  output: z.object({
    copies: z.array(
      z.object({
        id: z.string(),
        at: z.string().describe('When it was kept, ISO 8601'),
        doc: z.string().describe('The path that held the bytes'),
        why: z.string().describe('What was about to write over them'),
        size: z.number().describe('Bytes'),
        sha256: z.string().describe('Of the bytes'),
        worktree: z.string().optional().describe('The work tree it was in, when that is not this one'),
      }),
    ),
    total: z.number().describe('Copies that fit, shown or not'),
  }),
  positional: ['doc'],
  words: ({ copies, total }) =>
    [
      ...copies.map(
        ({ id, at, doc, why, size, worktree }) =>
          `${safe(id)}  ${at.slice(0, 19).replace('T', ' ')}  ${safe(doc)}  ${size} bytes  ${safe(why)}${worktree ? `  (in ${safe(worktree)})` : ''}`,
      ),
      ...(total > copies.length ? [`${copies.length} of ${total}; ask for more with --limit`] : []),
      ...(total === 0 ? ['Nothing is kept.'] : []),
    ].join('\n'),
  run: (call, { doc, limit }) =>
    inSession(call, async (session) => {
      const copies = await listCopies(session, doc === undefined ? {} : { doc });
      return { copies: copies.slice(0, limit), total: copies.length };
    }),
});
