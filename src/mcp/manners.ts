// How the process behaves as the guest of the client that started it: nothing but protocol on its output,
// no fault of a library ends it, and it leaves as soon as nobody listens any more.
import { Writable } from 'node:stream';
import { format } from 'node:util';

/** Why the door closes: with which exit status, and how long calls under way may take to finish, in ms. */
export interface Leaving {
  readonly status: number;
  readonly patience: number;
}

export interface Manners {
  /** Where protocol goes: the real output, which nothing else can reach any more. */
  readonly output: Writable;
  readonly leaving: Promise<Leaving>;
  /** Ends the door from inside. */
  leave(leaving: Leaving): void;
  /** Gives output, console and signals back. */
  restore(): void;
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const PRINTERS = ['log', 'info', 'debug', 'warn', 'error', 'trace', 'dir', 'table', 'group'] as const;
/** A client that closes its end of the input may still read the answers it asked for. */
const AFTER_END = 2000;
const AFTER_SIGNAL = 250;

/** Takes over output, console, signals and stray faults until `restore`; `log` gets what would have been lost. */
export function keepManners(
  { input, output }: { input: NodeJS.ReadableStream; output: NodeJS.WritableStream },
  log: (text: string) => void,
): Manners {
  let leave!: (leaving: Leaving) => void;
  const leaving = new Promise<Leaving>((resolve) => {
    leave = resolve;
  });
  const protocol = onlyProtocol(output);
  const undo = [
    ...SIGNALS.map((name) => on(process, name, () => leave({ status: 0, patience: AFTER_SIGNAL }))),
    on(process, 'unhandledRejection', (reason) => log(`unhandled rejection: ${stackOf(reason)}`)),
    on(process, 'uncaughtException', (error) => log(`uncaught exception: ${stackOf(error)}`)),
    ...['end', 'close', 'error'].map((name) =>
      on(input, name, () => leave({ status: 0, patience: AFTER_END })),
    ),
    ...['close', 'error'].map((name) => on(output, name, () => leave({ status: 0, patience: 0 }))),
    printToLog(output, log),
  ];
  const restore = () => {
    for (const each of undo) each();
  };
  return { output: protocol, leaving, leave, restore };
}

/** An error with its stack where there is one, for the log. */
export function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function on(emitter: NodeJS.EventEmitter, name: string, listener: (value: unknown) => void): () => void {
  emitter.on(name, listener);
  return () => emitter.off(name, listener);
}

// Keeps the stream's own write for itself, so that the public one can be turned elsewhere.
function onlyProtocol(output: NodeJS.WritableStream): Writable {
  const write = output.write.bind(output);
  return new Writable({
    decodeStrings: false,
    write: (chunk: string, _encoding, done) => {
      write(chunk, () => done());
    },
  });
}

// A dependency that prints would break the protocol: what it prints goes to the log.
function printToLog(output: NodeJS.WritableStream, log: (text: string) => void): () => void {
  const write = output.write;
  output.write = ((chunk: string | Uint8Array, ...rest: unknown[]) => {
    log(typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString());
    const done = rest.at(-1);
    if (typeof done === 'function') queueMicrotask(() => done());
    return true;
  }) as typeof output.write;
  const printers = PRINTERS.map((name) => [name, console[name]] as const);
  for (const [name] of printers) console[name] = (...words: unknown[]) => log(format(...words));
  return () => {
    output.write = write;
    for (const [name, printer] of printers) console[name] = printer as typeof console.log;
  };
}
