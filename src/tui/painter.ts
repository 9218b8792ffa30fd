// The stream that Ink writes to. In its debug mode each write is one whole frame, before any of its own erase
// codes; the painter sends the terminal only the rows that changed, as one synchronized write.
import { EventEmitter } from 'node:events';
import { compose, difference, type Pane, type Row } from './frame.ts';

/** What the painter needs of the terminal's output. */
export interface Screen {
  readonly columns: number;
  readonly rows: number;
  readonly writableNeedDrain: boolean;
  write(text: string): boolean;
  once(event: 'drain', listener: () => void): unknown;
}

export class Painter extends EventEmitter {
  readonly isTTY = false;
  readonly writable = true;
  private layout = '';
  private panes: ReadonlyMap<number, Pane> = new Map();
  private shown: readonly Row[] | null = null;
  private waiting: NodeJS.Immediate | 'drain' | null = null;
  private held = false;

  constructor(
    private readonly screen: Screen,
    private readonly painted: () => void = () => {},
  ) {
    super();
  }

  get columns(): number {
    return this.screen.columns || 80;
  }

  get rows(): number {
    return this.screen.rows || 24;
  }

  /** Ink's side: a whole frame of sentinels. */
  write(frame: string | Uint8Array, ...rest: unknown[]): boolean {
    if (typeof frame === 'string' && frame !== '') {
      this.layout = frame;
      this.schedule();
    }
    const done = rest.at(-1);
    if (typeof done === 'function') done();
    return true;
  }

  end(): void {}

  /** The lines of every pane, from now on. */
  show(panes: ReadonlyMap<number, Pane>): void {
    this.panes = panes;
    this.schedule();
  }

  /** Forgets what the screen holds, so that the next frame paints all of it. */
  forget(): void {
    this.shown = null;
  }

  /** Paints all of the screen. */
  redraw(): void {
    this.forget();
    this.schedule();
  }

  /** While held, as when an editor has the terminal, nothing is written. */
  hold(held: boolean): void {
    this.held = held;
    if (!held) this.redraw();
  }

  private schedule(): void {
    if (this.held || this.waiting || this.layout === '' || this.panes.size === 0) return;
    this.waiting = setImmediate(() => {
      this.waiting = null;
      this.paint();
    });
  }

  private paint(): void {
    if (this.held) return;
    // Waiting for a drain that was never needed would lose the last frame: only a full buffer sends one.
    if (this.screen.writableNeedDrain) {
      this.waiting = 'drain';
      this.screen.once('drain', () => {
        this.waiting = null;
        this.schedule();
      });
      return;
    }
    const next = compose(this.layout, this.panes, this.columns, this.rows);
    const bytes = difference(this.shown, next, this.rows);
    this.shown = next;
    if (bytes !== '') this.screen.write(bytes);
    this.painted();
  }
}
