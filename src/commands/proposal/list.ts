import * as z from 'zod';
import { countLines, listProposals, type Proposal } from '../../proposals/index.ts';
import { refuse } from '../../refusal.ts';
import { safe } from '../../safe.ts';
import type { Session } from '../../session/index.ts';
import { command } from '../command.ts';
import { outcomeWords, rowOf, rowShape } from '../proposal-row.ts';

/** What an agent is shown at once when it names no limit. */
const AGENT_PAGE = 20;

export const proposalList = command({
  name: 'proposal.list',
  summary: 'List proposals, newest first',
  detail: 'Pending ones unless state says otherwise. It changes nothing.',
  effect: 'reads',
  idempotent: true,
  who: 'anyone',
  where: 'anywhere',
  input: z.strictObject({
    state: z
      .enum(['pending', 'ended', 'all'])
      .optional()
      .describe('Which ones: pending (when left out), ended or all.'),
    doc: z.string().min(1).max(4096).optional().describe('Only those that change this path.'),
    mine: z.boolean().optional().describe('Only those of this session.'),
    limit: z.int().min(1).max(1000).optional().describe('How many at most.'),
    cursor: z.string().min(1).max(1024).optional().describe('Go on after a page: its next.'),
  }),
  output: z.strictObject({
    proposals: z.array(rowShape).describe('The proposals of this page.'),
    total: z.int().min(0).describe('How many there are on all pages.'),
    next: z.string().optional().describe('Cursor of the next page, when there is one.'),
  }),
  words: ({ proposals, total, next }) => {
    if (total === 0) return 'No proposals.';
    const more = next === undefined ? [] : [`${total} in all; go on with cursor ${safe(next)}`];
    return [...table(proposals), ...more].join('\n');
  },
  run: async (call, { state, doc, mine, limit, cursor }) => {
    const session = await call.session();
    const listed = await listProposals(session.repo, { state, doc });
    const all = mine ? listed.filter((each) => isMine(session, each)) : listed;
    const from = cursor === undefined ? 0 : after(all, cursor);
    const most = limit ?? (session.role === 'agent' ? AGENT_PAGE : all.length);
    const page = all.slice(from, from + most);
    const counts = await countLines(session.repo, page);
    const proposals = page.map((each, at) => ({ ...rowOf(each), ...counts[at] }));
    const next = from + most < all.length ? page.at(-1)?.id : undefined;
    return { proposals, total: all.length, ...(next === undefined ? {} : { next }) };
  },
});

type Row = z.output<typeof rowShape>;

function table(rows: readonly Row[]): string[] {
  const cells = rows.map((row) => [
    safe(row.proposal),
    row.state === 'pending' || !row.outcome ? row.state : outcomeWords(row.outcome),
    `+${row.added ?? 0} -${row.removed ?? 0}`,
    docsOf(row),
    safe(row.agent?.name ?? row.by.name),
    safe(row.summary),
  ]);
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...cells.map((row) => row[column]!.length)));
  return cells.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

function docsOf({ docs }: Row): string {
  const [first, ...more] = docs;
  if (first === undefined) return '';
  return more.length === 0 ? safe(first) : `${safe(first)} and ${more.length} more`;
}

function isMine({ id, docs }: Session, proposal: Proposal): boolean {
  const waits = [...docs.values()].some(({ waiting }) => waiting?.proposal === proposal.id);
  return proposal.session === id || waits;
}

function after(all: readonly Proposal[], cursor: string): number {
  const at = all.findIndex(({ id }) => id === cursor);
  if (at >= 0) return at + 1;
  return refuse('cursor_expired', 'the list changed and does not hold the cursor any more', {
    details: { cursor },
    hint: 'List again without cursor.',
  });
}
