import { refuse } from '../refusal.ts';
import { type Line, textValue } from './argv.ts';
import type { Terminal } from './terminal.ts';

/** Bytes; a doc of the largest size fits as JSON with every character escaped. */
const MOST = 64 * 1024 * 1024;

/**
 * The line's input with the `-` read from standard input. Text of a doc is taken byte for byte; the last line
 * feed of a one-line value is not part of it. Refuses `invalid_input` on bytes that are not UTF-8.
 */
export async function withPiped(terminal: Terminal, line: Line): Promise<Record<string, unknown>> {
  if (!line.piped) return line.raw;
  const { field, name } = line.piped;
  const text = decoded(await readAll(terminal.stdin, name), name);
  const whole = field === 'text' || line.piped.spec.type !== 'text';
  return { ...line.raw, [field]: textValue(line.piped, whole ? text : text.replace(/\r?\n$/, '')) };
}

async function readAll(stdin: NodeJS.ReadStream, name: string): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stdin) {
    chunks.push(Buffer.from(chunk));
    size += chunk.length;
    if (size > MOST) misfit(name, `at most ${MOST} bytes on standard input`, 'more');
  }
  return Buffer.concat(chunks);
}

function decoded(bytes: Buffer, name: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return misfit(name, 'UTF-8 text on standard input', 'other bytes');
  }
}

function misfit(name: string, wanted: string, got: string): never {
  refuse('invalid_input', `--${name}: wanted ${wanted}, got ${got}.`, {
    details: [{ path: `--${name}`, wanted, got }],
  });
}
