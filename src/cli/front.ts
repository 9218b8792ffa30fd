// The start of a command line: switches that stand before the command, and its first word. Knows no command,
// so that it can choose a door before anything heavy is loaded.
import { refuse } from '../refusal.ts';

export interface Options {
  /** `-C`: where to look for the repository; several add up, as git's do. */
  readonly dirs: readonly string[];
  readonly json: boolean;
  readonly help: boolean;
  readonly version: boolean;
}

export interface Front {
  readonly options: Options;
  /** The command's first word: a noun, a short form or a door; null where there is none. */
  readonly first: string | null;
  readonly rest: readonly string[];
}

export const NO_OPTIONS: Options = { dirs: [], json: false, help: false, version: false };

/** Reads up to the first word. Refuses `invalid_input` on a flag that does not stand before commands. */
export function readFront(argv: readonly string[]): Front {
  let options = NO_OPTIONS;
  for (let at = 0; at < argv.length; at++) {
    const token = argv[at]!;
    if (token === '--') return { options, first: argv[at + 1] ?? null, rest: argv.slice(at + 2) };
    if (!token.startsWith('-') || token === '-') return { options, first: token, rest: argv.slice(at + 1) };
    const read = readEverywhere(argv, at, options);
    if (!read) return unknownFlag(token);
    options = read.options;
    at = read.at;
  }
  return { options, first: null, rest: [] };
}

/** Reads one switch that may stand anywhere; null when the token is none of them. `at` is its last token. */
export function readEverywhere(
  argv: readonly string[],
  at: number,
  options: Options,
): { options: Options; at: number } | null {
  const token = argv[at]!;
  switch (token) {
    case '--json':
      return { options: { ...options, json: true }, at };
    case '-h':
    case '--help':
      return { options: { ...options, help: true }, at };
    case '--version':
      return { options: { ...options, version: true }, at };
    case '-C':
      return { options: { ...options, dirs: [...options.dirs, folderAfter(argv, at)] }, at: at + 1 };
    default:
      return null;
  }
}

/** Whether help is asked for before a `--`. */
export function wantsHelp(argv: readonly string[]): boolean {
  const end = argv.indexOf('--');
  return argv.slice(0, end < 0 ? argv.length : end).some((token) => token === '--help' || token === '-h');
}

function folderAfter(argv: readonly string[], at: number): string {
  const folder = argv[at + 1];
  if (folder) return folder;
  return refuse('invalid_input', '-C: wanted a folder, got nothing.', {
    details: [{ path: '-C', wanted: 'a folder', got: 'nothing' }],
    hint: 'For example: docket -C ../notes list',
  });
}

function unknownFlag(token: string): never {
  refuse('invalid_input', `${token.slice(0, 60)} is not a flag that can stand before a command.`, {
    details: [{ path: token.slice(0, 60), wanted: 'a command', got: 'a flag' }],
    hint: 'Write the command first, then its flags: docket help',
  });
}
