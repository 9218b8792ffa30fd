// One process with open docs: what every function of the room is given.
import type { Agent, Outcome } from '../proposals/index.ts';
import type { Givens, Repo } from '../repo/index.ts';
import type { OpenDoc, Settled } from './doc.ts';

export type Door = 'cli' | 'mcp' | 'tui' | 'session' | 'serve';

export interface SessionOptions {
  readonly repo: Repo;
  readonly givens: Givens;
  readonly door: Door;
  /** Who asks over the agents' door; null at an owner's. */
  readonly agent: Agent | null;
}

/** What a sync found and did. */
export interface SyncReport {
  readonly settled: readonly Settled[];
  /** Why nothing was settled this time. */
  readonly skipped?: 'operation' | 'index.lock';
}

/** What a session tells those who listen. */
export type SessionEvent =
  | {
      readonly kind: 'doc.stale';
      readonly doc: string;
      readonly file: string;
      readonly deleted?: true;
      readonly conflict?: true;
    }
  | {
      readonly kind: 'doc.changed';
      readonly doc: string;
      readonly how: 'reloaded' | 'merged' | 'closed' | 'settled';
    }
  | { readonly kind: 'proposal.changed' }
  | { readonly kind: 'docs.changed' }
  /** A sync that nobody waited for failed: a bug, or a disk that cannot be read. */
  | { readonly kind: 'trouble'; readonly error: unknown };

/** What a session remembers between calls, besides its docs. Functions of this room change it in place. */
export interface Memory {
  /** Stamps of refs and of each open doc's file when they were last looked at. */
  refs: string;
  readonly files: Map<string, { readonly stamp: string; readonly sha256: string }>;
  /** Stamp of the index at the end of the last sync. */
  index: string;
  /** What a predecessor found and its agent may not have heard. */
  inherited: readonly Settled[];
  /** What the last sync reported: heard for sure once another call comes. */
  reported: readonly Settled[];
  /** Proposals that were told as gone: a later finding may correct that. */
  gone: readonly Gone[];
  /** Proposals that ended and were told so: one that is pending again is told, and what becomes of it then. */
  ends: readonly Ending[];
  /** Draft files of others that this one-shot takes over: removed once the file is written. */
  readonly taken: string[];
  /** Ended sessions whose work this one took over. */
  former: readonly string[];
  /** Unheard reports as they were last written. */
  unheard: string;
  /** Presence as it was last written; empty when there is none. */
  presence: string;
  /** Draft files that are there, by doc. */
  readonly drafts: Map<string, string>;
}

/** A proposal that was nowhere to be found when it was told. */
export interface Gone {
  readonly doc: string;
  readonly proposal: string;
  readonly tip: string;
  readonly target: string;
}

/** A proposal that a doc waited in, as it was last told. */
export interface Ending extends Gone {
  readonly told: Outcome['outcome'];
}

/** Open docs and their life. Doors run every call inside `queue`, and agents' doors call `sync` first in it. */
export interface Session {
  readonly repo: Repo;
  readonly givens: Givens;
  readonly id: string;
  readonly door: Door;
  readonly agent: Agent | null;
  readonly role: 'owner' | 'agent';
  /** Open docs by path. Functions of this room replace its values. */
  readonly docs: Map<string, OpenDoc>;
  /** Number of the last step taken in any doc. */
  readonly steps: { last: number };
  readonly memory: Memory;
  /** Runs work when all earlier work is done. Inside such work it runs at once. */
  queue<T>(work: () => Promise<T>): Promise<T>;
  /** Brings open docs in line with refs and disk; a few stats when nothing changed. */
  sync(): Promise<SyncReport>;
  /** Returns the function that stops listening. */
  listen(listener: (event: SessionEvent) => void): () => void;
  /** Tells those who listen. */
  tell(event: SessionEvent): void;
  /** Starts watching open docs and refs; changes are synced and told. */
  watch(): Promise<void>;
  /** Ends watching and presence; drafts of unsaved edits stay. */
  close(): Promise<void>;
}
