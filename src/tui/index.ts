// The owner's terminal: reads proposals, approves and rejects them, keeps open docs and their banner.
// It sees only commands and a session; whatever it does is a command that any other door could run.
import type { Session } from '../session/index.ts';

/** What the front desk hands to the terminal. */
export interface TuiOptions {
  /** Opens the session on first use. */
  readonly session: () => Promise<Session>;
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly version: string;
  readonly givens: { now(): Date; uuid(): string };
  /** Runs the owner's editor on a text; null when nothing came back. The terminal is free while it runs. */
  readonly editText: (text: string, name: string) => Promise<string | null>;
}

/** Runs the terminal until the owner leaves it; resolves to the exit status. */
export async function startTui(_options: TuiOptions): Promise<number> {
  throw new Error('the terminal is being built');
}
