// The only place that writes: whatever is said goes through here and holds no control but line feeds, tabs and
// our own colours.
import { exitStatusOf, type Refusal } from '../refusal.ts';
import { safeJson, safeLines } from '../safe.ts';
import { hasColours, type Terminal } from './terminal.ts';

/** Prints text for a person, ended by a line feed; foreign characters that act or hide are marks. */
export function printText(terminal: Terminal, text: string, { diff = false } = {}): void {
  if (text === '') return;
  const lines = safeLines(text.endsWith('\n') ? text : `${text}\n`);
  terminal.stdout.write(diff && hasColours(terminal) ? coloured(lines) : lines);
}

/** Prints a value as one line of JSON. */
export function printJson(terminal: Terminal, value: unknown): void {
  terminal.stdout.write(`${safeJson(value)}\n`);
}

/** Prints beside the answer, where a person sees it and a pipe does not. */
export function printNote(terminal: Terminal, text: string): void {
  terminal.stderr.write(safeLines(text.endsWith('\n') ? text : `${text}\n`));
}

/** A refusal as every program door shows it. */
export function refusalJson(refusal: Refusal): object {
  const { code, message, details, hint } = refusal;
  return { code, message, details, hint };
}

/** Prints a refusal and returns the exit status: 2 for misuse, 1 for any other "no". */
export function printRefusal(terminal: Terminal, refusal: Refusal, { json }: { json: boolean }): number {
  if (json) printJson(terminal, { refusal: refusalJson(refusal) });
  else {
    const hint = refusal.hint ? `\nhint: ${refusal.hint}` : '';
    printNote(terminal, `${refusal.code}: ${refusal.message}${hint}`);
  }
  return exitStatusOf(refusal);
}

/** Prints a bug as one line, its stack only for those who ask, and returns the exit status. */
export function printBug(terminal: Terminal, error: unknown): number {
  const told = error instanceof Error ? error.message : String(error);
  const stack = terminal.env.DOCKET_DEBUG && error instanceof Error ? `\n${error.stack}` : '';
  const [line = ''] = told.split('\n');
  printNote(terminal, `bug: ${line.slice(0, 300)} (please report it; DOCKET_DEBUG=1 shows where)${stack}`);
  return 255;
}

function coloured(text: string): string {
  const parts = /^(?:(--- .*\n\+\+\+ .*)|(\+.*)|(-.*)|(@@.*))$/gm;
  return text.replace(parts, (found, head, added, removed) => {
    const [on, off] = head ? [1, 22] : added ? [32, 39] : removed ? [31, 39] : [36, 39];
    return found.replace(/^.*$/gm, (line: string) => `\x1b[${on}m${line}\x1b[${off}m`);
  });
}
