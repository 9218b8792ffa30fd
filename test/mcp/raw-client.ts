// A client that knows lines of JSON and nothing of any SDK: what it sees is what is on the wire.
import { type ChildProcess, spawn } from 'node:child_process';

export interface Message {
  readonly id?: number | string | null;
  readonly method?: string;
  // biome-ignore lint/suspicious/noExplicitAny: whatever the server says
  readonly result?: any;
  readonly error?: { readonly code: number; readonly message: string };
}

export interface ToolResult {
  readonly content: readonly { readonly type: string; readonly text: string }[];
  // biome-ignore lint/suspicious/noExplicitAny: whatever the tool answers
  readonly structuredContent?: any;
  readonly isError?: boolean;
  readonly _meta?: Readonly<Record<string, { code: string; details?: unknown }>>;
}

export interface RawClient {
  readonly process: ChildProcess;
  /** Every message so far, in the order it came. */
  readonly messages: readonly Message[];
  /** Lines of standard output that are no JSON object. */
  readonly junk: readonly string[];
  stderr(): string;
  /** Writes a line as it is. */
  line(text: string): void;
  notify(method: string, params?: object): void;
  request(method: string, params?: object, id?: number | string): Promise<Message>;
  initialize(clientInfo?: { name: string; version: string }, protocolVersion?: string): Promise<Message>;
  /** Calls a tool and returns its result; throws on a protocol error. */
  tool(name: string, input?: object): Promise<ToolResult>;
  /** Closes the server's input and waits until it is gone. */
  end(): Promise<Exit>;
  readonly exited: Promise<Exit>;
}

export interface Exit {
  readonly status: number | null;
  readonly signal: NodeJS.Signals | null;
}

export function startRaw(
  args: readonly string[],
  { cwd, env = {} }: { cwd: string; env?: Record<string, string | undefined> },
): RawClient {
  const child = spawn(process.execPath, args, { cwd, env: { ...process.env, ...env }, stdio: 'pipe' });
  const messages: Message[] = [];
  const junk: string[] = [];
  const waiting = new Map<number | string, (message: Message) => void>();
  let rest = '';
  let errors = '';
  let lastId = 0;
  const take = (line: string) => {
    const message = parsed(line);
    if (!message) return void junk.push(line);
    messages.push(message);
    if (message.method === undefined && message.id != null) waiting.get(message.id)?.(message);
  };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop()!;
    for (const line of lines) take(line);
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  child.stdin.on('error', () => {});
  const exited = new Promise<Exit>((resolve) => {
    child.on('close', (status, signal) => {
      if (rest) junk.push(rest);
      resolve({ status, signal });
      for (const [id, answer] of waiting)
        answer({ id, error: { code: 0, message: `the server ended (${status ?? signal}): ${errors}` } });
    });
  });
  const line = (text: string) => void child.stdin.write(`${text}\n`);
  const send = (message: object) => line(JSON.stringify({ jsonrpc: '2.0', ...message }));
  const request: RawClient['request'] = (method, params, id = ++lastId) =>
    new Promise((resolve) => {
      waiting.set(id, (message) => {
        waiting.delete(id);
        resolve(message);
      });
      send({ id, method, params });
    });
  return {
    process: child,
    messages,
    junk,
    stderr: () => errors,
    line,
    notify: (method, params) => send({ method, params }),
    request,
    initialize: async (clientInfo = { name: 'raw', version: '1' }, protocolVersion = '2025-11-25') => {
      const answer = await request('initialize', { protocolVersion, capabilities: {}, clientInfo });
      send({ method: 'notifications/initialized' });
      return answer;
    },
    tool: async (name, input) => {
      const { result, error } = await request('tools/call', { name, arguments: input });
      if (error) throw new Error(`${name}: ${error.code} ${error.message}`);
      return result;
    },
    end: () => {
      child.stdin.end();
      return exited;
    },
    exited,
  };
}

function parsed(line: string): Message | null {
  try {
    const message = JSON.parse(line);
    return message?.jsonrpc === '2.0' ? message : null;
  } catch {
    return null;
  }
}
