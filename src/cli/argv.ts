// The rest of a command line: a command's own flags and positions become its raw input. Pure; what comes from
// standard input is only named here and read later.
import { cut, nearest } from '../commands/one.ts';
import { refuse } from '../refusal.ts';
import { type Options, readEverywhere } from './front.ts';
import { type Flag, flagWords, type Grammar, isPlainList } from './grammar.ts';

export interface Line {
  readonly options: Options;
  readonly raw: Record<string, unknown>;
  /** What was said to the front desk itself, by name: `yes`, `save`, `propose`, `summary`. */
  readonly desk: Record<string, unknown>;
  /** The flag whose value was `-`: it is read from standard input. */
  readonly piped: Flag | null;
}

/** One thing that was said; `at` is the last token it took. */
interface Said {
  readonly flag: Flag;
  readonly typed: string;
  readonly value: string | boolean;
  readonly at: number;
}

/**
 * Reads what follows a command's words. Refuses `invalid_input` on unknown flags (with what was probably meant),
 * missing values, things said twice and words too many.
 */
export function readLine(argv: readonly string[], grammar: Grammar, before: Options): Line {
  let options = before;
  const said: Said[] = [];
  const places: string[] = [];
  for (let at = 0; at < argv.length; at++) {
    const token = argv[at]!;
    if (token === '--') {
      places.push(...argv.slice(at + 1));
      break;
    }
    const everywhere = readEverywhere(argv, at, options);
    if (everywhere) {
      options = everywhere.options;
      at = everywhere.at;
    } else if (token.startsWith('-') && token !== '-') {
      said.push(token.startsWith('--') ? longFlag(argv, at, grammar) : letterFlag(argv, at, grammar));
      at = said.at(-1)!.at;
    } else places.push(token);
  }
  return { options, ...gathered([...placed(places, grammar), ...said]) };
}

function longFlag(argv: readonly string[], at: number, grammar: Grammar): Said {
  const [, name = '', value] = /^--([^=]*)(?:=(.*))?$/s.exec(argv[at]!)!;
  const typed = `--${name}`;
  const known = grammar.flags.find((flag) => flag.name === name);
  if (known) return valued(argv, at, grammar, { flag: known, typed, value });
  const denied = grammar.flags.find((flag) => flag.spec.type === 'switch' && `no-${flag.name}` === name);
  if (!denied) return unknown(grammar, typed);
  if (value !== undefined) return misfit(typed, 'no value', value);
  return { flag: denied, typed, value: false, at };
}

function letterFlag(argv: readonly string[], at: number, grammar: Grammar): Said {
  const token = argv[at]!;
  const typed = token.slice(0, 2);
  const known = grammar.flags.find((flag) => flag.letter === typed[1]);
  if (!known) return unknown(grammar, token);
  return valued(argv, at, grammar, {
    flag: known,
    typed,
    value: token.length > 2 ? token.slice(2) : undefined,
  });
}

function valued(
  argv: readonly string[],
  at: number,
  grammar: Grammar,
  { flag, typed, value }: { flag: Flag; typed: string; value: string | undefined },
): Said {
  if (flag.spec.type !== 'switch') {
    if (value !== undefined) return { flag, typed, value, at };
    return { flag, typed, value: nextValue(argv[at + 1], grammar, flag, typed), at: at + 1 };
  }
  if (value !== undefined && value !== 'true' && value !== 'false')
    return misfit(typed, 'true or false', value);
  return { flag, typed, value: value !== 'false', at };
}

// A flag after a flag that needs a value is far more often a forgotten value than a value.
function nextValue(next: string | undefined, grammar: Grammar, flag: Flag, typed: string): string {
  if (next === undefined) return misfit(typed, `a value: ${flagWords(flag)}`, undefined);
  if (isKnownFlag(next, grammar)) return misfit(typed, `a value, or ${typed}=${next} if that is it`, next);
  return next;
}

function isKnownFlag(token: string, grammar: Grammar): boolean {
  if (token === '--' || /^(--(json|help|version)|-h|-C)$/.test(token)) return true;
  const name = token.replace(/^--(no-)?/, '').replace(/=.*$/s, '');
  if (token.startsWith('--')) return grammar.flags.some((flag) => flag.name === name);
  return /^-[A-Za-z]$/.test(token) && grammar.flags.some((flag) => flag.letter === token[1]);
}

// Words without a flag fill the positions in order; a list at the end takes all that are left.
function placed(words: readonly string[], { positional }: Grammar): Said[] {
  return words.map((value, i) => {
    const last = positional.at(-1);
    const flag = positional[i] ?? (last && isPlainList(last.spec) ? last : undefined);
    const typed = `<${flag?.name}>`;
    if (flag)
      return { flag, typed, value: isPlainList(flag.spec) ? value.replaceAll(',', '\\,') : value, at: i };
    return misfit(
      'arguments',
      positional.map((one) => `<${one.name}>`).join(' ') || 'none',
      `also ${cut(value)}`,
    );
  });
}

function gathered(all: readonly Said[]): Pick<Line, 'raw' | 'desk' | 'piped'> {
  const raw: Record<string, unknown> = {};
  const desk: Record<string, unknown> = {};
  let piped: Flag | null = null;
  for (const { flag, typed, value } of all) {
    const into = flag.desk ? desk : raw;
    const before = Object.hasOwn(into, flag.field) ? into[flag.field] : undefined;
    if (before !== undefined && !Array.isArray(before)) misfit(typed, 'it once', 'it twice');
    if (value === '-' && piped) misfit(typed, 'one `-` in a call', `another for --${piped.name}`);
    if (value === '-') piped = flag;
    into[flag.field] = before ? [...(before as unknown[]), ...listOf(flag, value)] : fieldValue(flag, value);
  }
  return { raw, desk, piped };
}

function fieldValue(flag: Flag, value: string | boolean): unknown {
  if (typeof value === 'boolean' || value === '-') return value;
  return isPlainList(flag.spec) ? listOf(flag, value) : textValue(flag, value);
}

/** What a flag's text means: a number where one is wanted, JSON for objects; anything else stays text. */
export function textValue(flag: Flag, text: string): unknown {
  const { type } = flag.spec;
  if (type === 'number') return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
  if (type === 'text' || type === 'choice') return text;
  try {
    return JSON.parse(text);
  } catch {
    return misfit(`--${flag.name}`, 'JSON', text);
  }
}

// Commas part the items of a list; `\,` is a comma within one.
function listOf(flag: Flag, value: string | boolean): unknown[] {
  const item = { ...flag, spec: flag.spec.item! };
  const texts = String(value).match(/(?:\\,|[^,])+/g) ?? [''];
  return texts.map((text) => textValue(item, text.replaceAll('\\,', ',')));
}

function unknown(grammar: Grammar, typed: string): never {
  const names = [...grammar.flags.map((flag) => flag.name), 'json', 'help'];
  const [meant] = nearest(
    typed.replace(/^-+/, ''),
    names.filter((name) => name.length > 1),
  );
  refuse('invalid_input', `${cut(typed)} is not a flag of this command.`, {
    details: [{ path: cut(typed), wanted: meant ? `--${meant}` : 'a known flag', got: cut(typed) }],
    hint: [...(meant ? [`Did you mean --${meant}?`] : []), ...afterDashes(typed)].join(' ') || undefined,
  });
}

// `-dash` is one letter's flag and its value, or a name that begins so.
function afterDashes(typed: string): string[] {
  if (!/^-[^-]./.test(typed)) return [];
  return [`A word that begins with - and is no flag goes after --, as in: -- ${cut(typed)}`];
}

function misfit(path: string, wanted: string, got: string | undefined): never {
  const came = got === undefined ? 'nothing' : cut(got);
  refuse('invalid_input', `${path}: wanted ${wanted}, got ${came}.`, {
    details: [{ path, wanted, got: came }],
  });
}
