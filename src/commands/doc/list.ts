import * as z from 'zod';
import { safe } from '../../safe.ts';
import { listDocs } from '../../session/index.ts';
import { command } from '../command.ts';
import { inSession } from '../in-session.ts';

/** Lists docs by path. */
export const docList = command({
  name: 'doc.list',
  summary: 'List the docs of the repository',
  detail:
    'Every text file that git tracks or would track, and docs created in this session. Opens none of them.',
  effect: 'reads',
  who: 'anyone',
  where: 'anywhere',
  input: z.strictObject({
    query: z.string().max(4096).optional().describe('Only paths that hold this text, upper or lower case'),
    limit: z.int().min(1).max(1000).default(200).describe('How many at most, 1 to 1000 (200)'),
    after: z
      .string()
      .max(4096)
      .optional()
      .describe('List what comes after this path: the `next` of an earlier answer'),
  }),
  output: z.object({
    docs: z.array(
      z.object({
        doc: z.string(),
        open: z.boolean(),
        dirty: z.boolean(),
        proposal: z.string().optional().describe('The pending proposal of this session that holds it'),
      }),
    ),
    total: z.number().describe('Docs that fit, shown or not'),
    next: z.string().optional().describe('Pass as `after` to go on'),
  }),
  positional: ['query'],
  words: ({ docs, total, next }) =>
    [
      ...docs.map(({ doc, dirty }) => `${safe(doc)}${dirty ? '  (unsaved edits)' : ''}`),
      ...(next ? [`${docs.length} of ${total}; go on with --after ${safe(next)}`] : []),
      ...(total === 0 ? ['No doc fits.'] : []),
    ].join('\n'),
  run: (call, input) => inSession(call, (session) => listDocs(session, input)),
});
