// One thing at a time: calls, keys and events of a session run in the order they came.
import { AsyncLocalStorage } from 'node:async_hooks';

/** Runs work after all earlier work; inside such work, at once. A failure ends only its own turn. */
export type Queue = <T>(work: () => Promise<T>) => Promise<T>;

/** A new queue. */
export function makeQueue(): Queue {
  const current = new AsyncLocalStorage<{ live: boolean }>();
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    if (current.getStore()?.live) return work();
    const turn = { live: true };
    const run = () => current.run(turn, work).finally(() => end(turn));
    const done = last.then(run, run);
    last = done.catch(() => {});
    return done;
  };
}

// What a turn left running must not take itself for the turn.
function end(turn: { live: boolean }): void {
  turn.live = false;
}
