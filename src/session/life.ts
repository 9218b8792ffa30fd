// A session's life, from opening to close.
import { adopt } from './adopt.ts';
import { leaveDrafts } from './drafts.ts';
import { keepHeard } from './heard.ts';
import { loggedLife } from './log.ts';
import { finishLandings } from './operation.ts';
import { hidePresence } from './presence.ts';
import type { Memory, Session, SessionEvent, SessionOptions } from './session.ts';
import { syncSession } from './sync.ts';
import { makeQueue } from './turns.ts';
import { watchSession } from './watch.ts';

/**
 * Opens a session. Interrupted landings are finished first; an agent's restarted server takes over what its dead
 * predecessors of the same agent and work tree had waiting. Whoever closes it also closes the repository.
 */
export async function openSession(options: SessionOptions): Promise<Session> {
  const { door, agent } = options;
  const session = newSession(options);
  await finishLandings(session);
  if (door === 'mcp' && agent) await adopt(session);
  await loggedLife(session, 'session.came');
  return session;
}

function newSession({ repo, givens, door, agent }: SessionOptions): Session {
  const listeners = new Set<(event: SessionEvent) => void>();
  let unwatch: (() => Promise<void>) | null = null;
  const session: Session = {
    repo,
    givens,
    id: givens.uuid(),
    door,
    agent,
    role: door === 'mcp' ? 'agent' : 'owner',
    docs: new Map(),
    steps: { last: 0 },
    memory: emptyMemory(),
    queue: makeQueue(),
    sync: () => syncSession(session),
    listen: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    tell: (event) => {
      for (const listener of [...listeners]) listener(event);
    },
    watch: async () => {
      unwatch ??= watchSession(session, (error) => session.tell({ kind: 'trouble', error }));
    },
    close: async () => {
      await unwatch?.();
      unwatch = null;
      await session.queue(() => leave(session));
    },
  };
  return session;
}

async function leave(session: Session): Promise<void> {
  await hidePresence(session);
  await leaveDrafts(session);
  await keepHeard(session, { left: true });
  await loggedLife(session, 'session.left');
}

function emptyMemory(): Memory {
  return {
    refs: '',
    index: '',
    files: new Map(),
    inherited: [],
    reported: [],
    gone: [],
    ends: [],
    taken: [],
    former: [],
    unheard: JSON.stringify([[], [], false]),
    presence: '',
    drafts: new Map(),
  };
}
