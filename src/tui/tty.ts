// The terminal's modes and this process's signals. Whatever way the program ends that a program can see, the
// terminal is left as it was found.
import { type InputEvent, KeyReader } from './keys.ts';

/** What the terminal tells the program. */
export interface TtyListeners {
  readonly input: (event: InputEvent) => void;
  /** The screen belongs to someone else until it is given back; then all of it has to be painted. */
  readonly away: (away: boolean) => void;
  /** The program has to end: by a signal (128 + its number), a closed terminal (0), or an error. */
  readonly end: (status: number, error?: unknown) => void;
}

const ENTER = '\x1b[?1049h\x1b[?7l\x1b[?2004h\x1b[?1004h\x1b[?25l\x1b[0m\x1b[2J\x1b[H';
const LEAVE = '\x1b[?2026l\x1b[r\x1b[?1004l\x1b[?2004l\x1b[?7h\x1b[0m\x1b[?25h\x1b[?1049l';
const ENDING = { SIGHUP: 1, SIGINT: 2, SIGQUIT: 3, SIGABRT: 6, SIGTERM: 15 } as const;
const ESCAPE_MS = 40;
const REPLY_MS = 1000;

export class Tty {
  private inside = false;
  /** Another program has the terminal. */
  private lent = false;
  private closed = false;
  private timer: NodeJS.Timeout | undefined;
  private readonly reader = new KeyReader();
  private readonly undo: (() => void)[] = [];

  constructor(
    private readonly stdin: NodeJS.ReadStream,
    private readonly stdout: NodeJS.WriteStream,
    private readonly listeners: TtyListeners,
  ) {}

  /** Takes the terminal and the signals. */
  open(): void {
    // Signal watchers do not keep a process alive: without a timer it would end while it is stopped.
    const alive = setInterval(() => {}, 1 << 30);
    this.undo.push(() => clearInterval(alive));
    for (const [signal, number] of Object.entries(ENDING)) this.on(signal, () => this.finish(128 + number));
    this.on('SIGTSTP', () => this.stop());
    this.on('SIGCONT', () => this.back());
    this.on('exit', () => this.leave());
    this.on('uncaughtException', (error) => this.finish(255, error));
    this.on('unhandledRejection', (error) => this.finish(255, error));
    const gone = () => this.finish(0);
    for (const event of ['end', 'close', 'error']) this.stdin.on(event, gone);
    for (const event of ['close', 'error']) this.stdout.on(event, gone);
    this.undo.push(() => {
      for (const event of ['end', 'close', 'error']) this.stdin.off(event, gone);
      this.stdout.off('close', gone);
    });
    this.enter();
  }

  /** Gives the terminal and the signals back. */
  close(): void {
    this.closed = true;
    this.leave();
    // Not within the signal: who listens after us would find nobody else and kill the process at once.
    setImmediate(() => {
      for (const undo of this.undo.splice(0)) undo();
    });
  }

  /** Stops the program as ctrl-Z does in a shell; its job comes back with `fg`. */
  suspend(): void {
    this.leave();
    try {
      // To the whole group, so that a wrapper that started us stops too.
      process.kill(0, 'SIGTSTP');
    } catch {
      this.stop();
    }
  }

  /** Lets other work, as an editor, have the terminal while it runs. */
  async handOver<T>(work: () => Promise<T>): Promise<T> {
    this.leave();
    this.lent = true;
    try {
      return await work();
    } finally {
      this.lent = false;
      this.enter();
      this.refresh();
    }
  }

  private finish(status: number, error?: unknown): void {
    // ctrl-C and ctrl-\ in an editor are the editor's.
    if (this.lent && (status === 128 + ENDING.SIGINT || status === 128 + ENDING.SIGQUIT)) return;
    this.leave();
    this.listeners.end(status, error);
  }

  private enter(): void {
    if (this.inside || this.closed) return;
    this.inside = true;
    this.stdin.setRawMode(true);
    this.stdin.on('data', this.take);
    this.stdin.resume();
    this.stdout.write(ENTER);
    this.listeners.away(false);
  }

  private leave(): void {
    if (!this.inside) return;
    this.inside = false;
    this.listeners.away(true);
    clearTimeout(this.timer);
    this.stdin.off('data', this.take);
    this.stdin.pause();
    try {
      this.stdout.write(LEAVE);
      this.stdin.setRawMode(false);
    } catch {
      // The terminal is gone; there is nothing left to restore.
    }
  }

  private stop(): void {
    this.leave();
    process.kill(process.pid, 'SIGSTOP');
  }

  private back(): void {
    if (this.lent) return;
    this.leave();
    this.enter();
    this.refresh();
  }

  /** The size may have changed meanwhile, and no signal told so. */
  private refresh(): void {
    process.kill(process.pid, 'SIGWINCH');
  }

  private readonly take = (bytes: Uint8Array): void => {
    clearTimeout(this.timer);
    for (const event of this.reader.push(bytes)) this.listeners.input(event);
    const { waiting } = this.reader;
    if (!waiting) return;
    this.timer = setTimeout(
      () => {
        for (const event of this.reader.flush()) this.listeners.input(event);
      },
      waiting === 'key' ? ESCAPE_MS : REPLY_MS,
    );
  };

  private on(name: string, listener: (argument: unknown) => void): void {
    process.prependListener(name as 'exit', listener as () => void);
    this.undo.push(() => process.off(name as 'exit', listener as () => void));
  }
}
