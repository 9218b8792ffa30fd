import type { Readable, Writable } from 'node:stream';
import type { Door } from './door.ts';

/** What an era's SDK is given to talk with a client. */
export interface Talk {
  readonly door: Door;
  readonly input: Readable;
  readonly output: Writable;
  readonly version: string;
  readonly instructions: string;
  readonly log: (text: string) => void;
  /** Called when the SDK ends the talk by itself, as on a line that is too long. */
  readonly broken: () => void;
}

export interface Conversation {
  /** Resolves when no call is under way; those that are may still answer. */
  idle(): Promise<void>;
}

/** Begins to talk; the input flows from then on. */
export type Converse = (talk: Talk) => Promise<Conversation>;
