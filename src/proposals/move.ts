// Ref transactions of this room: again while another program holds a lock, and one way to say what went wrong.
import { setTimeout as pause } from 'node:timers/promises';
import { refuse } from '../refusal.ts';
import { heldLock, lockIn, moveRefs, type RefMove, type Repo, refuseHeldLock } from '../repo/index.ts';

/** How long locks of others are waited for. */
const PATIENCE_MS = 5_000;
const LONGEST_PAUSE_MS = 60;

/** Moves all refs or none. False: one of them was not where the plan has it. Refuses `locked` and `hook_refused`. */
export async function moved(
  repo: Repo,
  moves: readonly RefMove[],
  options: { readonly message: string; readonly hooks: boolean },
): Promise<boolean> {
  const until = performance.now() + PATIENCE_MS;
  for (let attempt = 1; ; attempt++) {
    const result = await moveRefs(repo, moves, options);
    if (result.moved) return true;
    if (result.why === 'changed') return false;
    if (result.why === 'hook') {
      return refuse('hook_refused', 'the hook reference-transaction said no', {
        details: { said: result.said },
        hint: 'Nothing was changed. Read what the hook says.',
      });
    }
    if (performance.now() > until) {
      const lock = lockIn(result.said);
      const held = lock && heldLock(lock, Date.now());
      if (held) refuseHeldLock(held);
      return refuse('locked', `another program holds the lock of ${result.ref ?? 'the refs'}`, {
        details: { ref: result.ref, said: result.said },
        hint: 'Try again when that program is done; a lock left by a crash can be removed by hand.',
      });
    }
    await pause(Math.random() * Math.min(attempt * 5, LONGEST_PAUSE_MS));
  }
}
