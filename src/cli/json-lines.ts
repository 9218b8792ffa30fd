import { createInterface } from 'node:readline';
import { COMMANDS, type Command, commandNamed, cut, gotText, nearest } from '../commands/index.ts';
import { Refusal, refuse } from '../refusal.ts';
import type { SessionLife } from './lazy-session.ts';
import { callInSession, toldEvent, watched } from './one-call.ts';
import { printJson, refusalJson } from './print.ts';
import type { Terminal } from './terminal.ts';

type Id = string | number | null;

interface Request {
  readonly id: Id;
  readonly command: Command;
  readonly input: unknown;
}

/**
 * Answers each line `{ id?, command, input }` by one line, in order; what happens meanwhile comes as `{ event }`.
 * A line that cannot be read is answered too. Ends with the input or the signal.
 */
export async function runJsonLines(
  terminal: Terminal,
  life: SessionLife,
  signal: AbortSignal,
): Promise<void> {
  const live = watched(life, (event) => printJson(terminal, { event: toldEvent(event) }));
  const reader = createInterface({ input: terminal.stdin, crlfDelay: Number.POSITIVE_INFINITY, signal });
  for await (const line of reader) {
    if (signal.aborted) return;
    if (line.trim() !== '') printJson(terminal, await answer(line, live));
  }
}

async function answer(line: string, life: SessionLife): Promise<object> {
  let id: Id = null;
  try {
    const parsed = parsedLine(line);
    id = idOf(parsed);
    const { command, input } = request(parsed, id);
    return { id, ok: true, result: await callInSession(life, command, input) };
  } catch (error) {
    if (error instanceof Refusal) return { id, ok: false, refusal: refusalJson(error) };
    return { id, ok: false, bug: error instanceof Error ? error.message : String(error) };
  }
}

function parsedLine(line: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return value as Record<string, unknown>;
    return badLine('an object', gotText(value));
  } catch (error) {
    if (error instanceof Refusal) throw error;
    return badLine('a line of JSON', cut(line));
  }
}

function idOf(line: Record<string, unknown>): Id {
  const id = Object.hasOwn(line, 'id') ? line.id : null;
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}

function request(line: Record<string, unknown>, id: Id): Request {
  const unknown = Object.keys(line).find((key) => !['id', 'command', 'input'].includes(key));
  if (unknown !== undefined) return badLine('the fields id, command and input alone', cut(unknown), unknown);
  const name = Object.hasOwn(line, 'command') ? line.command : undefined;
  if (typeof name !== 'string') return badLine('the name of a command', gotText(name), 'command');
  const command = commandNamed(name);
  const input = Object.hasOwn(line, 'input') ? line.input : {};
  return command ? { id, command, input } : unknownCommand(name);
}

function unknownCommand(name: string): never {
  const known = COMMANDS.map((one) => one.name);
  const [meant] = nearest(name, known);
  refuse('invalid_input', `There is no command ${JSON.stringify(cut(name))}.`, {
    details: [{ path: 'command', wanted: `one of ${known.join(', ')}`, got: cut(name) }],
    hint: meant ? `Did you mean ${meant}?` : 'docket help lists all.',
  });
}

function badLine(wanted: string, got: string, path = ''): never {
  refuse('invalid_input', `${path ? `${cut(path)}: ` : ''}wanted ${wanted}, got ${got}.`, {
    details: [{ path: cut(path), wanted, got }],
    hint: 'For example: {"id": 1, "command": "doc.read", "input": {"doc": "guide/intro.md"}}',
  });
}
