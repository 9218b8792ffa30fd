// From the first words of a command line to the command they name.
import { type Command, cut, nearest, quickCommand } from '../commands/one.ts';
import { refuse } from '../refusal.ts';
import { DOORS } from './doors.ts';
import { longForm, SHORTS } from './shorts.ts';

export type Chosen =
  | { readonly kind: 'command'; readonly command: Command; readonly rest: readonly string[] }
  | { readonly kind: 'noun'; readonly noun: string };

/** The command that the words name, or the noun they stop at. Refuses `invalid_input` with what was probably meant. */
export async function choose(first: string, rest: readonly string[]): Promise<Chosen> {
  const at = rest.findIndex((word) => !word.startsWith('-'));
  const without = [...rest.slice(0, at), ...rest.slice(at + 1)];
  const whole = await quickCommand(longForm(first));
  if (whole) return { kind: 'command', command: whole, rest };
  const pair = at < 0 ? undefined : await quickCommand(`${first}.${rest[at]}`);
  if (pair) return { kind: 'command', command: pair, rest: without };
  return chooseOfAll(first, rest, at < 0 ? null : { verb: rest[at]!, without });
}

/** The first words of commands that have a verb, sorted. */
export function nounsOf(commands: readonly Command[]): string[] {
  return [...new Set(commands.filter((one) => one.name.includes('.')).map((one) => one.name.split('.')[0]!))];
}

/** The commands of a noun. */
export function verbsOf(commands: readonly Command[], noun: string): Command[] {
  return commands.filter((one) => one.name.startsWith(`${noun}.`));
}

async function chooseOfAll(
  first: string,
  rest: readonly string[],
  second: { verb: string; without: readonly string[] } | null,
): Promise<Chosen> {
  const { COMMANDS, commandNamed } = await import('../commands/index.ts');
  const whole = commandNamed(longForm(first));
  if (whole) return { kind: 'command', command: whole, rest };
  const nouns = nounsOf(COMMANDS);
  const oneWord = COMMANDS.map((one) => one.name).filter((name) => !name.includes('.'));
  if (!nouns.includes(first))
    return unknown(first, [...nouns, ...oneWord, ...Object.keys(SHORTS), ...DOORS.map((door) => door.name)]);
  if (!second) return { kind: 'noun', noun: first };
  const command = commandNamed(`${first}.${second.verb}`);
  if (command) return { kind: 'command', command, rest: second.without };
  const verbs = verbsOf(COMMANDS, first).map((one) => one.name.slice(first.length + 1));
  return unknown(second.verb, verbs, first);
}

function unknown(word: string, known: readonly string[], noun?: string): never {
  const [meant] = nearest(word, known);
  const said = noun ? `${noun} ${cut(word)}` : cut(word);
  const help = noun ? `docket ${noun}` : 'docket help';
  refuse('invalid_input', `There is no command ${JSON.stringify(said)}.`, {
    details: [{ path: 'command', wanted: `one of ${[...known].sort().join(', ')}`, got: cut(word) }],
    hint: meant ? `Did you mean ${noun ? `${noun} ` : ''}${meant}? ${help} lists all.` : `${help} lists all.`,
  });
}
