// One command line, one call: a session is opened when the command needs it, and closed when it is done.
import { type Call, type Command, runCommand } from '../commands/one.ts';
import { refuse } from '../refusal.ts';
import { safe } from '../safe.ts';
import { finishOneShot } from '../session/index.ts';
import type { Line } from './argv.ts';
import { asksOwner, isOneShotEdit } from './grammar.ts';
import { lazySession } from './lazy-session.ts';
import { printJson, printNote, printText } from './print.ts';
import { reviewed } from './review.ts';
import { withPiped } from './stdin.ts';
import { startFolder, type Terminal } from './terminal.ts';

/** Runs a command from a command line, prints its answer, and returns the exit status. */
export async function runOneShot(terminal: Terminal, command: Command, line: Line): Promise<number> {
  if (command.where === 'session') return sessionOnly(command);
  const life = lazySession(terminal, startFolder(terminal, line.options), 'cli');
  try {
    return await answered(terminal, command, line, life);
  } finally {
    await life.leave();
  }
}

/** Whether an answer says that something is wrong, so that a script stops: `ok: false`. */
export function statusOf(answer: unknown): 0 | 1 {
  return (answer as { ok?: unknown } | null)?.ok === false ? 1 : 0;
}

async function answered(terminal: Terminal, command: Command, line: Line, call: Call): Promise<number> {
  const { json } = line.options;
  if (line.desk.save && line.desk.propose) bothAsked();
  const typed = await withPiped(terminal, line);
  const review = { terminal, command, call, raw: typed, yes: line.desk.yes === true, json };
  const raw = asksOwner(command) ? await reviewed(review) : typed;
  if (raw === null) {
    printNote(terminal, 'Nothing was changed.');
    return 1;
  }
  const answer = await runCommand(command, call, raw);
  const finished = isOneShotEdit(command) ? await finishEdit(call, answer, line.desk) : null;
  const told = finished ? { ...(answer as object), ...finished.facts } : answer;
  if (json) printJson(terminal, told);
  else printAnswer(terminal, command, { answer, raw, finished });
  return statusOf(answer);
}

function printAnswer(
  terminal: Terminal,
  command: Command,
  { answer, raw, finished }: { answer: unknown; raw: Record<string, unknown>; finished: Finished | null },
): void {
  const words = command.words(answer, command.input.parse(raw));
  printText(terminal, words, { diff: command.name.endsWith('.diff') });
  if (finished) printText(terminal, finished.words);
  for (const warning of [...warningsOf(answer), ...(finished?.warnings ?? [])])
    if (!words.includes(safe(warning))) printNote(terminal, `warning: ${warning}`);
}

function warningsOf(answer: unknown): readonly string[] {
  const { warnings } = (answer ?? {}) as { warnings?: unknown };
  return Array.isArray(warnings) ? warnings.filter((one) => typeof one === 'string') : [];
}

interface Finished {
  /** What the answer says instead or besides. */
  readonly facts: { readonly file: 'unchanged' | 'written'; readonly saved?: unknown };
  readonly words: string;
  readonly warnings: readonly string[];
}

// What became of an edit: the file holds it, or a commit, or a proposal. Nothing is left unsaved when the call ends.
async function finishEdit(call: Call, answer: unknown, desk: Record<string, unknown>): Promise<Finished> {
  const { save, propose, summary } = desk as { save?: boolean; propose?: boolean; summary?: string };
  const session = await call.session();
  const saved = await finishOneShot(session, [...session.docs.keys()], { save, propose, summary });
  const warnings = saved?.warnings ?? [];
  const doc = (answer as { doc?: string }).doc ?? '';
  if (saved?.proposals) {
    const ids = saved.proposals.map((one) => one.proposal);
    return { facts: { file: 'unchanged', saved }, words: `Proposed as ${ids.join(', ')}.`, warnings };
  }
  const facts = { dirty: false, edits: [], file: 'written' as const, ...(saved?.commit ? { saved } : {}) };
  if (!saved?.commit) return { facts, words: `On disk now, uncommitted: ${doc}.`, warnings };
  return { facts, words: `Committed ${saved.commit.slice(0, 12)} ${saved.summary ?? ''}`, warnings };
}

function bothAsked(): never {
  refuse('invalid_input', 'An edit is saved or proposed, not both.', {
    details: [{ path: '--propose', wanted: 'either --save or --propose', got: 'both' }],
  });
}

function sessionOnly(command: Command): never {
  refuse(
    'session_only',
    `${command.name} acts on docs that stay open, and nothing stays open after one call.`,
    {
      details: { command: command.name },
      hint: 'Use docket session or docket tui.',
    },
  );
}
