// The built program in a real pty, with a headless terminal as its screen. Waits for screens, never for times.
import { join } from 'node:path';
import pty from '@lydell/node-pty';
import unicode11 from '@xterm/addon-unicode11';
import xterm from '@xterm/headless';
import { onTestFinished } from 'vitest';

export const DOCKET = join(import.meta.dirname, '../../dist/docket.js');
// What the test runner sets would change what the program does.
const UNWANTED = /^(CI|CI_.*|CONTINUOUS_INTEGRATION|NO_COLOR|FORCE_COLOR|NODE_OPTIONS|TMUX.*|EDITOR|VISUAL)$/;

export interface TermOptions {
  readonly args?: readonly string[];
  readonly columns?: number;
  readonly rows?: number;
  readonly env?: Readonly<Record<string, string>>;
}

export interface Exit {
  readonly exitCode: number;
  readonly signal?: number;
}

/** Starts `docket tui` (or other arguments) in a folder; killed when the test ends. */
export function startTerm(cwd: string, options: TermOptions = {}): Term {
  const term = new Term(cwd, options);
  onTestFinished(() => term.close());
  return term;
}

export class Term {
  raw = '';
  title = '';
  bells = 0;
  exit: Exit | null = null;
  readonly exited: Promise<Exit>;
  private readonly screen: InstanceType<typeof xterm.Terminal>;
  private readonly child: ReturnType<typeof pty.spawn>;
  private readonly watchers = new Set<() => void>();

  constructor(cwd: string, { args = ['tui'], columns = 100, rows = 30, env = {} }: TermOptions) {
    this.screen = new xterm.Terminal({ cols: columns, rows, allowProposedApi: true, scrollback: 200 });
    this.screen.loadAddon(new unicode11.Unicode11Addon());
    this.screen.unicode.activeVersion = '11';
    this.screen.onTitleChange((title) => {
      this.title = title;
    });
    this.screen.onBell(() => {
      this.bells += 1;
    });
    const kept = Object.entries(process.env).filter(([name]) => !UNWANTED.test(name));
    const full = {
      ...Object.fromEntries(kept),
      TERM: 'xterm-256color',
      COLORTERM: 'truecolor',
      ...env,
    } as Record<string, string>;
    this.child = pty.spawn(process.execPath, [DOCKET, ...args], {
      cols: columns,
      rows,
      cwd,
      env: full,
      name: full.TERM!,
    });
    this.child.onData((data) => {
      this.raw += data;
      this.screen.write(data, () => this.check());
    });
    // A terminal's answers to queries go back, or a program that asks would wait.
    this.screen.onData((data) => this.exit ?? this.child.write(data));
    this.exited = new Promise((resolve) => {
      this.child.onExit((exit) => {
        this.exit = exit;
        this.screen.write('', () => this.check());
        resolve(exit);
      });
    });
  }

  get pid(): number {
    return this.child.pid;
  }

  get altScreen(): boolean {
    return this.screen.buffer.active.type === 'alternate';
  }

  /** Modes that a program may leave behind. */
  get modes(): { paste: boolean; focus: boolean; wrap: boolean; cursorHidden: boolean } {
    const { bracketedPasteMode, sendFocusMode, wraparoundMode } = this.screen.modes;
    const cursorHidden = this.raw.lastIndexOf('\x1b[?25l') > this.raw.lastIndexOf('\x1b[?25h');
    return { paste: bracketedPasteMode, focus: sendFocusMode, wrap: wraparoundMode, cursorHidden };
  }

  type(text: string): void {
    this.child.write(text);
  }

  kill(signal: NodeJS.Signals): void {
    process.kill(this.pid, signal);
  }

  resize(columns: number, rows: number): void {
    this.screen.resize(columns, rows);
    this.child.resize(columns, rows);
  }

  line(y: number): string {
    const buffer = this.screen.buffer.active;
    return (
      buffer
        .getLine(buffer.baseY + y)
        ?.translateToString(true, 0, this.screen.cols)
        .trimEnd() ?? ''
    );
  }

  text(): string {
    return [...Array(this.screen.rows).keys()].map((y) => this.line(y)).join('\n');
  }

  /** All words on the screen with single blanks, so that wrapped sentences can be looked for. */
  words(): string {
    return this.text().replace(/[│─]/g, ' ').replace(/\s+/g, ' ');
  }

  until(so: (term: Term) => boolean, ms = 20_000): Promise<void> {
    return new Promise((resolve, reject) => {
      const done = (outcome: () => void) => {
        this.watchers.delete(check);
        clearTimeout(late);
        outcome();
      };
      const check = () => so(this) && done(resolve);
      const late = setTimeout(() => {
        done(() => reject(new Error(`no such screen (exit ${JSON.stringify(this.exit)}):\n${this.text()}`)));
      }, ms);
      this.watchers.add(check);
      check();
    });
  }

  sees(what: string | RegExp): Promise<void> {
    return this.until(() =>
      typeof what === 'string' ? this.words().includes(what) : what.test(this.text()),
    );
  }

  gone(what: string): Promise<void> {
    return this.until(() => !this.words().includes(what));
  }

  /**
   * Answers a question on the screen, known by some words of it: the key is typed, and typed again while the
   * question is still there, since it takes no answer before it stood for a while.
   */
  async answer(key: string, question: string, so: (term: Term) => boolean): Promise<void> {
    const type = () => this.words().includes(question) && this.type(key);
    const again = setInterval(type, 350);
    try {
      await this.until(so);
    } finally {
      clearInterval(again);
    }
  }

  async close(): Promise<void> {
    if (!this.exit) this.child.kill('SIGKILL');
    await this.exited;
    this.screen.dispose();
  }

  private check(): void {
    for (const watcher of [...this.watchers]) watcher();
  }
}
