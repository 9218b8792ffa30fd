import type { Call } from '../commands/one.ts';
import { type Door, openSessionAt, type Session } from '../session/index.ts';
import type { Terminal } from './terminal.ts';

/** A call whose session opens on first use. */
export interface SessionLife extends Call {
  /** Ends the session and the processes behind it. */
  close(): Promise<void>;
  /** Ends the session for a process that ends now: those behind it see that by themselves. */
  leave(): Promise<void>;
}

/** Opens at most one session, at or above a folder, when it is first asked for. */
export function lazySession(terminal: Terminal, start: string, door: Door): SessionLife {
  let opened: Promise<Session> | undefined;
  const leave = async () => {
    const session = await opened?.catch(() => undefined);
    await session?.close();
    return session;
  };
  return {
    session: () => {
      opened ??= openSessionAt(start, { givens: terminal.givens, door, agent: null });
      return opened;
    },
    close: async () => (await leave())?.repo.close(),
    leave: async () => void (await leave()),
  };
}
