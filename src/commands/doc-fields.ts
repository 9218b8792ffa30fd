// Fields that the doc commands share: what they take, and what they answer.
import * as z from 'zod';
import { LIMITS } from '../kinds/index.ts';
import { safe } from '../safe.ts';

export const docRef = z
  .string()
  .min(1)
  .max(4096)
  .describe('The doc: its path from the root of the repository, or a bare name that only one doc has');

export const newPath = z.string().min(1).max(4096).describe('A path from the root of the repository');

export const wholeText = z
  .string()
  .max(LIMITS.docBytes)
  .describe('The text, lines ending in LF; the doc keeps its own line endings and byte order mark');

export const oneLine = z
  .string()
  .min(1)
  .max(200)
  .regex(/^[^\r\n]*$/, 'one line of text');

export const expected = z
  .record(z.string(), z.string().regex(/^([0-9a-fA-F]{64}|absent)$/, 'a sha256 in hex, or absent'))
  .describe(
    'Path to the sha256 that its file must have now, or "absent"; anything else on disk refuses the call',
  );

export const sha256 = z.string().describe('sha256 of the disk bytes now, "absent" when there is no file');

export const warnings = z.array(z.string()).describe('What to know besides');

export const synced = z
  .object({
    proposal: z.string().optional().describe('Id of the proposal that it is about'),
    outcome: z.enum(['pending', 'applied', 'rejected', 'withdrawn', 'superseded']).optional(),
    action: z
      .enum(['clean', 'reloaded', 'closed', 'rebased', 'kept', 'amended', 'told'])
      .describe('What was done with the open doc'),
    by: z.object({ name: z.string(), role: z.string() }).optional(),
    at: z.string().optional(),
    reason: z.string().optional(),
    partial: z.object({ landed: z.number(), of: z.number() }).optional(),
    difference: z.string().optional(),
    changed: z.boolean().optional(),
    since: z.enum(['changed', 'reverted']).optional(),
    uncommitted: z.boolean().optional(),
    on: z.string().optional(),
    elsewhere: z.string().optional().describe('The branch it landed on, which is not checked out here'),
    movedTo: z.string().optional(),
    deleted: z.boolean().optional(),
    corrected: z.boolean().optional(),
    hunks: z.array(z.unknown()).optional().describe('Where both sides changed the same lines'),
  })
  .describe('What became of the last proposal of this doc, until the next save');

/** How one open doc stands. */
export const stateShape = {
  doc: z.string(),
  dirty: z.boolean().describe('It has edits that the file lacks'),
  stale: z.boolean().describe('It is dirty, and the file changed since its edits began'),
  deleted: z.boolean().optional().describe('Stale because the file is gone'),
  staleLines: z
    .array(z.object({ from: z.number(), to: z.number() }))
    .optional()
    .describe('Lines of the file that changed'),
  kept: z.boolean().optional().describe('The owner keeps own edits against the file as it is now'),
  edits: z.array(z.string()).describe('The edits that the file lacks, oldest first'),
  sha256,
  textSha256: z.string().optional().describe('sha256 of the working copy, when dirty'),
  removed: z.boolean().optional().describe('The working copy deletes the doc'),
  eol: z.enum(['lf', 'crlf', 'mixed', 'none']),
  bom: z.boolean(),
  lines: z.number(),
  uncommitted: z.boolean().describe('The file differs from HEAD'),
  proposal: z.string().optional().describe('The pending proposal that its edits wait in'),
  synced: synced.optional(),
  unsavedInApp: z.boolean().describe('The owner has unsaved edits of it in another session'),
  movedFrom: z.string().optional().describe('The path on disk, when the working copy renames the doc'),
  draft: z.boolean().optional().describe('Unsaved edits of a session that ended can be recovered'),
  undo: z.number().describe('Steps that can be undone'),
  redo: z.number(),
};

export type StateAnswer = z.output<z.ZodObject<typeof stateShape>>;

/** What every edit answers. */
export const editedShape = {
  doc: z.string(),
  edit: z.string().describe('What the step is called'),
  changed: z.boolean().describe('False when the text was like that already'),
  dirty: z.boolean(),
  stale: z.boolean(),
  edits: z.array(z.string()).describe('The edits that the file lacks, oldest first'),
  undo: z.number(),
  redo: z.number(),
};

export type EditedAnswer = z.output<z.ZodObject<typeof editedShape>>;

/** How one doc stands, in a line or a few. */
export function stateWords(state: StateAnswer): string {
  const marks = [
    state.dirty ? `${state.edits.length} unsaved` : 'clean',
    ...(state.removed ? ['deleted here'] : []),
    ...(state.deleted ? ['deleted on disk'] : state.stale ? ['changed on disk'] : []),
    ...(state.uncommitted ? ['uncommitted'] : []),
    ...(state.proposal ? [`waits in ${safe(state.proposal)}`] : []),
    ...(state.unsavedInApp ? ['unsaved in another session'] : []),
    ...(state.draft ? ['has a draft to recover'] : []),
  ];
  const edits = state.edits.map((edit) => `  ${safe(edit)}`);
  return [`${safe(state.doc)}: ${marks.join(', ')}`, ...edits, ...syncedWords(state)].join('\n');
}

/** What an edit did, in a line. */
export function editedWords({ doc, edit, changed, stale }: EditedAnswer): string {
  const done = changed ? safe(edit) : 'nothing changed';
  return `${safe(doc)}: ${done}${stale ? ' (the file changed on disk meanwhile)' : ''}`;
}

function syncedWords({ synced: was }: StateAnswer): string[] {
  if (!was) return [];
  const what = was.proposal ? `${safe(was.proposal)} ${was.outcome ?? ''}` : 'the file changed';
  const who = was.by ? ` by ${safe(was.by.name)}` : '';
  const why = was.reason ? `: ${safe(was.reason)}` : '';
  return [`  ${what}${who}${why} (${was.action})`];
}
