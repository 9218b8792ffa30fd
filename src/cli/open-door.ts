// Each door is loaded only when it is opened.
import { resolve } from 'node:path';
import { refuse } from '../refusal.ts';
import { type Line, readLine } from './argv.ts';
import { runDesk } from './desk.ts';
import { DOORS } from './doors.ts';
import { type Front, wantsHelp } from './front.ts';
import { lazySession } from './lazy-session.ts';
import { printText } from './print.ts';
import { canDraw, startFolder, type Terminal } from './terminal.ts';

/** Opens the door that the line names, else takes the line to the desk; returns the exit status. */
export async function openDoor(terminal: Terminal, front: Front): Promise<number> {
  const door = DOORS.find((one) => one.name === front.first && one.name !== 'help');
  if (!door) return runDesk(terminal, front);
  if (front.options.help || wantsHelp(front.rest)) {
    const { doorHelp } = await import('./help.ts');
    printText(terminal, doorHelp(door));
    return 0;
  }
  const line = readLine(front.rest, door.grammar, front.options);
  return OPEN[door.name as 'mcp' | 'session' | 'tui'](terminal, line, startFolder(terminal, line.options));
}

type Open = (terminal: Terminal, line: Line, start: string) => Promise<number>;

const OPEN: Readonly<Record<'mcp' | 'session' | 'tui', Open>> = {
  mcp: async ({ stdin, stdout, stderr, env, version, givens }, line, start) => {
    const { startMcp } = await import('../mcp/index.ts');
    const { repo } = line.desk;
    const repoStart = typeof repo === 'string' ? resolve(start, repo) : null;
    return startMcp({
      input: stdin,
      output: stdout,
      error: stderr,
      repoStart,
      cwd: start,
      env,
      version,
      givens,
    });
  },
  session: async (terminal, _line, start) => {
    const { runSession } = await import('./session-door.ts');
    return runSession(terminal, start);
  },
  tui: async (terminal, _line, start) => {
    if (!canDraw(terminal)) return noTerminal();
    const { startTui } = await import('../tui/index.ts');
    const { editText } = await import('../repo/index.ts');
    const { stdin, stdout, env, version, givens } = terminal;
    const life = lazySession(terminal, start, 'tui');
    const edit = async (text: string, name: string) =>
      editText((await life.session()).repo, { text, name, env });
    try {
      return await startTui({ session: life.session, stdin, stdout, env, version, givens, editText: edit });
    } finally {
      await life.close();
    }
  },
};

function noTerminal(): never {
  refuse('invalid_input', 'docket tui needs a terminal that it can draw on.', {
    details: [
      { path: 'terminal', wanted: 'standard input and output that are a terminal', got: 'something else' },
    ],
    hint: 'Use the commands (docket help), or docket session for many calls in one process.',
  });
}
