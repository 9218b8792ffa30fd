// The built program, run as a person or a script runs it.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';

export const PROGRAM = join(import.meta.dirname, '../../dist/docket.js');

export interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Standard output as it came, for tests of bytes. */
  readonly bytes: Buffer;
}

/** Runs docket once in a folder and returns all that it said. */
export function docket(
  cwd: string,
  args: readonly string[],
  { input = '', env = {} }: { input?: string | Buffer; env?: Record<string, string> } = {},
): Ran {
  const done = spawnSync(process.execPath, [PROGRAM, ...args], {
    cwd,
    input,
    env: { ...process.env, ...env },
    maxBuffer: 1 << 28,
  });
  return {
    status: done.status,
    stdout: done.stdout.toString(),
    stderr: done.stderr.toString(),
    bytes: done.stdout,
  };
}

/** Runs docket with --json and returns its status and the value it printed. */
export function docketJson<T = Record<string, unknown>>(
  cwd: string,
  args: readonly string[],
  input?: string | Buffer,
): { status: number | null; value: T } {
  const ran = docket(cwd, [...args, '--json'], { input });
  try {
    return { status: ran.status, value: JSON.parse(ran.stdout) as T };
  } catch {
    throw new Error(`docket ${args.join(' ')} printed no JSON: ${ran.stdout}${ran.stderr}`);
  }
}

export interface RefusalJson {
  readonly code: string;
  readonly message: string;
  readonly details?: unknown;
  readonly hint?: string;
}

/** Runs docket with --json and returns the refusal it printed, with the exit status. */
export function docketRefused(
  cwd: string,
  args: readonly string[],
  input?: string | Buffer,
): RefusalJson & { status: number | null } {
  const { status, value } = docketJson<{ refusal?: RefusalJson }>(cwd, args, input);
  if (!value.refusal) throw new Error(`docket ${args.join(' ')} was not refused: ${JSON.stringify(value)}`);
  return { ...value.refusal, status };
}

export interface Reply {
  readonly id: string | number | null;
  readonly ok: boolean;
  readonly result?: Record<string, unknown>;
  readonly refusal?: RefusalJson;
  readonly bug?: string;
}

/** One `docket session` that stays until it is ended. */
export interface LineSession {
  /** Sends one line as it is and returns the next answer that is no event. */
  line(text: string): Promise<Reply>;
  /** Sends a command and returns its answer. */
  ask(command: string, input?: unknown): Promise<Reply>;
  /** The next event of that kind, also one that came before it was asked for. */
  event(kind: string): Promise<Record<string, unknown>>;
  /** Ends the input and returns the exit status. */
  end(): Promise<number | null>;
  readonly child: ChildProcess;
}

/** Starts `docket session` in a folder; it is ended with the test. */
export function lineSession(cwd: string, args: readonly string[] = []): LineSession {
  const child = spawn(process.execPath, [PROGRAM, ...args, 'session'], {
    cwd,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const closed = new Promise<number | null>((resolve) => child.on('close', resolve));
  onTestFinished(async () => {
    child.stdin.end();
    await closed;
  });
  const answers = inbox<Reply>();
  const events = new Map<string, ReturnType<typeof inbox<Record<string, unknown>>>>();
  const eventsOf = (kind: string) => events.get(kind) ?? events.set(kind, inbox()).get(kind)!;
  createInterface({ input: child.stdout }).on('line', (line) => {
    const value = JSON.parse(line);
    if ('event' in value) eventsOf(value.event.kind).put(value.event);
    else answers.put(value);
  });
  let id = 0;
  const line = (text: string) => {
    child.stdin.write(`${text}\n`);
    return answers.take();
  };
  return {
    child,
    line,
    ask: (command, input = {}) => line(JSON.stringify({ id: ++id, command, input })),
    event: (kind) => eventsOf(kind).take(),
    end: () => {
      child.stdin.end();
      return closed;
    },
  };
}

function inbox<T>() {
  const waiting: ((value: T) => void)[] = [];
  const come: T[] = [];
  return {
    put: (value: T) => {
      const next = waiting.shift();
      if (next) next(value);
      else come.push(value);
    },
    take: () =>
      new Promise<T>((resolve) => (come.length > 0 ? resolve(come.shift()!) : waiting.push(resolve))),
  };
}
