// docket in a terminal of its own, as a person sits before it.
import { spawn } from '@lydell/node-pty';
import { onTestFinished, vi } from 'vitest';
import { PROGRAM } from './docket.ts';

export interface Screen {
  /** Waits until the output holds the text. */
  shows(text: string): Promise<void>;
  press(keys: string): void;
  /** All that was written, with the terminal's own line ends made plain. */
  text(): string;
  readonly exit: Promise<number>;
}

/** Starts docket in a pseudo-terminal; it is ended with the test. */
export function docketInTerminal(
  cwd: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Screen {
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    cwd,
    cols: 100,
    rows: 40,
    name: env.TERM ?? 'xterm-256color',
    env: { ...process.env, ...env } as Record<string, string>,
  });
  let said = '';
  let ended = false;
  child.onData((text) => {
    said += text.replaceAll('\r\n', '\n');
  });
  const exit = new Promise<number>((resolve) =>
    child.onExit(({ exitCode }) => {
      ended = true;
      resolve(exitCode);
    }),
  );
  onTestFinished(() => {
    if (!ended) child.kill('SIGKILL');
  });
  return {
    exit,
    text: () => said,
    press: (keys) => child.write(keys),
    shows: (text) =>
      vi.waitFor(
        () => {
          if (!said.includes(text))
            throw new Error(`the terminal does not show ${JSON.stringify(text)}: ${said}`);
        },
        { timeout: 20_000, interval: 20 },
      ),
  };
}
