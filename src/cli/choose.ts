// From the first words of a command line to the command they name.
import { COMMANDS, type Command, commandNamed, cut, nearest } from '../commands/index.ts';
import { refuse } from '../refusal.ts';
import { DOORS } from './doors.ts';
import { longForm, SHORTS } from './shorts.ts';

export type Chosen =
  | { readonly kind: 'command'; readonly command: Command; readonly rest: readonly string[] }
  | { readonly kind: 'noun'; readonly noun: string };

/** The command that the words name, or the noun they stop at. Refuses `invalid_input` with what was probably meant. */
export function choose(first: string, rest: readonly string[]): Chosen {
  const whole = commandNamed(longForm(first));
  if (whole) return { kind: 'command', command: whole, rest };
  if (!isNoun(first))
    return unknown(first, [...nouns(), ...Object.keys(SHORTS), ...DOORS.map((door) => door.name)]);
  const at = rest.findIndex((word) => !word.startsWith('-'));
  if (at < 0) return { kind: 'noun', noun: first };
  const command = commandNamed(`${first}.${rest[at]}`);
  if (command) return { kind: 'command', command, rest: [...rest.slice(0, at), ...rest.slice(at + 1)] };
  const verbs = verbsOf(first).map((one) => one.name.slice(first.length + 1));
  return unknown(rest[at]!, verbs, first);
}

/** The first words of all commands that have a verb, sorted. */
export function nouns(): string[] {
  return [...new Set(COMMANDS.filter((one) => one.name.includes('.')).map((one) => one.name.split('.')[0]!))];
}

/** The commands of a noun. */
export function verbsOf(noun: string): Command[] {
  return COMMANDS.filter((one) => one.name.startsWith(`${noun}.`));
}

function isNoun(word: string): boolean {
  return nouns().includes(word);
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
