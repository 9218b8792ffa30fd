// What help says of one command, as data: the terminal and docs/cli.md are two ways to print it.
import { type Command, exampleInput, type Field, fieldsOf, typeWords } from '../commands/one.ts';
import { type Flag, flagWords, grammarOf, isPlainList, usageOf } from './grammar.ts';
import { shortOf } from './shorts.ts';

export interface Row {
  readonly words: string;
  readonly says: string;
}

export interface Card {
  readonly name: string;
  readonly summary: string;
  readonly detail: string | undefined;
  readonly usage: readonly string[];
  readonly effect: string;
  readonly who: string;
  readonly where: string;
  readonly inputs: readonly Row[];
  readonly outputs: readonly Row[];
  readonly example: string;
}

/** Everything that help knows about a command, from its value alone. */
export function cardOf(command: Command): Card {
  const { flags, positional } = grammarOf(command);
  const short = shortOf(command.name);
  return {
    name: command.name,
    summary: command.summary,
    detail: command.detail,
    usage: [usageOf(command), ...(short ? [usageOf(command, { short })] : [])],
    effect: `${command.effect} (${EFFECTS[command.effect]})`,
    who: command.who === 'owner' ? 'the owner alone; agents have no such tool' : 'anyone',
    where: command.where === 'session' ? 'a session (docket session, docket tui)' : 'anywhere',
    inputs: flags.map((flag) => ({
      words: inputWords(flag, positional.includes(flag)),
      says: inputSays(flag),
    })),
    outputs: outputRows(fieldsOf(command.output), ''),
    example: exampleOf(command),
  };
}

const EFFECTS: Readonly<Record<Command['effect'], string>> = {
  reads: 'changes nothing',
  edits: 'changes a working copy; called once from the command line, it writes the file, uncommitted',
  writes: 'changes files, commits or branches',
  destroys: 'loses something that was there',
};

function inputWords(flag: Flag, isPositional: boolean): string {
  const letter = flag.letter ? `-${flag.letter}, ` : '';
  const position = `<${flag.name}>${flag.spec.type === 'list' ? '…' : ''}`;
  return isPositional ? `${position} or ${letter}${flagWords(flag)}` : `${letter}${flagWords(flag)}`;
}

function inputSays({ spec }: Flag): string {
  const notes = [
    ...(spec.required ? ['required'] : []),
    ...(spec.byDefault === undefined ? [] : [`default ${JSON.stringify(spec.byDefault)}`]),
    ...(spec.most !== undefined && spec.type === 'number' ? [`${spec.least ?? ''}–${spec.most}`] : []),
    ...(isPlainList(spec) ? ['repeat it or part items by commas'] : []),
    ...(spec.of || spec.item?.of ? [`JSON: ${jsonShape(spec)}`] : []),
  ];
  return `${spec.says}${notes.length > 0 ? ` (${notes.join('; ')})` : ''}`;
}

function jsonShape(spec: Field): string {
  const fields = (spec.of ?? spec.item?.of ?? []).map((field) => `${field.name}${field.required ? '' : '?'}`);
  return spec.type === 'list' ? `[{ ${fields.join(', ')} }]` : `{ ${fields.join(', ')} }`;
}

// Fields within fields are listed one level deep: `docs[].doc`.
function outputRows(fields: readonly Field[], before: string): Row[] {
  return fields.flatMap((field) => {
    const words = `${before}${field.name}`;
    const row = { words: `${words}${field.required ? '' : '?'}: ${typeWords(field)}`, says: field.says };
    if (before) return [row];
    return [
      row,
      ...outputRows(field.of ?? field.item?.of ?? [], `${words}${field.type === 'list' ? '[]' : ''}.`),
    ];
  });
}

function exampleOf(command: Command): string {
  const { flags, positional } = grammarOf(command);
  const input = exampleInput(
    command.input,
    positional.slice(0, 1).map((flag) => flag.field),
  );
  const words = shortOf(command.name) ?? command.name.replaceAll('.', ' ');
  const placed = positional.filter((flag) => flag.field in input);
  const named = flags.filter((flag) => flag.field in input && !positional.includes(flag));
  return [
    'docket',
    words,
    ...placed.map((flag) => valueTyped(input[flag.field])),
    ...named.map((flag) => `--${flag.name} ${valueTyped(input[flag.field])}`),
    ...(flags.some((flag) => flag.name === 'yes') ? ['--yes'] : []),
  ].join(' ');
}

function valueTyped(value: unknown): string {
  if (Array.isArray(value) && value.every((item) => typeof item === 'string'))
    return value.map(quoted).join(' ');
  return quoted(typeof value === 'string' ? value : JSON.stringify(value));
}

function quoted(text: string): string {
  return /^[\w./:@,=-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
