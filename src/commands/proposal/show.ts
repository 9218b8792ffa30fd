import * as z from 'zod';
import { showProposal } from '../../proposals/index.ts';
import { safe } from '../../safe.ts';
import { command } from '../command.ts';
import { outcomeWords, rowOf, rowShape } from '../proposal-row.ts';

export const proposalShow = command({
  name: 'proposal.show',
  summary: 'Show what a proposal is and what became of it',
  detail: 'Its commits, paths and edits are in the words of who proposed it. It changes nothing.',
  effect: 'reads',
  idempotent: true,
  who: 'anyone',
  where: 'anywhere',
  positional: ['proposal'],
  input: z.strictObject({
    proposal: z
      .string()
      .min(1)
      .max(256)
      .describe('Id of the proposal, or a beginning of it that fits one only.'),
  }),
  output: rowShape.extend({
    base: z.string().optional().describe('Commit that it is read against: where it parts from its target.'),
    behind: z.int().min(0).describe('Commits of the target that it lacks.'),
    commits: z
      .array(
        z.strictObject({
          oid: z.string().describe('Commit.'),
          subject: z.string().describe('Its subject.'),
          by: z.string().describe('Its author.'),
        }),
      )
      .describe('Its own commits, newest first.'),
    paths: z
      .array(
        z.strictObject({
          doc: z.string().describe('Path.'),
          what: z.enum(['add', 'change', 'delete', 'mode', 'type', 'binary']).describe('What it does to it.'),
          added: z.int().min(0).describe('Lines added.'),
          removed: z.int().min(0).describe('Lines removed.'),
        }),
      )
      .describe('Paths it changes.'),
  }),
  words: (shown) =>
    [
      `${safe(shown.proposal)}  ${safe(shown.summary)}`,
      line('state', shown.outcome === undefined ? shown.state : outcomeWords(shown.outcome)),
      line('by', `${safe(shown.agent?.name ?? shown.by.name)}, ${shown.at}`),
      line('tip', `${shown.tip} (revision ${shown.revision})`),
      line('target', targetWords(shown)),
      ...shown.commits
        .slice(1)
        .map(({ oid, subject, by }) => line('commit', `${oid.slice(0, 10)} ${safe(subject)} (${safe(by)})`)),
      ...shown.paths.map(({ doc, what, added, removed }) =>
        line(what, `${safe(doc)}  +${added} -${removed}`),
      ),
      ...shown.edits.map((edit) => line('edit', safe(edit))),
    ].join('\n'),
  run: async (call, { proposal }) => {
    const { repo } = await call.session();
    const { base, behind, commits, paths, ...rest } = await showProposal(repo, proposal);
    const sum = (key: 'added' | 'removed') => paths.reduce((total, each) => total + each[key], 0);
    return {
      ...rowOf(rest),
      added: sum('added'),
      removed: sum('removed'),
      ...(base === null ? {} : { base }),
      behind,
      commits: [...commits],
      paths: [...paths],
    };
  },
});

function line(name: string, text: string): string {
  return `  ${name.padEnd(8)}${text}`;
}

function targetWords({
  target,
  targetAssumed,
  behind,
}: {
  target?: string;
  targetAssumed: boolean;
  behind: number;
}): string {
  if (target === undefined) return 'unknown';
  const moved = behind === 0 ? '' : `, which went on by ${behind} ${behind === 1 ? 'commit' : 'commits'}`;
  return `${safe(target)}${targetAssumed ? ' (assumed)' : ''}${moved}`;
}
