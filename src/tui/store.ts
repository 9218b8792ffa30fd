// Holds the state outside of React and tells the screen of changes at most once a tick.

import type { Effect, Event } from './events.ts';
import { reduce } from './reduce.ts';
import type { State } from './state.ts';

const TICK_MS = 16;

export class Store {
  private readonly listeners = new Set<() => void>();
  private waiting: NodeJS.Timeout | NodeJS.Immediate | null = null;
  private told = Number.NEGATIVE_INFINITY;

  constructor(
    private current: State,
    private readonly carryOut: (effect: Effect) => void,
  ) {}

  readonly state = (): State => this.current;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Takes an event. That a frame was painted changes nothing on the screen, so nobody is told of it. */
  dispatch(event: Event): void {
    const [next, effects] = reduce(this.current, event);
    const changed = next !== this.current;
    this.current = next;
    if (changed && event.kind !== 'painted') this.tell();
    for (const effect of effects) this.carryOut(effect);
  }

  private tell(): void {
    if (this.waiting) return;
    const left = TICK_MS - (performance.now() - this.told);
    // The events of one chunk of bytes become one frame; a lone key is shown at once.
    this.waiting = left > 0 ? setTimeout(this.notify, left) : setImmediate(this.notify);
  }

  private readonly notify = (): void => {
    this.waiting = null;
    this.told = performance.now();
    for (const listener of this.listeners) listener();
  };
}
