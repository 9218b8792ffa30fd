// The reducer alone, driven by typed bytes, frames and answers: no screen, no clock of its own.

import { Refusal } from '../../src/refusal.ts';
import type { Ask, Effect, Event } from '../../src/tui/events.ts';
import { KeyReader } from '../../src/tui/keys.ts';
import { reduce } from '../../src/tui/reduce.ts';
import { screenOf } from '../../src/tui/screen.ts';
import { beginning, type State } from '../../src/tui/state.ts';
import { type Answers, Said } from './mount.ts';

export interface Driven {
  state: State;
  readonly effects: Effect[];
  readonly asked: Ask[];
  /** The time that events come at, in ms. */
  time: number;
  send(event: Event): void;
  /** Types without any frame being painted in between. */
  type(text: string): void;
  /** A frame is on the screen, and time enough passed to read it. */
  look(): void;
  /** Types one key, after looking. */
  press(...keys: string[]): void;
  /** Names of commands asked for since the last call. */
  news(): string[];
}

export function drive(answers: Answers, { columns = 120, rows = 36 } = {}): Driven {
  const reader = new KeyReader();
  let told = 0;
  const driven: Driven = {
    state: beginning({ columns, rows }, '2026-01-01T12:00:00.000Z'),
    effects: [],
    asked: [],
    time: 1000,
    send(event) {
      const [next, effects] = reduce(driven.state, event);
      driven.state = next;
      for (const effect of effects) {
        driven.effects.push(effect);
        if (effect.do !== 'ask') continue;
        driven.asked.push(effect.ask);
        const answer = answers(effect.ask);
        if (answer !== undefined) driven.send(eventOf(effect.ask, answer));
      }
    },
    type(text) {
      for (const event of [...reader.push(Buffer.from(text)), ...reader.flush()])
        driven.send({ kind: 'input', event, at: driven.time });
    },
    look() {
      driven.send({ kind: 'painted', shown: screenOf(driven.state).shown, at: driven.time });
      driven.time += 400;
    },
    press(...keys) {
      for (const key of keys) {
        driven.look();
        driven.type(key);
      }
    },
    news() {
      const names = driven.asked.slice(told).map((ask) => ask.command);
      told = driven.asked.length;
      return names;
    },
  };
  driven.send({ kind: 'ready', folder: 'book' });
  for (const row of driven.state.docs.rows)
    if (row.stale) driven.send({ kind: 'changed', what: 'docs', stale: row.doc });
  driven.look();
  driven.news();
  return driven;
}

export function eventOf(to: Ask, answer: unknown): Event {
  if (answer instanceof Refusal) return { kind: 'refused', to, refusal: answer };
  if (answer instanceof Said) return { kind: 'answered', to, ...answer };
  return { kind: 'answered', to, answer, words: `${to.command} done` };
}
