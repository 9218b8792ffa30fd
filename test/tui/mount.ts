// The same Ink tree, painter, key reader and reducer as the program; only the pty, the process and the session
// are left out. Answers of commands are given by hand, and so is the time.
import { EventEmitter } from 'node:events';
import unicode11 from '@xterm/addon-unicode11';
import xterm from '@xterm/headless';
import { onTestFinished } from 'vitest';
import { Refusal } from '../../src/refusal.ts';
import { mountApp } from '../../src/tui/app.tsx';
import type { Ask, Effect, Event, Shown } from '../../src/tui/events.ts';
import { KeyReader } from '../../src/tui/keys.ts';
import { Painter } from '../../src/tui/painter.ts';
import { beginning } from '../../src/tui/state.ts';
import { Store } from '../../src/tui/store.ts';

export type Answers = (ask: Ask) => unknown;

export interface MountOptions {
  readonly columns?: number;
  readonly rows?: number;
  readonly colors?: boolean;
  readonly answers?: Answers;
}

export interface Mounted {
  readonly store: Store;
  readonly painter: Painter;
  /** Commands asked for, in order. */
  readonly asked: Ask[];
  readonly effects: Effect[];
  /** Everything written to the terminal. */
  raw(): string;
  /** Types bytes at the time of the clock. */
  type(text: string): void;
  /** Moves the clock, in ms. */
  later(ms: number): void;
  send(event: Event): void;
  line(y: number): string;
  text(): string;
  inverse(x: number, y: number): boolean;
  resize(columns: number, rows: number): void;
  /** Waits until the screen is so. */
  until(so: (text: string) => boolean): Promise<void>;
  sees(words: string | RegExp): Promise<void>;
  /** Waits until nothing is left to paint. */
  still(): Promise<void>;
}

/** A command's answer together with how the command says it. */
export class Said {
  constructor(
    readonly answer: unknown,
    readonly words: string,
  ) {}
}

export function mount({
  columns = 80,
  rows = 24,
  colors = true,
  answers = () => undefined,
}: MountOptions = {}): Mounted {
  const screen = new xterm.Terminal({ cols: columns, rows, allowProposedApi: true });
  screen.loadAddon(new unicode11.Unicode11Addon());
  screen.unicode.activeVersion = '11';
  screen.write('\x1b[?1049h\x1b[?7l');
  const written = new EventEmitter();
  const state = { raw: '', pending: 0, time: 1000 };
  const out = {
    columns,
    rows,
    writableNeedDrain: false,
    once: () => {},
    write(text: string) {
      state.raw += text;
      state.pending += 1;
      screen.write(text, () => {
        state.pending -= 1;
        written.emit('frame');
      });
      return true;
    },
  };
  let shown: Shown | null = null;
  const painter = new Painter(out, () => shown && store.dispatch({ kind: 'painted', shown, at: state.time }));
  const asked: Ask[] = [];
  const effects: Effect[] = [];
  const store = new Store(beginning({ columns, rows }, '2026-01-01T12:00:00.000Z'), (effect) => {
    effects.push(effect);
    if (effect.do === 'repaint') painter.redraw();
    if (effect.do !== 'ask') return;
    asked.push(effect.ask);
    queueMicrotask(() => reply(effect.ask, answers(effect.ask)));
  });
  const reply = (to: Ask, answer: unknown) => {
    if (answer === undefined) return;
    if (answer instanceof Refusal) store.dispatch({ kind: 'refused', to, refusal: answer });
    else if (answer instanceof Said) store.dispatch({ kind: 'answered', to, ...answer });
    else store.dispatch({ kind: 'answered', to, answer, words: `${to.command} done` });
  };
  const unmount = mountApp({ store, painter, colors, showing: (next) => (shown = next) }, (error) => {
    throw error;
  });
  onTestFinished(() => {
    unmount();
    screen.dispose();
  });
  const reader = new KeyReader();
  const line = (y: number) =>
    screen.buffer.active.getLine(y)?.translateToString(true, 0, screen.cols).trimEnd() ?? '';
  const text = () => [...Array(screen.rows).keys()].map(line).join('\n');
  const until = (so: (text: string) => boolean) =>
    new Promise<void>((resolve, reject) => {
      const late = setTimeout(() => reject(new Error(`no such screen:\n${text()}`)), 8000);
      const check = () => {
        if (state.pending > 0 || !so(text())) return;
        clearTimeout(late);
        written.off('frame', check);
        resolve();
      };
      written.on('frame', check);
      check();
    });
  return {
    store,
    painter,
    asked,
    effects,
    raw: () => state.raw,
    type(bytes) {
      for (const event of [...reader.push(Buffer.from(bytes)), ...reader.flush()])
        store.dispatch({ kind: 'input', event, at: state.time });
    },
    later(ms) {
      state.time += ms;
    },
    send: (event) => store.dispatch(event),
    line,
    text,
    inverse: (x, y) => Boolean(screen.buffer.active.getLine(y)?.getCell(x)?.isInverse()),
    resize(nextColumns, nextRows) {
      screen.resize(nextColumns, nextRows);
      Object.assign(out, { columns: nextColumns, rows: nextRows });
      painter.forget();
      store.dispatch({ kind: 'resized', size: { columns: nextColumns, rows: nextRows } });
    },
    until,
    sees: (words) => until((now) => (typeof words === 'string' ? now.includes(words) : words.test(now))),
    async still() {
      // Two quiet ticks of the store and the painter: nothing is on its way any more.
      for (let quiet = 0; quiet < 2; ) {
        const before = state.raw.length;
        await new Promise((resolve) => setTimeout(resolve, 20));
        quiet = state.raw.length === before && state.pending === 0 ? quiet + 1 : 0;
      }
    },
  };
}
