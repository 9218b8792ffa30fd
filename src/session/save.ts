// Saving: a commit at an owner's door, proposals at an agent's.
import { refuse } from '../refusal.ts';
import type { Saved } from './answers.ts';
import { checkExpected } from './expect.ts';
import { refuseWhileBusy } from './operation.ts';
import { savedBefore } from './save-again.ts';
import { saveAsCommit } from './save-commit.ts';
import { saveAsProposals } from './save-proposals.ts';
import type { SaveRequest } from './save-request.ts';
import type { Session } from './session.ts';
import { settleNow } from './sync.ts';

/**
 * Saves docs. Agents: each waiting doc goes to its own proposal as a revision, all others together become a new
 * one; the answer lists each. Owners: the files are written and committed, these paths alone. When it is refused
 * the edits stay. A save of an agent whose request id was used for the same is answered with what became of it.
 * Refuses `request_reused`, `blocked_by_operation`, `locked`, `disk_differs`, `not_open`, and what proposing or
 * committing refuses.
 */
export async function saveDocs(session: Session, ask: SaveRequest): Promise<Saved> {
  const owners = ask.overwrite !== undefined || ask.replaceStaged !== undefined;
  if (session.role === 'agent' && owners) refuseOverwrite();
  const before = session.role === 'agent' ? await savedBefore(session, ask) : null;
  if (before) return before;
  await refuseWhileBusy(session);
  if (session.door !== 'cli') await settleNow(session);
  await checkExpected(session, ask.expect);
  return session.role === 'agent' ? saveAsProposals(session, ask) : saveAsCommit(session, ask);
}

function refuseOverwrite(): never {
  refuse('owner_only', 'Only the owner can replace what is on disk or staged.', {
    hint: 'Save without overwrite and replaceStaged: your save becomes a proposal.',
  });
}
