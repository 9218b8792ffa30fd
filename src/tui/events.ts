// What happens to the screen and what it asks to be done: everything that passes between the reducer and the world.
import type { Refusal } from '../refusal.ts';
import type { InputEvent } from './keys.ts';
import type { Size } from './layout.ts';
import type { State } from './state.ts';

/** What a painted frame held, so that a question counts as asked only when it could be read. */
export interface Shown {
  readonly sheet: number | null;
  readonly sheetEnd: boolean;
  readonly banner: string | null;
  /** The reading's name and version, and its rows on the screen with whether each was whole. */
  readonly reading: string | null;
  readonly rows: readonly { readonly row: number; readonly whole: boolean }[];
}

export type Event =
  | { readonly kind: 'input'; readonly event: InputEvent; readonly at: number }
  | { readonly kind: 'resized'; readonly size: Size }
  | { readonly kind: 'painted'; readonly shown: Shown; readonly at: number }
  | { readonly kind: 'tick'; readonly now: string }
  | { readonly kind: 'ready'; readonly folder: string }
  /** Proposals, docs or a doc changed by whatever hand. */
  | { readonly kind: 'changed'; readonly what: 'proposals' | 'docs'; readonly stale?: string }
  /** Something in the background failed; the screen goes on. */
  | { readonly kind: 'trouble'; readonly text: string }
  /** `words` is the answer as the command tells it to a person. */
  | { readonly kind: 'answered'; readonly to: Ask; readonly answer: unknown; readonly words: string }
  | { readonly kind: 'refused'; readonly to: Ask; readonly refusal: Refusal }
  /** The command has a bug. */
  | { readonly kind: 'failed'; readonly to: Ask; readonly text: string };

/** A command to run. Of asks in one slot only the newest matters: an older one's answer is dropped. */
export interface Ask {
  readonly command: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** What the answer is for. */
  readonly use: Use;
  readonly slot?: string;
}

export type Use =
  | 'list'
  | 'plan'
  | 'diff'
  | 'news'
  | 'docs'
  | 'preflight'
  | 'matches'
  | 'apply'
  | 'reject'
  | 'open'
  /** A doc in the owner’s editor, from reading to writing. */
  | 'edit'
  | 'save'
  | 'change';

export type Effect =
  | { readonly do: 'ask'; readonly ask: Ask }
  | { readonly do: 'quit' }
  | { readonly do: 'suspend' }
  | { readonly do: 'repaint' };

export type Reduced = readonly [State, readonly Effect[]];
