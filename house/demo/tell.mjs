// How the story is printed: who says what, and whether it is as it should be.
import process from 'node:process';

const colours = process.stdout.isTTY && !process.env.NO_COLOR && process.env.TERM !== 'dumb';
const paint = (code) => (text) => (colours ? `\x1b[${code}m${text}\x1b[0m` : text);
const [bold, dim, green, red, cyan] = ['1', '2', '32', '31', '36'].map(paint);

let chapters = 0;
let checks = 0;

/** Something that is not as the story tells it. */
export class Told extends Error {}

export const tell = {
  title: (name, about) => print(`\n${bold(name)} · ${about}\n`),
  chapter: (words) => print(`\n${bold(`${++chapters}. ${words}`)}\n`),
  note: (words) => print(dim(`   ${words}`)),
  /** What a process said: a name in front, and the words under each other. */
  said: (who, words) => print(under(cyan(who.padEnd(8)), words)),
  /** A command line, and what it printed. */
  ran: (line, { stdout, stderr }) => {
    print(`   ${bold(`$ ${line}`)}`);
    for (const text of [stdout, stderr]) if (text.trim()) print(indented(text.trimEnd(), '   │ '));
  },
  failed: (words) => print(`\n${red('✗ not as told:')} ${words}`),
  passed: () => print(`\n${green('✓')} all of it as told: ${checks} things checked.\n`),
};

/** Goes on only where the claim holds. */
export function check(claim, holds, found) {
  checks++;
  if (holds) return print(`   ${green('✓')} ${claim}`);
  throw new Told(`${claim}${found === undefined ? '' : `\n${indented(show(found), '    ')}`}`);
}

/** The short form of a command line that is printed: long pins are cut. */
export function shortened(args) {
  return args.map((arg) => (/^[0-9a-f.]{40,}$/.test(arg) ? `${arg.slice(0, 8)}…` : quoted(arg))).join(' ');
}

function print(text) {
  process.stdout.write(`${text}\n`);
}

function under(who, words) {
  const [first = '', ...rest] = words.split('\n');
  return [`   ${who} ${first}`, ...rest.map((line) => `            ${line}`)].join('\n');
}

function indented(text, with_) {
  return text.replace(/^/gm, with_);
}

function quoted(arg) {
  return /^[\w./-]+$/.test(arg) ? arg : `'${arg}'`;
}

function show(found) {
  return typeof found === 'string' ? found : JSON.stringify(found, null, 2);
}
