import { printText } from './print.ts';
import type { Terminal } from './terminal.ts';

/** Input has to be quiet this long, in ms, before a question counts as asked. */
const QUIET = 120;
/** A terminal that never falls quiet is not waited for longer. */
const LONGEST = 2000;

/**
 * Asks a yes-or-no question in the terminal: only `y` or `yes` and Enter is yes. Whatever was typed before the
 * question stood on the screen is thrown away, so that type-ahead never answers it.
 */
export async function askYesNo(terminal: Terminal, question: string): Promise<boolean> {
  const { stdin } = terminal;
  const wasRaw = stdin.isRaw;
  stdin.setRawMode(true);
  try {
    await untilQuiet(stdin);
    terminal.stdout.write(`${question} [y/N] `);
    const answer = await typedLine(terminal);
    printText(terminal, '\n');
    return /^y(es)?$/i.test(answer.trim());
  } finally {
    stdin.setRawMode(wasRaw);
    stdin.pause();
  }
}

function untilQuiet(stdin: NodeJS.ReadStream): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(quiet);
      clearTimeout(longest);
      stdin.off('data', drop);
      resolve();
    };
    let quiet = setTimeout(done, QUIET);
    const longest = setTimeout(done, LONGEST);
    const drop = () => {
      clearTimeout(quiet);
      quiet = setTimeout(done, QUIET);
    };
    stdin.on('data', drop);
    stdin.resume();
  });
}

// Reads keys until Enter; interrupt, end of file and Escape leave with nothing.
function typedLine({ stdin, stdout }: Terminal): Promise<string> {
  return new Promise((resolve) => {
    let line = '';
    const leave = (answer: string) => {
      stdin.off('data', read);
      stdin.off('end', end);
      resolve(answer);
    };
    const end = () => leave('');
    const read = (chunk: Buffer | string) => {
      for (const key of chunk.toString()) {
        if (/[\r\n]/.test(key)) return leave(line);
        if (/[\x03\x04\x1b]/.test(key)) return leave('');
        const typed = afterKey(line, key);
        line = typed.line;
        stdout.write(typed.echo);
      }
    };
    stdin.on('data', read);
    stdin.on('end', end);
    stdin.resume();
  });
}

/** What stands in the line after a key, and what the terminal shows of it: printable ASCII and erasing, no more. */
export function afterKey(line: string, key: string): { line: string; echo: string } {
  if (/[\x7f\b]/.test(key)) return { line: line.slice(0, -1), echo: line ? '\b \b' : '' };
  if (key >= ' ' && key <= '~') return { line: line + key, echo: key };
  return { line, echo: '' };
}
