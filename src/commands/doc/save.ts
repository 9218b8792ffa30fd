import * as z from 'zod';
import { safe } from '../../safe.ts';
import { saveDocs } from '../../session/index.ts';
import { command } from '../command.ts';
import { docRef, expected, oneLine, warnings } from '../doc-fields.ts';
import { inSession } from '../in-session.ts';

const proposed = z.object({
  proposal: z.string(),
  ref: z.string(),
  tip: z.string(),
  revision: z.number(),
  target: z.string(),
  docs: z.array(z.object({ doc: z.string(), added: z.number(), removed: z.number() })),
  edits: z.array(z.string()),
  warnings,
  replayed: z.boolean().optional().describe('An earlier call with this request id did it already'),
  unchanged: z.boolean().optional().describe('The same text waits already'),
  reproposes: z.object({ proposal: z.string(), reason: z.string().optional() }).optional(),
  outcome: z.string(),
});

/** Saves docs: a proposal at an agent's door, a commit at an owner's. */
export const docSave = command({
  name: 'doc.save',
  summary: 'Save docs: an agent’s become a proposal, the owner’s a commit',
  detail:
    'A doc that waits goes to its proposal as a new revision; all others together start a new one. Nothing of the owner’s is touched: no file, no index, no HEAD. The owner’s save writes the files and commits these paths alone.',
  effect: 'writes',
  idempotent: true,
  who: 'anyone',
  where: 'anywhere',
  input: z.strictObject({
    doc: docRef.optional(),
    docs: z.array(docRef).min(1).max(1000).optional().describe('Several docs; without any, all unsaved ones'),
    summary: oneLine.optional().describe('What the save does, in one line'),
    requestId: oneLine
      .optional()
      .describe('An id of your own: the same call again is answered, not repeated'),
    proposal: oneLine.optional().describe('Save into this proposal'),
    target: oneLine.optional().describe('The branch to aim at, instead of the one the doc was opened on'),
    create: z.boolean().optional().describe('Bring back a doc that was deleted meanwhile'),
    remove: z.array(docRef).min(1).max(1000).optional().describe('Docs to take out of the proposal'),
    tip: z
      .string()
      .regex(/^[0-9a-f]{40}([0-9a-f]{24})?$/, 'a commit’s full id')
      .optional()
      .describe('The tip that the proposal must be at; needed for one of another session'),
    expect: expected.optional(),
    overwrite: z
      .string()
      .regex(/^([0-9a-f]{64}|absent)$/, 'a sha256 in hex, or absent')
      .optional()
      .describe('Owner only: save over a file that changed, given the sha256 that was shown'),
    replaceStaged: z
      .boolean()
      .optional()
      .describe('Owner only: what is staged of these docs may be replaced'),
  }),
  output: z.object({
    proposals: z.array(proposed).optional().describe('The proposals that hold the docs now'),
    commit: z.string().optional().describe('The owner’s commit'),
    summary: z.string().optional(),
    docs: z
      .array(z.object({ doc: z.string(), added: z.number(), removed: z.number(), sha256: z.string() }))
      .optional(),
    hooksRewrote: z.boolean().optional().describe('Git hooks changed the files; the docs follow'),
    unchanged: z.boolean().optional().describe('There was nothing to save'),
    warnings,
  }),
  ownerInputs: ['overwrite', 'replaceStaged'],
  positional: ['docs'],
  letters: { m: 'summary' },
  words: ({ proposals = [], commit, summary, docs = [], unchanged }) => {
    if (proposals.length === 0 && unchanged) return 'Nothing is unsaved.';
    const waiting = proposals.map(
      (each) =>
        `${each.replayed ? `Saved before (${each.outcome} now)` : each.unchanged ? 'Already waits' : 'Proposed'} as ${safe(each.proposal)} (revision ${each.revision}) for ${safe(each.target)}: ${each.docs.map(({ doc }) => safe(doc)).join(', ')}`,
    );
    const names = docs.map(({ doc }) => safe(doc)).join(', ');
    const committed = commit ? [`Committed ${commit.slice(0, 12)} ${safe(summary ?? '')}: ${names}`] : [];
    const written = !commit && docs.length > 0 ? [`Wrote ${names}`] : [];
    return [...waiting, ...committed, ...written].join('\n');
  },
  run: (call, { doc, docs, ...rest }) => {
    const named = [...(doc === undefined ? [] : [doc]), ...(docs ?? [])];
    return inSession(call, (session) =>
      saveDocs(session, { ...rest, ...(named.length > 0 && { docs: named }) }),
    );
  },
});
