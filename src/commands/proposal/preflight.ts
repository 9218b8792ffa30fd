import * as z from 'zod';
import { safe } from '../../safe.ts';
import { preflightInSession } from '../../session/index.ts';
import { command } from '../command.ts';
import { inSession } from '../in-session.ts';

const lines = (of: string) => z.array(z.string()).describe(`${of} lines, with their endings.`);
const range = z
  .array(z.int().min(0))
  .describe('Lines of the base: two numbers, from 0, the second exclusive.');

export const proposalPreflight = command({
  name: 'proposal.preflight',
  summary: 'Show what approving a proposal would do, and get the token that approves it',
  detail: 'Computed on what is there now. It changes nothing.',
  effect: 'reads',
  idempotent: true,
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
    tip: z.string().describe('Commit that would land.'),
    base: z.string().optional().describe('Where it parts from its target.'),
    target: z.string().describe('Branch that it lands on.'),
    targetOid: z.string().optional().describe('Where that branch is.'),
    plan: z
      .enum(['fast-forward', 'merge', 'commit', 'clash', 'already', 'blocked'])
      .describe('How it would land; clash, already and blocked do not.'),
    blocked: z
      .strictObject({
        code: z.string().describe('Code that approving refuses with.'),
        cause: z.string().describe('What stands in the way.'),
        message: z.string().describe('The same in a sentence.'),
        hint: z.string().describe('What to do about it.'),
      })
      .optional()
      .describe('Why it cannot land, when plan is blocked.'),
    token: z.string().describe('Approves exactly this plan; void when anything of it moves.'),
    simple: z.boolean().describe('Reading the proposal is reading the plan: its tip approves it, too.'),
    commits: z
      .array(
        z.strictObject({
          oid: z.string().describe('Commit.'),
          subject: z.string().describe('Its subject.'),
          by: z.string().describe('Its author.'),
        }),
      )
      .describe('Commits that the target lacks, newest first.'),
    paths: z
      .array(
        z.strictObject({
          doc: z.string().describe('Path.'),
          what: z
            .enum(['add', 'change', 'delete', 'rename', 'mode', 'type', 'binary'])
            .describe('What the proposal does to it.'),
          from: z.string().optional().describe('Name it has on the target now.'),
          branch: z
            .enum(['unchanged', 'theirs', 'merged', 'same', 'clash'])
            .describe('On the target branch.'),
          disk: z.enum(['clean', 'merged', 'same', 'clash', 'elsewhere']).describe('In the work tree.'),
          index: z.enum(['clean', 'merged', 'same', 'clash']).describe('In the index.'),
          added: z.int().min(0).describe('Lines added.'),
          removed: z.int().min(0).describe('Lines removed.'),
          touching: z.int().min(0).describe('Changes of two sides right beside each other.'),
          open: z.string().optional().describe('Where it is open with unsaved edits.'),
        }),
      )
      .describe('What becomes of each path.'),
    hunks: z
      .array(
        z.strictObject({
          id: z.string().describe('Hash of its content.'),
          doc: z.string().describe('Path.'),
          what: z
            .enum(['lines', 'add', 'delete', 'rename', 'mode', 'binary'])
            .describe('What it changes: lines, or something of the whole doc.'),
          from: z.string().optional().describe('Name before a rename.'),
          base: range,
          old: lines('The replaced'),
          new: lines('The new'),
        }),
      )
      .describe('The changes. Each can land without the others.'),
    clashes: z
      .array(
        z.strictObject({
          doc: z.string().describe('Path.'),
          kind: z
            .enum(['merge_conflict', 'uncommitted_clash', 'staged_clash', 'untracked_in_the_way'])
            .describe('Code that approving refuses with.'),
          shape: z.string().describe('What stands against what: lines, delete/modify, add/add, …'),
          hunks: z
            .array(
              z.strictObject({
                base: range,
                ours: lines('Your'),
                theirs: lines('The proposal’s'),
              }),
            )
            .describe('The lines, where it is lines.'),
          id: z.string().describe('Hash of what clashes.'),
          choices: z
            .array(z.enum(['ours', 'theirs', 'both', 'both-theirs-first', 'text']))
            .describe('What may be taken at approval; nothing where it has to be solved by hand.'),
        }),
      )
      .describe('What cannot be merged.'),
    needs: z
      .array(
        z.strictObject({
          confirm: z.enum(['mode', 'link', 'submodule']).describe('What to confirm at approval.'),
          doc: z.string().describe('Path.'),
          says: z.string().describe('What is to be known of it.'),
        }),
      )
      .describe('What needs a second yes.'),
    hidden: z
      .string()
      .optional()
      .describe('Path that a commit changes to what the last one does not show: all lands as one commit.'),
    touching: z.int().min(0).describe('Sum over all paths.'),
    warnings: z.array(z.string()).describe('What else to know.'),
  }),
  words: (plan) =>
    [
      `${safe(plan.proposal)} onto ${safe(plan.target || 'no branch')}: ${HOW[plan.plan]}`,
      ...(plan.blocked ? [`  ${safe(plan.blocked.message)}`, `  hint: ${safe(plan.blocked.hint)}`] : []),
      ...(plan.commits.length > 1
        ? plan.commits.map(({ oid, subject, by }) => `  ${oid.slice(0, 10)} ${safe(subject)} (${safe(by)})`)
        : []),
      ...plan.paths.map(pathWords),
      ...plan.clashes.flatMap(clashWords),
      ...plan.needs.map(({ doc, says, confirm }) => `  ${safe(doc)} ${says}: needs --confirm ${confirm}`),
      ...plan.warnings.map((each) => safe(each)),
      `tip ${plan.tip}`,
      `token ${plan.token}`,
    ].join('\n'),
  run: async (call, { proposal }) =>
    inSession(call, async (session) => {
      const { base, targetOid, ...plan } = await preflightInSession(session, { proposal });
      return { ...plan, ...(base === null ? {} : { base }), ...(targetOid === null ? {} : { targetOid }) };
    }),
});

const HOW = {
  'fast-forward': 'fast-forward',
  merge: 'merge commit',
  commit: 'one commit',
  clash: 'clashes, so nothing can land as it is',
  already: 'already there',
  blocked: 'blocked',
} as const;

interface PathRow {
  readonly doc: string;
  readonly what: string;
  readonly from?: string | undefined;
  readonly disk: string;
  readonly index: string;
  readonly added: number;
  readonly removed: number;
  readonly touching: number;
  readonly open?: string | undefined;
}

function pathWords({ doc, what, from, disk, index, added, removed, touching, open }: PathRow): string {
  const notes = [
    ...(disk === 'merged' ? ['your uncommitted edits stay on top'] : []),
    ...(index === 'merged' ? ['your staged edits stay staged'] : []),
    ...(touching > 0 ? ['changes of both sides stand right beside each other'] : []),
    ...(open === undefined ? [] : [`open with unsaved edits: ${safe(open)}`]),
  ];
  const name = from === undefined ? safe(doc) : `${safe(from)} to ${safe(doc)}`;
  return `  ${what} ${name}  +${added} -${removed}${notes.length > 0 ? `  (${notes.join('; ')})` : ''}`;
}

interface ClashRow {
  readonly doc: string;
  readonly kind: string;
  readonly shape: string;
  readonly id: string;
  readonly choices: readonly string[];
  readonly hunks: readonly { readonly ours: readonly string[]; readonly theirs: readonly string[] }[];
}

function clashWords({ doc, kind, shape, id, choices, hunks }: ClashRow): string[] {
  const line = (mark: string) => (text: string) => `    ${mark} ${safe(text.replace(/\r?\n$/, ''))}`;
  return [
    `  ${kind} ${safe(doc)} (${shape})`,
    ...hunks.flatMap(({ ours, theirs }) => [...ours.map(line('yours ')), ...theirs.map(line('theirs'))]),
    choices.length > 0 ? `    ${id}: ${choices.join(', ')}` : '    to be solved by hand',
  ];
}
