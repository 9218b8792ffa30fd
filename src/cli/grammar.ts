// How a command is written on a command line, generated from the command's value.
import { type Command, type Field, fieldsOf, typeWords } from '../commands/one.ts';

export interface Flag {
  /** As it is typed, without dashes: `request-id`. */
  readonly name: string;
  /** The input field that it fills: `requestId`. */
  readonly field: string;
  readonly letter?: string;
  readonly spec: Field;
  /** Said to the front desk itself, not to the command. */
  readonly desk?: true;
}

export interface Grammar {
  readonly flags: readonly Flag[];
  /** Fields taken by position, in order. */
  readonly positional: readonly Flag[];
}

/** Flags, letters and positions of a command. */
export function grammarOf(command: Command): Grammar {
  const letters = new Map(Object.entries(command.letters ?? {}).map(([letter, field]) => [field, letter]));
  const flags = fieldsOf(command.input).map((spec) => ({
    name: kebab(spec.name),
    field: spec.name,
    letter: letters.get(spec.name),
    spec,
  }));
  const positional = (command.positional ?? []).map((field) => flags.find((flag) => flag.field === field)!);
  return { flags: [...flags, ...deskFlags(command)], positional };
}

/** Whether a one-shot call of this command edits a doc and so writes its file when it is done. */
export function isOneShotEdit(command: Command): boolean {
  return command.effect === 'edits' && command.where === 'anywhere';
}

/** Whether the front desk asks the owner before it runs this command. Bringing a proposal back decides nothing. */
export function asksOwner({ who, name, effect }: Command): boolean {
  if (who !== 'owner' || effect === 'reads' || name === 'proposal.restore') return false;
  return name.startsWith('proposal.');
}

function deskFlags(command: Command): Flag[] {
  const own = Object.keys(command.input.shape);
  const flags = isOneShotEdit(command) ? EDIT_FLAGS : asksOwner(command) ? OWNER_FLAGS : [];
  return flags.filter((flag) => !own.includes(flag.field));
}

const OWNER_FLAGS = [
  desk(
    'yes',
    'switch',
    'Answer the question beforehand; outside a terminal nothing happens without it.',
    'y',
  ),
];
const EDIT_FLAGS = [
  desk('save', 'switch', 'Commit the file at once instead of leaving it uncommitted.'),
  desk('propose', 'switch', 'Propose the edit as a branch instead of writing the file.'),
  desk('summary', 'text', 'The subject of the commit or proposal; by default the label of the edit.', 'm'),
];

function desk(name: string, type: 'switch' | 'text', says: string, letter?: string): Flag {
  return { name, field: name, letter, spec: { name, type, required: false, says }, desk: true };
}

/** `docket doc save [<doc>…] [--summary <text>]`: required ones bare, optional ones in brackets. */
export function usageOf(command: Command, { short }: { short?: string } = {}): string {
  const { flags, positional } = grammarOf(command);
  const words = short ?? command.name.replaceAll('.', ' ');
  const named = flags.filter((flag) => !positional.includes(flag));
  const parts = [...positional.map(positionUsage), ...named.map(flagUsage)];
  return ['docket', words, ...parts].join(' ');
}

/** `--summary <text>`, `--create`, `--docs <text>…`; a switch that is on by itself is shown as its denial. */
export function flagWords(flag: Flag): string {
  if (flag.spec.type === 'switch')
    return flag.spec.byDefault === true ? `--no-${flag.name}` : `--${flag.name}`;
  return `--${flag.name} <${valueWord(flag)}>${flag.spec.type === 'list' && isPlainList(flag.spec) ? '…' : ''}`;
}

/** Whether a list is typed item by item; any other list is JSON. */
export function isPlainList(spec: Field): boolean {
  return spec.type === 'list' && ['text', 'number', 'choice'].includes(spec.item?.type ?? '');
}

/** `requestId` as it is typed: `request-id`. */
export function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function positionUsage(flag: Flag): string {
  const word = `<${flag.name}>${flag.spec.type === 'list' ? '…' : ''}`;
  return flag.spec.required ? word : `[${word}]`;
}

function flagUsage(flag: Flag): string {
  return flag.spec.required ? flagWords(flag) : `[${flagWords(flag)}]`;
}

function valueWord(flag: Flag): string {
  const { spec } = flag;
  if (spec.type === 'choice') return spec.choices!.join('|');
  if (spec.type === 'number') return 'number';
  if (isPlainList(spec))
    return spec.item!.type === 'choice' ? spec.item!.choices!.join('|') : typeWords(spec.item!);
  return spec.type === 'text' ? 'text' : 'json';
}
