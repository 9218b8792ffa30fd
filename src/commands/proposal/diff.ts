import * as z from 'zod';
import { diffProposal } from '../../proposals/index.ts';
import { safe, safeLines } from '../../safe.ts';
import { command } from '../command.ts';

export const proposalDiff = command({
  name: 'proposal.diff',
  summary: 'Show what a proposal changes, as a unified diff',
  detail:
    'Against the commit where it parts from its target, or with since against one of its revisions. It changes nothing.',
  effect: 'reads',
  idempotent: true,
  who: 'anyone',
  where: 'anywhere',
  textual: true,
  positional: ['proposal', 'doc'],
  input: z.strictObject({
    proposal: z
      .string()
      .min(1)
      .max(256)
      .describe('Id of the proposal, or a beginning of it that fits one only.'),
    doc: z.string().min(1).max(4096).optional().describe('Only this path.'),
    since: z.int().min(1).max(100000).optional().describe('Only what changed since this revision.'),
    context: z
      .int()
      .min(0)
      .max(1000)
      .optional()
      .describe('Unchanged lines around each change; 3 when left out.'),
  }),
  output: z.strictObject({
    proposal: z.string().describe('Id.'),
    tip: z.string().describe('Commit it was computed on.'),
    revision: z.int().min(0).describe('Revision it was computed on.'),
    base: z.string().optional().describe('Commit it is read against.'),
    text: z.string().describe('The diff; empty when nothing differs.'),
  }),
  words: ({ proposal, tip, revision, text }, { since }) => {
    const against = since === undefined ? '' : ` since revision ${since}`;
    const head = `# ${safe(proposal)}, revision ${revision}, ${tip.slice(0, 10)}${against}`;
    return `${head}\n${text === '' ? 'Nothing differs.' : safeLines(text)}`;
  },
  run: async (call, { proposal, ...options }) => {
    const { repo } = await call.session();
    const { base, ...diff } = await diffProposal(repo, proposal, options);
    return { ...diff, ...(base === null ? {} : { base }) };
  },
});
