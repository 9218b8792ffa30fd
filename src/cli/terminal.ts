import { resolve } from 'node:path';

/** Where the front desk listens and speaks, and what it knows of the place it was started in. */
export interface Terminal {
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly version: string;
  readonly givens: { now(): Date; uuid(): string };
}

/** Whether a person sits there who can be shown something and asked. */
export function isAttended({ stdin, stdout }: Terminal): boolean {
  return stdin.isTTY === true && stdout.isTTY === true;
}

/** Whether the whole screen can be drawn on. */
export function canDraw(terminal: Terminal): boolean {
  return isAttended(terminal) && terminal.env.TERM !== 'dumb';
}

/** Whether colours are wanted: a terminal that has them, and nobody who said NO_COLOR. */
export function hasColours({ stdout, env }: Terminal): boolean {
  return stdout.isTTY === true && env.TERM !== 'dumb' && !env.NO_COLOR;
}

/** The folder to look for the repository from: where docket was started, and then each `-C`. */
export function startFolder({ cwd }: Terminal, { dirs }: { readonly dirs: readonly string[] }): string {
  return resolve(cwd, ...dirs);
}
