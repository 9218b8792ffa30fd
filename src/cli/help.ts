// Help for a terminal, printed from the commands themselves.
import { COMMANDS, type Command } from '../commands/index.ts';
import { type Card, cardOf, type Row } from './card.ts';
import { nounsOf, verbsOf } from './choose.ts';
import { DOORS, type DoorCard } from './doors.ts';
import { flagWords } from './grammar.ts';
import { SHORTS } from './shorts.ts';

const WIDTH = 100;

/** Help for everything: doors, short forms, every command in one line each. */
export function helpText(): string {
  const oneWord = COMMANDS.filter((one) => !one.name.includes('.'));
  return [
    'docket: documents in a Git repository. Agents propose branches, the owner approves them.',
    '',
    'usage: docket [-C <dir>] [--json] <command> [<argument>…] [--flag <value>]',
    '',
    'Daily work',
    ...table(SHORT_ROWS()),
    `  ${SHORT_NOTE}`,
    '',
    'Doors',
    ...table(DOORS.map((door) => ({ words: door.usage, says: door.summary }))),
    ...nounsOf(COMMANDS).flatMap((noun) => ['', noun, ...table(verbsOf(COMMANDS, noun).map(commandRow))]),
    ...(oneWord.length > 0 ? ['', 'others', ...table(oneWord.map(commandRow))] : []),
    '',
    'Flags that every command takes',
    ...table(EVERYWHERE_ROWS),
    '',
    'Exit status: 0 done, 1 refused or problems found, 2 misuse, 255 a bug.',
    'docket help <command> says more; docs/cli.md is all of it.',
  ].join('\n');
}

/** The verbs of one noun. */
export function nounHelp(noun: string): string {
  return [
    `docket ${noun} <verb>`,
    '',
    ...table(verbsOf(COMMANDS, noun).map(commandRow)),
    '',
    `docket help ${noun} <verb> says more.`,
  ].join('\n');
}

/** Everything about one command. */
export function commandHelp(command: Command): string {
  const card = cardOf(command);
  return [
    ...card.usage.map((usage, i) => wrap(`${i === 0 ? 'usage:' : '   or:'} ${usage}`, 10)),
    '',
    wrap(`${card.summary}. ${card.detail ?? ''}`.trim(), 0),
    '',
    ...facts(card),
    ...section('Input', card.inputs),
    ...section('Answer (--json)', card.outputs),
    '',
    `Example: ${card.example}`,
  ].join('\n');
}

/** Everything about one door. */
export function doorHelp(door: DoorCard): string {
  const flags = door.grammar.flags.map((flag) => ({ words: flagWords(flag), says: flag.spec.says }));
  return [
    `usage: ${door.usage}`,
    '',
    wrap(`${door.summary}. ${door.detail}`, 0),
    ...section('Input', flags),
  ].join('\n');
}

/** Flags that every command takes, as rows of help. */
export const EVERYWHERE_ROWS: readonly Row[] = [
  { words: '-C <dir>', says: 'Start in that folder.' },
  { words: '--json', says: 'Print the answer, or the refusal, as one line of JSON.' },
  { words: '-h, --help', says: 'Show help instead of doing anything.' },
  { words: '--version', says: 'Print the version.' },
];

/** What a person may expect of a short form that it does not do. */
export const SHORT_NOTE =
  'docket diff shows a proposal’s change; what a doc or its file differs in is docket doc diff <doc>.';

/** Short forms as rows of help. */
export function SHORT_ROWS(): Row[] {
  return Object.entries(SHORTS).flatMap(([short, name]) => {
    const command = COMMANDS.find((one) => one.name === name);
    return command
      ? [{ words: `docket ${short}`, says: `${command.summary} (${name.replace('.', ' ')})` }]
      : [];
  });
}

function commandRow(command: Command): Row {
  return { words: `docket ${command.name.replaceAll('.', ' ')}`, says: command.summary };
}

function facts(card: Card): string[] {
  return [`Effect: ${card.effect}`, `Who:    ${card.who}`, `Where:  ${card.where}`];
}

function section(title: string, rows: readonly Row[]): string[] {
  return rows.length === 0 ? [] : ['', title, ...table(rows)];
}

// Two columns; a first column too wide for its row gets a line of its own.
function table(rows: readonly Row[]): string[] {
  const widest = Math.min(34, Math.max(0, ...rows.map((row) => row.words.length)));
  return rows.map(({ words, says }) => {
    const indent = widest + 4;
    const text = wrap(`${' '.repeat(indent)}${says}`, indent);
    return words.length <= widest ? `  ${words.padEnd(widest)}  ${text.trimStart()}` : `  ${words}\n${text}`;
  });
}

function wrap(text: string, indent: number): string {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/(?<=\S) /)) {
    if (line !== '' && line.length + 1 + word.length > WIDTH) {
      lines.push(line);
      line = ' '.repeat(indent) + word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line].join('\n').trimEnd();
}
