// What the owner has to see and say before a proposal is approved or rejected: in a terminal the plan is shown
// and a question asked; elsewhere the call must carry what was read and a yes.
import { type Call, type Command, parseInput, runCommand } from '../commands/one.ts';
import { refuse } from '../refusal.ts';
import { safe } from '../safe.ts';
import { askYesNo } from './ask.ts';
import { printText } from './print.ts';
import { isAttended, type Terminal } from './terminal.ts';

export interface Review {
  readonly terminal: Terminal;
  readonly command: Command;
  readonly call: Call;
  readonly raw: Readonly<Record<string, unknown>>;
  readonly yes: boolean;
  readonly json: boolean;
}

/** The parts of a plan that the question is about. */
interface Plan {
  readonly tip: string;
  readonly token: string;
  readonly plan: string;
  readonly target: string;
  readonly paths: readonly { doc: string; disk: string }[];
  readonly warnings: readonly string[];
  readonly needs: readonly { confirm: string; doc: string; says: string }[];
  readonly hunks: readonly {
    id: string;
    doc: string;
    base: readonly number[];
    old: readonly string[];
    new: readonly string[];
  }[];
}

/**
 * The input to run once the owner has agreed, pinned to what was read; null when the answer was no.
 * Refuses `review_needed`, naming the flag that is missing, where nobody can be asked.
 */
export async function reviewed(review: Review): Promise<Record<string, unknown> | null> {
  const { command, raw, yes, json, terminal } = review;
  parseInput(command, 'tip' in command.input.shape ? { tip: NO_TIP, ...raw } : raw);
  if (raw.preview === true) return { ...raw };
  if (yes || json || !isAttended(terminal)) return answeredBefore(review);
  if (command.name === 'proposal.apply') return askApprove(review);
  if (hasPreview(command)) return askPreviewed(review);
  return askReject(review);
}

const NO_TIP = '0'.repeat(40);

/** Whether the command can say itself what it would do. */
function hasPreview(command: Command): boolean {
  return 'preview' in command.input.shape;
}

function answeredBefore({ command, raw, yes }: Review): Record<string, unknown> {
  const words = command.name === 'proposal.apply' ? 'approve' : command.name.replace(/^.*\./, '');
  const pins = hasPreview(command) ? [] : ['token', 'tip'].filter((field) => field in command.input.shape);
  const pinned = pins.length === 0 || pins.some((field) => raw[field] !== undefined);
  const missing = [
    ...(pinned ? [] : [pins.map((field) => `--${field}`).join(' or ')]),
    ...(yes ? [] : ['--yes']),
  ];
  if (missing.length === 0) return { ...raw };
  const id = String(raw.proposal);
  return refuse('review_needed', `Nobody can be asked here: ${words} needs ${missing.join(' and ')}.`, {
    details: { missing },
    hint: hintFor(command, words, id),
  });
}

function hintFor(command: Command, words: string, id: string): string {
  if (hasPreview(command))
    return `See what it does with docket ${words} ${id} --preview, then docket ${words} ${id} --yes.`;
  return 'token' in command.input.shape
    ? `Read the plan with docket preflight ${id} --json, then docket ${words} ${id} --token <token> --yes.`
    : `Read it with docket show ${id} --json, then docket ${words} ${id} --tip <tip> --yes.`;
}

async function askApprove({ terminal, call, raw }: Review): Promise<Raw | null> {
  const { proposal } = raw;
  const preflight = await registered('proposal.preflight');
  const plan = (await runCommand(preflight, call, { proposal })) as Plan;
  const words = preflight.words(plan, { proposal });
  printText(terminal, words);
  const pinned = { ...raw, ...pin(raw, plan) };
  if (isStopped(plan, raw)) return pinned;
  printText(terminal, hunkLines(chosenOf(plan, raw)), { diff: true });
  printText(
    terminal,
    keptLines(plan)
      .filter((line) => !words.includes(line))
      .join('\n'),
  );
  const some =
    raw.hunks === undefined ? '' : ` (${(raw.hunks as unknown[]).length} of ${plan.hunks.length} changes)`;
  const yes = await askYesNo(terminal, `Approve it onto ${safe(plan.target)}${some}?`);
  return yes ? askNeeds(terminal, plan, pinned) : null;
}

/** Nothing is to be asked where apply refuses anyhow, and says why. */
function isStopped({ plan }: Plan, raw: Raw): boolean {
  const solved = raw.choices !== undefined || raw.edited !== undefined;
  return plan === 'blocked' || plan === 'already' || (plan === 'clash' && !solved);
}

function chosenOf(plan: Plan, { hunks }: Raw): Plan {
  if (!Array.isArray(hunks)) return plan;
  return { ...plan, hunks: plan.hunks.filter(({ id }) => hunks.includes(id)) };
}

/** The second question, for what lines do not show. */
async function askNeeds(terminal: Terminal, { needs }: Plan, raw: Raw): Promise<Raw | null> {
  if (needs.length === 0 || raw.confirm !== undefined || raw.hunks !== undefined) return raw;
  const what = needs.map(({ doc, says }) => `${safe(doc)} ${says}`).join('; ');
  const yes = await askYesNo(terminal, `${what}. Do you want that?`);
  return yes ? { ...raw, confirm: [...new Set(needs.map(({ confirm }) => confirm))] } : null;
}

type Raw = Readonly<Record<string, unknown>>;

const CHOSEN = ['hunks', 'choices', 'edited', 'history'];

// A token of an earlier reading stays: apply then says what moved since.
function pin(raw: Raw, plan: Plan): Raw {
  const chosen = CHOSEN.some((field) => raw[field] !== undefined);
  return raw.token === undefined && (raw.tip === undefined || chosen) ? { token: plan.token } : {};
}

async function askReject({ terminal, call, raw }: Review): Promise<Record<string, unknown> | null> {
  const { proposal } = raw;
  const show = await registered('proposal.show');
  const shown = (await runCommand(show, call, { proposal })) as { proposal: string; tip: string };
  printText(terminal, show.words(shown, { proposal }));
  const yes = await askYesNo(
    terminal,
    `Reject ${safe(shown.proposal)}${raw.reason ? '' : ' without a reason'}?`,
  );
  return yes ? { ...raw, tip: raw.tip ?? shown.tip } : null;
}

// Only a question needs a second command: the registry is loaded for it then.
async function registered(name: string): Promise<Command> {
  return (await import('../commands/index.ts')).commandNamed(name)!;
}

async function askPreviewed({
  terminal,
  command,
  call,
  raw,
}: Review): Promise<Record<string, unknown> | null> {
  const input = { ...raw, preview: true };
  const plan = (await runCommand(command, call, input)) as { token: string };
  printText(terminal, command.words(plan, input));
  const verb = command.name.replace(/^.*\./, '');
  const yes = await askYesNo(terminal, `${verb.charAt(0).toUpperCase()}${verb.slice(1)} it?`);
  return yes ? { ...raw, token: raw.token ?? plan.token } : null;
}

/** Most changed lines that are printed before the question; the rest is named. */
const MOST_LINES = 200;

function hunkLines({ hunks }: Plan): string {
  const lines = hunks.flatMap((hunk, i) => [
    ...(hunk.doc === hunks[i - 1]?.doc ? [] : [`${hunk.doc}:`]),
    `@@ line ${hunk.base[0]! + 1} @@`,
    ...hunk.old.map((line) => `-${line.replace(/\r?\n$/, '')}`),
    ...hunk.new.map((line) => `+${line.replace(/\r?\n$/, '')}`),
  ]);
  const more = lines.length - MOST_LINES;
  return more > 0
    ? [...lines.slice(0, MOST_LINES), `… ${more} more lines: docket diff shows all`].join('\n')
    : lines.join('\n');
}

function keptLines({ paths, warnings }: Plan): string[] {
  const merged = paths.filter(({ disk }) => disk === 'merged').map(({ doc }) => doc);
  return [
    ...merged.map(
      (doc) => `Approving writes ${doc} with the agent's version and keeps your uncommitted changes on top.`,
    ),
    ...warnings,
  ];
}
