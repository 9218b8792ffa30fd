import * as z from 'zod';
import { safe } from '../../safe.ts';
import { applyInSession } from '../../session/index.ts';
import { command } from '../command.ts';
import { expected } from '../doc-fields.ts';
import { inSession } from '../in-session.ts';

const path = z.string().min(1).max(4096).describe('Path.');

export const proposalApply = command({
  name: 'proposal.apply',
  summary: 'Approve a proposal: land it on its branch and in the work tree',
  detail:
    'Your uncommitted, staged and unsaved edits stay. Only what was read lands: the token of a preflight, or the tip where nothing had to be merged into your edits. What is refused has changed nothing.',
  effect: 'writes',
  who: 'owner',
  where: 'anywhere',
  positional: ['proposal'],
  letters: { m: 'summary' },
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
      .describe('The tip that was read; enough where the plan is simple.'),
    token: z.string().min(1).max(1000).optional().describe('The token of the preflight that was read.'),
    summary: z
      .string()
      .min(1)
      .max(1000)
      .regex(/^[^\r\n]*$/, 'one line of text')
      .optional()
      .describe('Subject of the merge commit; one is made when left out.'),
    hunks: z
      .array(z.string().min(1).max(64))
      .max(10_000)
      .optional()
      .describe('Ids of the changes that land, from the preflight that gave the token; all when left out.'),
    choices: z
      .array(
        z.strictObject({
          doc: path,
          clash: z.string().min(1).max(64).describe('Id of the clash.'),
          take: z
            .enum(['ours', 'theirs', 'both', 'both-theirs-first', 'text'])
            .describe('Your side, the proposal’s, both in this order or the other, or a text of yours.'),
          text: z
            .string()
            .optional()
            .describe('With take text: the lines that stand there, or the whole doc.'),
        }),
      )
      .min(1)
      .max(10_000)
      .optional()
      .describe('What to take where the preflight says that it clashes.'),
    edited: z
      .array(
        z.strictObject({
          doc: path,
          text: z.string().describe('What it is to hold on the target, whole.'),
        }),
      )
      .min(1)
      .max(1_000)
      .optional()
      .describe('Docs of it that land as you write them.'),
    confirm: z
      .array(z.enum(['mode', 'link', 'submodule']))
      .min(1)
      .max(3)
      .optional()
      .describe('The second yes to what the preflight needs one for.'),
    history: z
      .boolean()
      .optional()
      .describe('Land its commits as they are, though they hold what the last one does not show.'),
    expect: expected.optional(),
  }),
  output: z.strictObject({
    proposal: z.string().describe('Id.'),
    outcome: z.literal('applied').describe('applied.'),
    how: z
      .enum(['fast-forward', 'merge', 'commit'])
      .describe(
        'How it landed; commit: as one commit of its author, since not all of it landed as proposed.',
      ),
    partial: z
      .strictObject({
        landed: z.int().min(0).describe('Changes that landed.'),
        of: z.int().min(1).describe('Changes that it has.'),
      })
      .optional()
      .describe('How much of it landed, where some was left out.'),
    changed: z.boolean().optional().describe('It landed as the owner edited it.'),
    oid: z.string().describe('Where the target is now.'),
    target: z.string().describe('Branch that it landed on.'),
    by: z
      .strictObject({
        name: z.string().describe('Name.'),
        email: z.string().optional().describe('Address.'),
        role: z.string().describe('owner.'),
      })
      .describe('Who applied it.'),
    paths: z
      .array(
        z.strictObject({
          doc: z.string().describe('Path.'),
          uncommitted: z.boolean().describe('Edits of yours stay on top of it, uncommitted.'),
        }),
      )
      .describe('What landed.'),
    touching: z.int().min(0).describe('Changes of two sides that landed right beside each other.'),
    merged: z.boolean().optional().describe('It was merged into an open copy with unsaved edits.'),
    conflict: z
      .boolean()
      .optional()
      .describe('An open copy with unsaved edits clashes: choose there what to keep.'),
    open: z
      .array(
        z.strictObject({
          doc: z.string().describe('Path.'),
          how: z.enum(['reloaded', 'merged', 'conflict', 'closed']).describe('What became of the open copy.'),
          says: z.string().describe('The same in a sentence.'),
        }),
      )
      .describe('Open copies in this session.'),
    warnings: z.array(z.string()).describe('What else to know.'),
  }),
  words: ({ proposal, how, partial, oid, target, paths, open, warnings }) =>
    [
      `Applied ${partial ? `${partial.landed} of ${partial.of} changes of ` : ''}${safe(proposal)} to ${safe(target)} as ${AS[how]}, ${oid.slice(0, 10)}.`,
      ...paths
        .filter(({ uncommitted }) => uncommitted)
        .map(({ doc }) => `Your uncommitted edits of ${safe(doc)} stay on top.`),
      ...open.map(({ says }) => safe(says)),
      ...warnings.map((each) => safe(each)),
    ].join('\n'),
  run: async (call, { expect, ...ask }) =>
    inSession(call, async (session) => {
      const applied = await applyInSession(session, {
        ...ask,
        ...(expect ? { expect: hashes(expect) } : {}),
      });
      return {
        ...applied,
        paths: applied.paths.map(({ doc, uncommitted }) => ({ doc, uncommitted })),
      };
    }),
});

const AS = { 'fast-forward': 'a fast-forward', merge: 'a merge commit', commit: 'a commit' } as const;

function hashes(expect: Readonly<Record<string, string>>): Record<string, string | null> {
  const entries = Object.entries(expect);
  return Object.fromEntries(
    entries.map(([path, hash]) => [path, hash === 'absent' ? null : hash.toLowerCase()]),
  );
}
