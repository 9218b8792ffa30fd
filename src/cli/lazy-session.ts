import type { Call } from '../commands/one.ts';
import { type Door, openSessionAt, type Session } from '../session/index.ts';
import type { Terminal } from './terminal.ts';

/** A call whose session opens on first use; `close` ends the session and the processes behind it. */
export interface SessionLife extends Call {
  close(): Promise<void>;
}

/** Opens at most one session, at or above a folder, when it is first asked for. */
export function lazySession(terminal: Terminal, start: string, door: Door): SessionLife {
  let opened: Promise<Session> | undefined;
  return {
    session: () => {
      opened ??= openSessionAt(start, { givens: terminal.givens, door, agent: null });
      return opened;
    },
    close: async () => {
      const session = await opened?.catch(() => undefined);
      await session?.close();
      await session?.repo.close();
    },
  };
}
