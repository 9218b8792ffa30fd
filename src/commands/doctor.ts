import * as z from 'zod';
import { Refusal } from '../refusal.ts';
import { safe } from '../safe.ts';
import { type Diagnosis, examine } from '../session/index.ts';
import { type Call, command } from './command.ts';
import { inSession } from './in-session.ts';

const answer = z.object({
  ok: z.boolean().describe('Nothing was found that stops work'),
  findings: z.array(
    z.object({
      severity: z.enum(['problem', 'warning', 'note']),
      code: z.string(),
      what: z.string().describe('What is so'),
      why: z.string().describe('What it means'),
      fix: z.string().describe('What to do'),
      mended: z.boolean().optional().describe('It was cleared away'),
    }),
  ),
  facts: z
    .object({
      git: z.string().describe('Version of git'),
      objects: z.string().describe('sha1 or sha256'),
      refs: z.string().describe('How refs are kept'),
      plain: z.boolean().describe('Docket writes objects itself'),
      root: z.string(),
      gitDir: z.string(),
      branch: z.string().nullable(),
    })
    .optional()
    .describe('What the repository is; not there when docket cannot open it'),
  summary: z.string(),
});

/** What stands in docket's way. */
export const doctor = command({
  name: 'doctor',
  summary: 'Say what stands in the way here, and why',
  detail:
    'Locks, interrupted work, what docket left behind, and whatever of this repository and of git makes a difference. The owner’s mend clears away docket’s own leavings and nothing else.',
  effect: 'reads',
  who: 'anyone',
  where: 'anywhere',
  input: z.strictObject({
    mend: z.boolean().optional().describe('Clear away what docket left behind (the owner alone)'),
  }),
  output: answer,
  words: ({ findings, summary }) => [...findings.map(findingWords), safe(summary)].join('\n'),
  run: async (call, { mend }) => told(await diagnosis(call, mend ?? false)),
});

type Found = Pick<Diagnosis, 'findings'> & Partial<Diagnosis>;

async function diagnosis(call: Call, mend: boolean): Promise<Found> {
  try {
    await call.session();
  } catch (error) {
    // Why docket does not open a repository is what it was asked for.
    if (error instanceof Refusal && error.code !== 'no_repo') return { findings: [closed(error)] };
    throw error;
  }
  return inSession(call, (session) => examine(session, { mend }));
}

function closed({ code, message, hint = '' }: Refusal): Found['findings'][number] {
  return {
    severity: 'problem',
    code,
    what: message,
    why: 'Docket does not work here until it is mended.',
    fix: hint,
  };
}

function told({ findings, facts }: Found): z.input<typeof answer> {
  const open = findings.filter(({ mended }) => !mended);
  const count = (severity: string) => open.filter((each) => each.severity === severity).length;
  const mended = findings.length - open.length;
  const words = [
    ...(facts ? [`git ${facts.git}, ${facts.objects}`] : []),
    ['problem', 'warning', 'note'].map((severity) => counted(count(severity), severity)).join(', '),
    ...(mended > 0 ? [`${mended} mended`] : []),
  ];
  return {
    ok: count('problem') === 0,
    findings: [...findings],
    ...(facts && { facts: { ...facts } }),
    summary: `${words.join('; ')}.`,
  };
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}

function findingWords({
  severity,
  code,
  what,
  why,
  fix,
  mended,
}: z.output<typeof answer>['findings'][number]): string {
  return [
    `${mended ? 'mended' : severity}: ${code}: ${safe(what)}`,
    `  ${safe(why)}`,
    ...(mended ? [] : [`  ${safe(fix)}`]),
  ].join('\n');
}
