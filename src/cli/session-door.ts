// `docket session`: one session, one command a line, until the input ends. JSON lines for programs, a prompt for
// a person.

import { runJsonLines } from './json-lines.ts';
import { lazySession } from './lazy-session.ts';
import { runPrompt } from './prompt.ts';
import { isAttended, type Terminal } from './terminal.ts';

/** Runs until the end of the input; returns the exit status. */
export async function runSession(terminal: Terminal, start: string): Promise<number> {
  const life = lazySession(terminal, start, 'session');
  try {
    return isAttended(terminal) ? await runPrompt(terminal, life) : await runJsonLines(terminal, life);
  } finally {
    await life.close();
  }
}
