// Which revision of the protocol a client speaks shows in its very first line. Reading that line before
// anything is loaded lets one program serve each era with its own SDK, and only one of them per process.

/** `handshake`: revisions up to 2025-11-25, which begin with `initialize`. `stateless`: 2026-07-28 and later. */
export type Era = 'handshake' | 'stateless';

const VERSION_KEY = 'io.modelcontextprotocol/protocolVersion';
const LONGEST_OPENING = 1024 * 1024;

/** Reads the first line that says something and puts every byte back; null when the input ends before one is whole. */
export function readOpening(input: NodeJS.ReadableStream): Promise<Era | null> {
  return new Promise((resolve) => {
    let seen = Buffer.alloc(0);
    const done = (era: Era | null) => {
      input.off('data', onData).off('end', onEnd).off('close', onEnd);
      resolve(era);
    };
    const onEnd = () => done(null);
    const onData = (chunk: Buffer | string) => {
      seen = Buffer.concat([seen, Buffer.from(chunk as Buffer)]);
      const line = firstLine(seen);
      if (line === null && seen.length < LONGEST_OPENING) return;
      input.pause();
      done(eraOf(line ?? ''));
      input.unshift(seen);
    };
    input.on('data', onData).on('end', onEnd).on('close', onEnd);
  });
}

/** The era of a client whose first line this is; what cannot be read is left to the first era to answer. */
export function eraOf(line: string): Era {
  const message = parsed(line) as { method?: unknown; params?: { _meta?: Record<string, unknown> } } | null;
  const stateless =
    message?.method === 'server/discover' || message?.params?._meta?.[VERSION_KEY] !== undefined;
  return stateless ? 'stateless' : 'handshake';
}

function firstLine(bytes: Buffer): string | null {
  for (let from = 0; ; ) {
    const end = bytes.indexOf(10, from);
    if (end < 0) return null;
    const line = bytes.toString('utf8', from, end).trim();
    if (line !== '') return line;
    from = end + 1;
  }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
