// `docket session`: one session, one command a line, until the input ends. JSON lines for programs, a prompt for
// a person.
import process from 'node:process';

import { runJsonLines } from './json-lines.ts';
import { lazySession } from './lazy-session.ts';
import { runPrompt } from './prompt.ts';
import { isAttended, type Terminal } from './terminal.ts';

/** Runs until the end of the input or a signal; returns the exit status. Unsaved edits stay as drafts. */
export async function runSession(terminal: Terminal, start: string): Promise<number> {
  const life = lazySession(terminal, start, 'session');
  const ending = endBySignal();
  try {
    const run = isAttended(terminal) ? runPrompt : runJsonLines;
    await run(terminal, life, ending.signal);
    return ending.status();
  } finally {
    await life.close();
  }
}

const SIGNALS = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;

function endBySignal(): { signal: AbortSignal; status: () => number } {
  const ended = new AbortController();
  let status = 0;
  for (const [name, code] of Object.entries(SIGNALS)) {
    process.on(name, () => {
      status = code;
      ended.abort();
    });
  }
  return { signal: ended.signal, status: () => status };
}
