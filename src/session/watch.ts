// Watching open docs and refs: whatever moves is synced in its turn. The watcher is only a hint.
import { watchFolders } from '../repo/index.ts';
import { refreshPresence } from './presence.ts';
import type { Session } from './session.ts';

const HEARTBEAT_MS = 30_000;

/** Watches until the returned function is called; failures of a sync go to `failed`. */
export function watchSession(session: Session, failed: (error: unknown) => void): () => Promise<void> {
  const sync = () => void session.queue(() => session.sync()).catch(failed);
  const folders = watchFolders(session.repo, { paths: watched(session) }, sync);
  let told = watched(session).join('\n');
  const unlisten = session.listen((event) => {
    if (event.kind !== 'docs.changed' || watched(session).join('\n') === told) return;
    told = watched(session).join('\n');
    folders.paths(watched(session));
  });
  const beat = setInterval(
    () => void session.queue(() => refreshPresence(session)).catch(failed),
    HEARTBEAT_MS,
  );
  beat.unref();
  return async () => {
    clearInterval(beat);
    unlisten();
    await folders.close();
  };
}

function watched(session: Session): string[] {
  const paths = [...session.docs.values()].flatMap(({ path, base }) => [path, base.path]);
  return [...new Set(paths)].sort();
}
