// A restarted server takes over what its dead predecessors of the same agent and work tree had waiting.
import { removeStateFile, withLock } from '../repo/index.ts';
import { leaveLater, leftDrafts } from './drafts.ts';
import { keepHeard, leftUnheard } from './heard.ts';
import { adopted } from './recover.ts';
import type { Session } from './session.ts';
import { replaceDoc } from './working.ts';

/**
 * Opens again every doc that waits in a proposal, as it was proposed, and has what was not heard told with the first
 * answer. Edits made after a proposal was written stay a draft, as does the older of two drafts of one doc.
 */
export async function adopt(session: Session): Promise<void> {
  if (!(await hasLeft(session))) return;
  await withLock(session.repo, async () => {
    await adoptUnheard(session);
    await adoptDocs(session);
  });
}

async function hasLeft(session: Session): Promise<boolean> {
  const drafts = await leftDrafts(session);
  return drafts.some(({ draft }) => draft.waiting) || (await leftUnheard(session)).length > 0;
}

async function adoptUnheard(session: Session): Promise<void> {
  const left = await leftUnheard(session);
  session.memory.inherited = left.flatMap(({ unheard }) => unheard.told);
  session.memory.gone = left.flatMap(({ unheard }) => unheard.gone);
  await keepHeard(session);
  for (const { name } of left) await removeStateFile(session.repo, name);
}

async function adoptDocs(session: Session): Promise<void> {
  for (const found of await leftDrafts(session)) {
    if (!found.draft.waiting || session.docs.has(found.draft.doc)) continue;
    session.memory.former = [
      ...new Set([...session.memory.former, found.draft.session, found.draft.waiting.author]),
    ];
    await replaceDoc(session, null, adopted(session, found.draft));
    await leaveLater(session, found);
  }
}
