import * as z from 'zod';
import { safe } from '../safe.ts';
import { type Checked, checkDocs } from '../session/index.ts';
import { command } from './command.ts';
import { docRef, sha256 } from './doc-fields.ts';
import { inSession, type Plain } from './in-session.ts';

const USUAL = 50;

const entry = z.object({
  severity: z.enum(['problem', 'warning']),
  code: z.string(),
  doc: z.string(),
  file: z.string(),
  line: z.number().optional().describe('Counted from 1'),
  path: z.string().optional().describe('The place in a doc of a richer kind'),
  message: z.string(),
  text: z.string().describe('The whole entry as one line'),
  fix: z.string().optional().describe('What to do about it'),
});

/** What is wrong with docs. */
export const check = command({
  name: 'check',
  summary: 'Find problems in docs',
  detail:
    'Run it after a batch of edits. Checks the docs named, else all of the work tree, with the unsaved edits of this session. Says what it did not check.',
  effect: 'reads',
  who: 'anyone',
  where: 'anywhere',
  input: z.strictObject({
    docs: z.array(docRef).min(1).max(1000).optional().describe('Only these docs'),
    proposal: z
      .string()
      .min(1)
      .max(256)
      .optional()
      .describe('Check the docs of this proposal, as its tip has them'),
    staged: z.boolean().optional().describe('Check what is staged'),
    changed: z.boolean().optional().describe('Only docs that differ from HEAD'),
    limit: z
      .int()
      .min(1)
      .max(10_000)
      .default(USUAL)
      .describe(`How many entries of each list to show, 1 to 10000 (${USUAL})`),
  }),
  output: z.object({
    ok: z.boolean().describe('No problem was found in what was checked'),
    problems: z.array(entry),
    // Doors add warnings of their own, as sentences.
    warnings: z.array(z.unknown()).describe('Entries like problems; nothing that has to be mended'),
    files: z
      .array(
        z.object({
          file: z.string(),
          sha256,
          dirty: z.boolean().optional().describe('With its unsaved edits'),
        }),
      )
      .describe('What was checked'),
    skipped: z
      .array(z.object({ doc: z.string(), why: z.string(), message: z.string() }))
      .describe('What was not checked, and why'),
    summary: z.string(),
    more: z.record(z.string(), z.number()).optional().describe('How many entries of a list are not shown'),
    proposal: z.string().optional(),
    tip: z.string().optional().describe('The commit that was checked'),
  }),
  positional: ['docs'],
  words: ({ problems, warnings, skipped, summary, more }) =>
    [
      ...[...problems, ...(warnings as z.output<typeof entry>[])].map(entryWords),
      ...skipped.map(({ doc, message }) => `not checked: ${safe(doc)}: ${safe(message)}`),
      ...(more ? [`Not shown: ${countWords(more)}. Ask for more with limit.`] : []),
      summary,
    ].join('\n'),
  run: (call, { limit, ...ask }) =>
    inSession(call, async (session) => answerOf(await checkDocs(session, ask), limit)),
});

function answerOf(checked: Checked, limit: number) {
  const { problems, warnings, files, skipped, ...where } = checked;
  const lists = { problems, warnings, files, skipped };
  const left = Object.entries(lists).map(([name, list]): [string, number] => [name, list.length - limit]);
  const more = Object.fromEntries(left.filter(([, count]) => count > 0));
  return {
    ok: problems.length === 0,
    problems: problems.slice(0, limit),
    warnings: warnings.slice(0, limit),
    files: files.slice(0, limit),
    skipped: skipped.slice(0, limit),
    summary: summaryOf(checked),
    ...(Object.keys(more).length > 0 && { more }),
    ...where,
  };
}

function summaryOf({ problems, warnings, files, skipped, proposal }: Checked): string {
  const what =
    proposal === undefined ? counted(files.length, 'doc') : `${counted(files.length, 'doc')} of ${proposal}`;
  const found = `${counted(problems.length, 'problem')}, ${counted(warnings.length, 'warning')}`;
  return `Checked ${what}: ${found}.${skipped.length > 0 ? ` Not checked: ${skipped.length}.` : ''}`;
}

function counted(count: number, what: string): string {
  return `${count === 0 ? 'no' : count} ${what}${count === 1 ? '' : 's'}`;
}

function countWords(more: Plain<Record<string, number>>): string {
  return Object.entries(more)
    .map(([name, count]) => `${count} ${name}`)
    .join(', ');
}

function entryWords({ severity, text, fix }: z.output<typeof entry>): string {
  return `${severity}: ${safe(text)}${fix === undefined ? '' : `\n  ${fix}`}`;
}
