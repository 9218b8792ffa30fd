// From the first byte of a client to the exit: manners, the era, the door.
import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { createDoor, type DoorParts } from './door.ts';
import { readOpening } from './era.ts';
import { INSTRUCTIONS } from './instructions.ts';
import { keepManners, type Leaving } from './manners.ts';

export interface Streams {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
  readonly error: NodeJS.WritableStream;
}

/** Leaving a session takes no longer than this, in ms; what it did not finish is mended at the next start. */
const TO_CLOSE = 200;

/** Serves one client until it goes; resolves to the exit status. Nothing is opened before its first call. */
export async function serve(
  streams: Streams,
  version: string,
  parts: Omit<DoorParts, 'log'>,
): Promise<number> {
  const log = logTo(streams.error);
  const manners = keepManners(streams, log);
  try {
    const left = manners.leaving.then(() => null);
    const era = await Promise.race([readOpening(streams.input), left]);
    if (era === null) return (await manners.leaving).status;
    const door = createDoor({ ...parts, log });
    // Only the first era is served so far: a client of the second is told so and begins again with `initialize`.
    const { converse } = await import('./handshake-era.ts');
    const broken = () => manners.leave({ status: 1, patience: 0 });
    const { output } = manners;
    const input = streams.input as Readable;
    const talk = await converse({ door, input, output, version, instructions: INSTRUCTIONS, log, broken });
    const { status, patience }: Leaving = await manners.leaving;
    await within(patience, talk.idle());
    if (patience > 0) await within(TO_CLOSE, finished(output.end()));
    await within(TO_CLOSE, door.close());
    return status;
  } finally {
    manners.restore();
  }
}

function logTo(error: NodeJS.WritableStream): (text: string) => void {
  // A log that nobody reads is no reason to end.
  error.on('error', () => {});
  return (text) => {
    error.write(`docket mcp: ${text.trimEnd()}\n`);
  };
}

async function within(ms: number, work: Promise<unknown>): Promise<void> {
  if (ms === 0) return;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work.catch(() => {}), late]);
  clearTimeout(timer);
}
