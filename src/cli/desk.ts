// Where a command line that names a command, or asks for help, is taken in.
import type { Command } from '../commands/one.ts';
import { Refusal } from '../refusal.ts';
import { readLine } from './argv.ts';
import { choose } from './choose.ts';
import { type Front, wantsHelp } from './front.ts';
import { grammarOf } from './grammar.ts';
import { runOneShot } from './one-shot.ts';
import { printText } from './print.ts';
import type { Terminal } from './terminal.ts';

/** Runs what the line asks for and returns the exit status. */
export async function runDesk(terminal: Terminal, front: Front): Promise<number> {
  const { first, rest } = front;
  if (first === null) return help(terminal, []);
  if (first === 'help') return help(terminal, rest);
  if (front.options.help || wantsHelp(rest)) return help(terminal, [first, ...rest]);
  const chosen = await choose(first, rest);
  if (chosen.kind === 'noun') return help(terminal, [first]);
  const { command } = chosen;
  try {
    const line = readLine(chosen.rest, grammarOf(command), front.options);
    return await runOneShot(terminal, command, line);
  } catch (error) {
    throw await typedHint(await withHint(error, command));
  }
}

async function help(terminal: Terminal, words: readonly string[]): Promise<0> {
  const { helpOn } = await import('./help-on.ts');
  printText(terminal, await helpOn(words));
  return 0;
}

// Misuse of a command is answered with a line that would work, as it is typed here.
async function withHint(error: unknown, command: Command): Promise<unknown> {
  if (!(error instanceof Refusal)) return error;
  if (error.code === 'no_such_proposal' && command.name === 'proposal.diff') {
    const hint = `${error.hint ?? ''} For a doc: docket doc diff <doc>.`.trim();
    return new Refusal(error.code, error.message, { details: error.details, hint });
  }
  if (error.code !== 'invalid_input') return error;
  if (error.hint && !error.hint.startsWith('For example: {')) return error;
  const { cardOf } = await import('./card.ts');
  const { example, name } = cardOf(command);
  const hint = `For example: ${example} (docket help ${name.replaceAll('.', ' ')})`;
  return new Refusal(error.code, error.message, { details: error.details, hint });
}

async function typedHint(error: unknown): Promise<unknown> {
  if (!(error instanceof Refusal) || !error.hint) return error;
  const [{ COMMANDS }, { asTyped }] = await Promise.all([
    import('../commands/index.ts'),
    import('./typed.ts'),
  ]);
  const hint = asTyped(error.hint, COMMANDS);
  return hint === error.hint
    ? error
    : new Refusal(error.code, error.message, { details: error.details, hint });
}
