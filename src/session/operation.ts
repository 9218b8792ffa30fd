// What must be over before work is saved: a git operation that waits for its end, a lock on the index.
import { refuse } from '../refusal.ts';
import { indexLocked, operationInProgress, recoverLandings } from '../repo/index.ts';
import type { Session } from './session.ts';
import { mergeBytes } from './texts.ts';

const WAIT_MS = 5_000;
const PAUSE_MS = 25;

/** Finishes what a killed process left half written; one look at a folder when there is nothing. */
export async function finishLandings(session: Session): Promise<void> {
  await recoverLandings(session.repo, session.givens, mergeBytes);
}

/** Refuses `blocked_by_operation`, and `locked` when the index stays locked for 5 seconds. */
export async function refuseWhileBusy(session: Session): Promise<void> {
  await finishLandings(session);
  const operation = await operationInProgress(session.repo);
  if (operation) {
    refuse('blocked_by_operation', `A ${operation} is in progress in this work tree.`, {
      details: { operation },
      hint: `Finish it or abort it (git ${operation} ${operation === 'bisect' ? 'reset' : '--abort'}), then save again. The edits stay.`,
    });
  }
  for (let left = WAIT_MS; indexLocked(session.repo); left -= PAUSE_MS) {
    if (left <= 0) refuseLocked();
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

function refuseLocked(): never {
  refuse('locked', 'Git’s index is locked: another git command runs, or one died and left index.lock.', {
    details: { lock: 'index.lock' },
    hint: 'Wait for it to end. If no git runs there any more, remove index.lock from the git folder.',
  });
}
