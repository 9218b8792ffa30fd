// Who plays in the stories: each is an operating-system process of its own, started from the built program or
// plain git. Nothing here knows anything of docket but what it prints.
import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { onTestFinished, vi } from 'vitest';
import { type RawClient, startRaw, type ToolResult } from '../mcp/raw-client.ts';

export const PROGRAM = join(import.meta.dirname, '../../dist/docket.js');

// biome-ignore lint/suspicious/noExplicitAny: outsiders read JSON, not types
export type Json = any;

/** An answer as a client sees it that shows its model nothing but text. */
export interface Heard {
  readonly text: string;
  readonly isError: boolean;
  /** What the text says that settled. */
  readonly synced: readonly Json[];
  /** The answer as data: parsed from the text, or the code of an error. */
  readonly data: Json;
  readonly code: string | null;
}

export interface Agent {
  readonly client: RawClient;
  call(tool: string, input?: object): Promise<Heard>;
  /** Calls, and fails when the answer is an error. */
  ok(tool: string, input?: object): Promise<Heard>;
  /** The text of a doc as doc_read shows it. */
  text(doc: string): Promise<string>;
  /** Edits and proposes; returns the proposal as doc_save tells it. */
  propose(doc: string, oldText: string, newText: string, more?: object): Promise<Json>;
  kill(): Promise<void>;
  end(): Promise<void>;
}

/** An agent with its own `docket mcp`. */
export async function startAgent(cwd: string, name = 'scribe', args: readonly string[] = []): Promise<Agent> {
  const client = startRaw([PROGRAM, 'mcp', ...args], { cwd });
  onTestFinished(() => void client.process.kill('SIGKILL'));
  await client.initialize({ name, version: '1.0' });
  const call = async (tool: string, input: object = {}) => heard(await client.tool(tool, input));
  const ok = async (tool: string, input?: object) => {
    const answer = await call(tool, input);
    if (answer.isError) throw new Error(`${tool} ${JSON.stringify(input)}: ${answer.text}`);
    return answer;
  };
  return {
    client,
    call,
    ok,
    text: async (doc) => docText((await ok('doc_read', { doc })).text),
    propose: async (doc, oldText, newText, more = {}) => {
      await ok('doc_edit', { doc, edits: [{ oldText, newText }] });
      const { data } = await ok('doc_save', { doc, ...more });
      return data.proposals?.[0] ?? data;
    },
    kill: async () => {
      client.process.kill('SIGKILL');
      await client.exited;
    },
    end: async () => void (await client.end()),
  };
}

/** What a client that shows text alone makes of a tool's result. */
export function heard(result: ToolResult): Heard {
  const text = result.content.map((block) => block.text).join('\n');
  const isError = result.isError === true;
  const whole = isError ? null : parsed(text);
  const lines = text.split('\n').filter((line) => line.startsWith('synced: '));
  return {
    text,
    isError,
    synced: whole ? (whole.synced ?? []) : lines.map((line) => JSON.parse(line.slice('synced: '.length))),
    data: whole,
    code: isError ? text.slice(0, text.indexOf(':')) : null,
  };
}

/** The doc's text in an answer of doc_read, as it stands between the head line and the end mark. */
export function docText(answer: string): string {
  const found = /<content of="doc_read">\n#[^\n]*\n([\s\S]*)\n<\/content>$/.exec(answer);
  if (!found) throw new Error(`no text in ${answer}`);
  return found[1]!;
}

export interface Ran {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
  /** Standard output as JSON, or null. */
  readonly json: Json;
}

/** One run of the program, without a terminal. */
export function docket(cwd: string, ...args: string[]): Promise<Ran> {
  return run(process.execPath, [PROGRAM, ...args], cwd);
}

/** As `docket`, and fails unless the exit status is 0. */
export async function docketOk(cwd: string, ...args: string[]): Promise<Ran> {
  const ran = await docket(cwd, ...args);
  if (ran.status !== 0)
    throw new Error(`docket ${args.join(' ')}: ${ran.status}\n${ran.stdout}${ran.stderr}`);
  return ran;
}

/** The owner approves as a script does: reads the plan, then says yes to exactly that plan. */
export async function approve(cwd: string, proposal: string): Promise<Ran> {
  const { json } = await docketOk(cwd, 'preflight', proposal, '--json');
  return docket(cwd, 'approve', proposal, '--token', json.token, '--yes', '--json');
}

export async function reject(cwd: string, proposal: string, reason: string): Promise<Ran> {
  const { json } = await docketOk(cwd, 'show', proposal, '--json');
  return docketOk(cwd, 'reject', proposal, '--tip', json.tip, '--reason', reason, '--yes', '--json');
}

/** The owner's `docket session`: one command a line, answers and events as they come. */
export interface OwnerSession {
  /** Runs a command; returns its result, or throws what it refused. */
  ask(command: string, input?: object): Promise<Json>;
  /** Runs a command and returns the whole answer. */
  answer(command: string, input?: object): Promise<Json>;
  readonly events: readonly Json[];
  /** Waits for an event that holds these fields, counted from the first. */
  event(fields: object): Promise<Json>;
  kill(): Promise<void>;
  end(): Promise<void>;
}

export function startOwner(cwd: string): OwnerSession {
  const child = spawn(process.execPath, [PROGRAM, 'session'], { cwd, stdio: 'pipe' });
  onTestFinished(() => void child.kill('SIGKILL'));
  const events: Json[] = [];
  const waiting = new Map<number, (answer: Json) => void>();
  const errors = collected(child);
  let lastId = 0;
  const ended = new Promise<void>((resolve) => {
    child.on('close', () => {
      for (const done of waiting.values()) done({ ok: false, ended: errors() });
      resolve();
    });
  });
  onLines(child, (line) => {
    const message = JSON.parse(line);
    if (message.event) events.push(message.event);
    else waiting.get(message.id)?.(message);
  });
  const answer = (command: string, input: object = {}) =>
    new Promise<Json>((resolve) => {
      const id = ++lastId;
      waiting.set(id, resolve);
      child.stdin.write(`${JSON.stringify({ id, command, input })}\n`);
    });
  return {
    answer,
    ask: async (command, input) => {
      const told = await answer(command, input);
      if (!told.ok) throw new Error(`${command} ${JSON.stringify(input)}: ${JSON.stringify(told)}`);
      return told.result;
    },
    events,
    event: (fields) =>
      vi.waitFor(
        () => {
          const wanted = Object.entries(fields);
          const found = events.find((event) => wanted.every(([key, value]) => event[key] === value));
          if (!found)
            throw new Error(
              `no event with ${JSON.stringify(fields)} in ${JSON.stringify(events)}${errors()}`,
            );
          return found;
        },
        { timeout: 20_000, interval: 20 },
      ),
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
    end: async () => {
      child.stdin.end();
      await ended;
    },
  };
}

/** sha256 of bytes, in hex, as docket names it. */
export function sha256(bytes: string | Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function run(command: string, args: readonly string[], cwd: string): Promise<Ran> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
    let stdout = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    const stderr = collected(child);
    child.on('close', (status) =>
      resolve({ status: status ?? -1, stdout, stderr: stderr(), json: parsed(stdout) }),
    );
  });
}

function collected(child: ChildProcess): () => string {
  let errors = '';
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  return () => errors;
}

function onLines(child: ChildProcess, take: (line: string) => void): void {
  let rest = '';
  child.stdout!.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop()!;
    for (const line of lines) if (line) take(line);
  });
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
