// A proposal as commands answer it: what is not known is left out.
import * as z from 'zod';
import type { Outcome, Proposal } from '../proposals/index.ts';
import { safe } from '../safe.ts';

const by = z
  .strictObject({
    name: z.string().describe('Name, as git or the agent gave it.'),
    email: z.string().optional().describe('Address, where there is one.'),
    role: z.enum(['owner', 'agent', 'unknown']).describe('What is known of who it was.'),
  })
  .describe('Who did it.');

/** What became of a proposal, as it is answered. */
export const outcomeShape = z
  .strictObject({
    outcome: z
      .enum(['pending', 'applied', 'rejected', 'withdrawn', 'superseded', 'removed'])
      .describe('What became of it. removed: its branch was deleted and its content is nowhere to be found.'),
    by: by.optional(),
    at: z.string().optional().describe('When, ISO 8601.'),
    reason: z.string().optional().describe('Why, in the words of who ended it.'),
    tip: z.string().describe('The tip it is about.'),
    landed: z.int().min(0).optional().describe('Hunks that the target holds, where it holds some only.'),
    of: z.int().min(0).optional().describe('All its hunks, beside landed.'),
    changed: z.boolean().optional().describe('The owner changed it before it landed.'),
    since: z.enum(['changed', 'reverted']).optional().describe('It was applied, and is not there as it was.'),
    uncommitted: z.boolean().optional().describe('Its content is on disk or staged, in no commit.'),
    on: z.string().optional().describe('The remote-tracking branch that holds it, when the target does not.'),
    oid: z.string().optional().describe('The commit that brought it.'),
    docs: z
      .array(
        z.strictObject({
          doc: z.string().describe('Path.'),
          outcome: z.enum(['applied', 'partial', 'not']).describe('What became of this doc.'),
        }),
      )
      .optional()
      .describe('What became of each doc, where that is known.'),
    renamedTo: z.string().optional().describe('The id it has now: its branch was renamed.'),
    reopenedBy: z.string().optional().describe('It had ended: who made it pending again.'),
    branchLeft: z.boolean().optional().describe('It ended, and its branch is still there.'),
  })
  .describe('What became of it.');

/** A proposal, as it is answered. */
export const rowShape = z.strictObject({
  proposal: z.string().describe('Id.'),
  ref: z.string().describe('Full ref that holds its tip.'),
  state: z.enum(['pending', 'empty', 'ended']).describe('empty: a branch without a commit of its own.'),
  tip: z.string().describe('Commit it is at.'),
  target: z.string().optional().describe('Branch it aims at.'),
  targetAssumed: z.boolean().describe('True when nothing says the target.'),
  revision: z.int().min(0).describe('Number of its revision; 0 when docket recorded none.'),
  summary: z.string().describe('Its subject, in the words of who proposed it.'),
  edits: z.array(z.string()).describe('What was edited, in the words of who proposed it.'),
  agent: z
    .strictObject({
      name: z.string().describe('Name of the client.'),
      version: z.string().optional().describe('Its version.'),
    })
    .optional()
    .describe('The agent that made it.'),
  session: z.string().optional().describe('Session that made it.'),
  by: z
    .strictObject({ name: z.string().describe('Name.'), email: z.string().describe('Address.') })
    .describe('Author.'),
  at: z.string().describe('When it came to its tip, ISO 8601.'),
  docs: z.array(z.string()).describe('Paths it changes.'),
  added: z.int().min(0).optional().describe('Lines it adds.'),
  removed: z.int().min(0).optional().describe('Lines it removes.'),
  requestId: z.string().optional().describe('Request id of the save that made it.'),
  follows: z.string().optional().describe('The ended proposal that it continues.'),
  outcome: outcomeShape.optional(),
});

/** A proposal as an answer. */
export function rowOf(proposal: Proposal): z.output<typeof rowShape> {
  const { id, target, agent, session, requestId, follows, outcome, edits, docs, ...rest } = proposal;
  const { ref, tip, state, targetAssumed, revision, summary, by: author, at } = rest;
  return {
    ...{ proposal: id, ref, state, tip, targetAssumed, revision, summary, at },
    ...known({ target, agent, session, requestId, follows }),
    by: author,
    edits: [...edits],
    docs: [...docs],
    ...(outcome === undefined ? {} : { outcome: outcomeAnswer(outcome) }),
  };
}

/** An outcome in few words: `applied by Olive, then reverted`. */
export function outcomeWords(outcome: z.output<typeof outcomeShape>): string {
  const { by: who, reason, since, uncommitted, on, landed, of, reopenedBy } = outcome;
  return [
    outcome.outcome,
    landed === undefined ? '' : ` ${landed}/${of}`,
    who === undefined || who.role === 'unknown' ? '' : ` by ${safe(who.name)}`,
    since === undefined ? '' : `, then ${since}`,
    uncommitted ? ', uncommitted' : '',
    on === undefined ? '' : ` on ${safe(on)}`,
    reason === undefined ? '' : `: ${safe(reason)}`,
    reopenedBy === undefined ? '' : `, reopened by ${safe(reopenedBy)}`,
  ].join('');
}

function outcomeAnswer(outcome: Outcome): z.output<typeof outcomeShape> {
  const { by: who, at, partial, docs, reopened, empty: _, ...rest } = outcome;
  const each = docs === undefined ? undefined : Object.entries(docs);
  return {
    ...rest,
    ...known({ by: who, at, landed: partial?.landed, of: partial?.of, reopenedBy: reopened?.by.name }),
    ...(each === undefined ? {} : { docs: each.map(([doc, was]) => ({ doc, outcome: was })) }),
  };
}

/** The fields that have a value. */
function known<T extends object>(fields: T): { [K in keyof T]?: NonNullable<T[K]> } {
  const kept = Object.entries(fields).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(kept) as { [K in keyof T]?: NonNullable<T[K]> };
}
