import { type Command, parseInput, runCommand } from '../commands/one.ts';
import type { Session, SessionEvent } from '../session/index.ts';
import type { SessionLife } from './lazy-session.ts';

/** Runs a command in a session that stays: alone, and after the session has seen what changed outside. */
export async function callInSession(life: SessionLife, command: Command, raw: unknown): Promise<unknown> {
  parseInput(command, raw);
  const session = await life.session();
  return session.queue(async () => {
    await session.sync();
    return runCommand(command, life, raw);
  });
}

/** An event as it is told outside: an error by its sentence. */
export function toldEvent(event: SessionEvent): object {
  if (event.kind !== 'trouble') return event;
  return {
    kind: 'trouble',
    message: event.error instanceof Error ? event.error.message : String(event.error),
  };
}

/** A life whose session, once open, is watched and listened to. */
export function watched(life: SessionLife, listener: (event: SessionEvent) => void): SessionLife {
  let opened: Promise<Session> | undefined;
  const open = async () => {
    const session = await life.session();
    session.listen(listener);
    await session.watch();
    return session;
  };
  return {
    session: () => {
      opened ??= open();
      return opened;
    },
    close: life.close,
    leave: life.leave,
  };
}
