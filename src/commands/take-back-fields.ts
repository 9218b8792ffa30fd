// What undo and redo take and answer alike.
import * as z from 'zod';
import { safe } from '../safe.ts';

export const takeBackInput = {
  proposal: z
    .string()
    .min(1)
    .max(256)
    .describe('Id of the proposal, or a beginning of it that fits one only.'),
  tip: z
    .string()
    .regex(/^([0-9a-f]{40}|[0-9a-f]{64})$/, 'a full commit name')
    .optional()
    .describe('Only where the proposal is at this tip.'),
  token: z.string().min(1).max(1000).optional().describe('Of a preview: only where nothing moved since.'),
  preview: z.boolean().optional().describe('Only say what would happen, and give a token for it.'),
};

export const takeBackOutput = {
  target: z.string().optional().describe('Branch that it is for.'),
  targetOid: z.string().optional().describe('Where that branch is now, when it moved and has a commit.'),
  paths: z
    .array(
      z.strictObject({
        doc: z.string().describe('Path.'),
        uncommitted: z.boolean().describe('Edits of yours stay on it, uncommitted.'),
      }),
    )
    .describe('Docs that change.'),
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
    .optional()
    .describe('Open copies in this session.'),
  token: z.string().optional().describe('With preview: does exactly this, and nothing when anything moved.'),
  warnings: z.array(z.string()).describe('What else to know.'),
};

interface Told {
  readonly paths: readonly { readonly doc: string; readonly uncommitted: boolean }[];
  readonly open?: readonly { readonly says: string }[] | undefined;
  readonly warnings: readonly string[];
}

/** What is the same to say of both: the owner's edits, open copies, warnings. */
export function takeBackWords({ paths, open = [], warnings }: Told): string[] {
  return [
    ...paths
      .filter(({ uncommitted }) => uncommitted)
      .map(({ doc }) => `Your uncommitted edits of ${safe(doc)} stay.`),
    ...open.map(({ says }) => safe(says)),
    ...warnings.map((each) => safe(each)),
  ];
}

/** An answer without what is not known. */
export function known<T extends { target: string | null; targetOid?: string | null }>({
  target,
  targetOid,
  ...rest
}: T): Omit<T, 'target' | 'targetOid'> & { target?: string; targetOid?: string } {
  return {
    ...rest,
    ...(target === null ? {} : { target }),
    ...(targetOid === null || targetOid === undefined ? {} : { targetOid }),
  };
}
