// What must be over before work is saved: a git operation that waits for its end, a lock on the index.
import { refuse } from '../refusal.ts';
import {
  heldLock,
  indexLocked,
  indexLockPath,
  operationInProgress,
  recoverLandings,
  refuseHeldLock,
} from '../repo/index.ts';
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
    const held = left <= 0 && heldLock(indexLockPath(session.repo), session.givens.now().getTime());
    if (held) refuseHeldLock(held);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}
