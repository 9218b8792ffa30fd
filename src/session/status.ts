// How docs stand: one, or everything this session has open.
import { head, operationInProgress } from '../repo/index.ts';
import type { DocState, SessionState } from './answers.ts';
import { shortBranch } from './base.ts';
import { opened } from './open.ts';
import { openElsewhere, unsavedIn } from './presence.ts';
import { listDrafts } from './recover.ts';
import type { Session } from './session.ts';
import { stateOf } from './state.ts';

/** How one doc stands; opens it. */
export async function statusDoc(session: Session, ref: string): Promise<DocState> {
  const doc = await opened(session, ref, { reading: true });
  return stateOf(session, doc);
}

/** Every open doc, sorted by path, with what waits, what is left behind and what others have unsaved. */
export async function statusSession(session: Session): Promise<SessionState> {
  const docs = [...session.docs.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
  const states: DocState[] = [];
  for (const doc of docs) states.push(await stateOf(session, doc));
  const operation = await operationInProgress(session.repo);
  return {
    agent: session.agent?.name ?? null,
    branch: shortBranch((await head(session.repo)).branch),
    docs: states,
    unsavedInApp: unsavedIn(await openElsewhere(session)),
    pending: pendingOf(states),
    drafts: await listDrafts(session),
    ...(operation && { operation }),
  };
}

function pendingOf(states: readonly DocState[]): { proposal: string; docs: string[] }[] {
  const ids = [...new Set(states.flatMap(({ proposal }) => proposal ?? []))].sort();
  return ids.map((proposal) => ({
    proposal,
    docs: states.filter((state) => state.proposal === proposal).map(({ doc }) => doc),
  }));
}
