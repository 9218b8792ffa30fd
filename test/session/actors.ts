// Sessions on real repositories, in this process; git acts beside them as another person would.
import { onTestFinished } from 'vitest';
import { Refusal } from '../../src/refusal.ts';
import { type Oid, openRepo } from '../../src/repo/index.ts';
import { type Door, openSession, type Session, type SessionEvent } from '../../src/session/index.ts';
import type { TestRepo } from '../helpers/make-repo.ts';

let day = 0;
const hex = () => Math.floor(Math.random() * 16).toString(16);

/** A clock that moves a second at each look, and ids that differ. */
export const givens = {
  now: () => new Date(Date.UTC(2026, 0, 1) + 1000 * day++),
  uuid: () => 'xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx'.replace(/x/g, hex),
};

export interface Actor {
  readonly session: Session;
  readonly events: SessionEvent[];
  /** What the next call of an agent hears. */
  heard(): Promise<readonly object[]>;
  text(doc: string): string | null | undefined;
  end(): Promise<void>;
}

export async function actor(repo: TestRepo, door: Door, name?: string): Promise<Actor> {
  const opened = await openRepo(repo.root);
  const session = await openSession({
    repo: opened,
    givens,
    door,
    agent: name ? { name, version: '1' } : null,
  });
  const events: SessionEvent[] = [];
  session.listen((event) => void events.push(event));
  let ended = false;
  const end = async () => {
    if (ended) return;
    ended = true;
    await session.close();
    await opened.close();
  };
  onTestFinished(end);
  return {
    session,
    events,
    heard: async () => (await session.sync()).settled,
    text: (doc) => session.docs.get(doc)?.text,
    end,
  };
}

export const agentOn = (repo: TestRepo, name = 'scribe') => actor(repo, 'mcp', name);
export const ownerOn = (repo: TestRepo) => actor(repo, 'session');

/** The refusal that work ends in; fails when it does not. */
export async function refusalOf(work: Promise<unknown>): Promise<Refusal> {
  try {
    await work;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

/** The text of twelve numbered lines with some replaced. */
export function lines(changes: Record<number, string> = {}): string {
  return Array.from({ length: 12 }, (_, i) => `${changes[i + 1] ?? `line ${i + 1}`}\n`).join('');
}

/** The edit that changes a line of it. */
export function line(n: number, to: string, from = `line ${n}`) {
  return { oldText: `${from}\n`, newText: `${to}\n` };
}

/** Every ref, the index, and the status of the work tree. */
export function stateOf(repo: TestRepo): string {
  return [repo.git('for-each-ref'), repo.git('ls-files', '-s'), repo.git('status', '--porcelain')].join(
    '\n--\n',
  );
}

export type { Oid };
