// Where a command line that names a command, or asks for help, is taken in.
import { type Command, commandNamed } from '../commands/index.ts';
import { Refusal } from '../refusal.ts';
import { readLine } from './argv.ts';
import { cardOf } from './card.ts';
import { choose } from './choose.ts';
import { DOORS } from './doors.ts';
import type { Front } from './front.ts';
import { grammarOf } from './grammar.ts';
import { commandHelp, doorHelp, helpText, nounHelp } from './help.ts';
import { runOneShot } from './one-shot.ts';
import { printText } from './print.ts';
import { longForm } from './shorts.ts';
import type { Terminal } from './terminal.ts';

/** Runs what the line asks for and returns the exit status. */
export async function runDesk(terminal: Terminal, front: Front): Promise<number> {
  if (front.first === null) return say(terminal, helpText());
  if (front.first === 'help') return say(terminal, helpOn(front.rest));
  const chosen = choose(front.first, front.rest);
  if (chosen.kind === 'noun') return say(terminal, nounHelp(chosen.noun));
  const { command, rest } = chosen;
  if (front.options.help || wantsHelp(rest)) return say(terminal, commandHelp(command));
  try {
    const line = readLine(rest, grammarOf(command), front.options);
    return await runOneShot(terminal, command, line);
  } catch (error) {
    throw withHint(error, command);
  }
}

/** Help on a door, a noun or a command, however it is written; on everything without words. */
export function helpOn(words: readonly string[]): string {
  const [first, ...rest] = words.filter((word) => !word.startsWith('-'));
  if (first === undefined) return helpText();
  const door = DOORS.find((one) => one.name === first);
  if (door) return doorHelp(door);
  const command = commandNamed(longForm(first));
  if (command) return commandHelp(command);
  const chosen = choose(first, rest);
  return chosen.kind === 'noun' ? nounHelp(chosen.noun) : commandHelp(chosen.command);
}

/** Whether help is asked for before a `--`. */
export function wantsHelp(argv: readonly string[]): boolean {
  const end = argv.indexOf('--');
  return argv.slice(0, end < 0 ? argv.length : end).some((token) => token === '--help' || token === '-h');
}

// Misuse of a command is answered with a line that would work, as it is typed here.
function withHint(error: unknown, command: Command): unknown {
  if (!(error instanceof Refusal)) return error;
  if (error.code === 'no_such_proposal' && command.name === 'proposal.diff') {
    const hint = `${error.hint ?? ''} For a doc: docket doc diff <doc>.`.trim();
    return new Refusal(error.code, error.message, { details: error.details, hint });
  }
  if (error.code !== 'invalid_input') return error;
  if (error.hint && !error.hint.startsWith('For example: {')) return error;
  const { example, name } = cardOf(command);
  const hint = `For example: ${example} (docket help ${name.replaceAll('.', ' ')})`;
  return new Refusal(error.code, error.message, { details: error.details, hint });
}

function say(terminal: Terminal, text: string): 0 {
  printText(terminal, text);
  return 0;
}
