// Drafts that other sessions left behind: told, and taken over one by one.
import { refuse } from '../refusal.ts';
import { safe } from '../safe.ts';
import type { DocState, Draft } from './answers.ts';
import { onDiskNow, takeBase } from './base.ts';
import type { OpenDoc } from './doc.ts';
import { type DraftFile, type FoundDraft, leftDrafts, removeDraft } from './drafts.ts';
import { editsSince, NO_HISTORY, withStep } from './history.ts';
import { openNamed } from './names.ts';
import { refuseDirty, remember } from './open.ts';
import type { Session } from './session.ts';
import { stateOf } from './state.ts';
import { isDirty, nextSeq, replaceDoc } from './working.ts';

/** Unsaved edits that ended sessions of the owner, or of the same agent, left in this work tree, newest first. */
export async function listDrafts(session: Session): Promise<Draft[]> {
  const found = await leftDrafts(session);
  return Promise.all(found.map(({ draft }) => told(session, draft)));
}

/**
 * Takes over the newest draft of a doc as one step. The recorded base stays the base: where disk has changed since,
 * the doc is stale, and nothing of disk is overwritten. Refuses `dirty`, and `not_found` without a draft.
 */
export async function recoverDoc(
  session: Session,
  ask: { doc: string },
): Promise<DocState & { recovered: readonly string[] }> {
  const open = openNamed(session, ask.doc);
  const drafts = await leftDrafts(session);
  const found = drafts.find(({ draft }) => draft.doc === ask.doc || draft.doc === open?.path);
  if (!found) return refuseNone(ask.doc, drafts);
  const goesOn = open !== null && isOnto(open, found.draft);
  if (open && isDirty(open) && !goesOn) refuseDirty(open, editsSince(open));
  const { disk } = await takeBase(session, found.draft.base.path);
  const doc = goesOn ? goneOn(session, open, found.draft) : restored(session, found.draft);
  await replaceDoc(session, open, doc);
  remember(session, disk);
  await leaveTaken(session, found);
  return { ...(await stateOf(session, doc)), recovered: editsOf(found.draft, goesOn) };
}

/** Removes the drafts that a one-shot took over, once their text is in its file. */
export async function removeTaken(session: Session): Promise<void> {
  for (const name of session.memory.taken.splice(0)) await removeDraft(session, name);
}

/** The doc of a draft as it was proposed, waiting: what came after it stays a draft. */
export function adopted(session: Session, draft: DraftFile): OpenDoc {
  const { edits, later } = draft;
  const waiting = draft.waiting!;
  const label = `Recovered what ${safe(waiting.proposal)} proposes`;
  const step = { seq: nextSeq(session), label, lists: edits.slice(0, edits.length - later) };
  const doc = withStep(begun(draft, step.seq - 1), step, { path: waiting.path, text: waiting.text });
  return { ...doc, waiting: { ...waiting, seq: step.seq } };
}

// A session that stays has a draft of its own by now; a one-shot has none until the file is written.
async function leaveTaken(session: Session, { name }: FoundDraft): Promise<void> {
  if (session.door === 'cli') session.memory.taken.push(name);
  else await removeDraft(session, name);
}

function restored(session: Session, draft: DraftFile): OpenDoc {
  const step = { seq: nextSeq(session), label: labelOf(draft), lists: draft.edits };
  return withStep(begun(draft, step.seq - 1), step, { path: draft.doc, text: draft.text });
}

function goneOn(session: Session, open: OpenDoc, draft: DraftFile): OpenDoc {
  const step = { seq: nextSeq(session), label: labelOf(draft), lists: editsOf(draft, true) };
  return withStep(open, step, { path: draft.doc, text: draft.text });
}

/** The open doc is what the draft's later edits were made on. */
function isOnto(open: OpenDoc, { onto }: DraftFile): boolean {
  return onto !== undefined && open.text === onto.text && open.path === onto.path;
}

function editsOf({ edits, later }: DraftFile, onlyLater: boolean): readonly string[] {
  return onlyLater ? edits.slice(edits.length - later) : edits;
}

function labelOf(draft: DraftFile): string {
  return `Recovered the unsaved edits of ${safe(draft.doc)}`;
}

function begun({ base }: DraftFile, seq: number): OpenDoc {
  return {
    path: base.path,
    text: base.text,
    base: { ...base, seq },
    history: NO_HISTORY,
    waiting: null,
    synced: null,
    onlyRead: false,
    raised: null,
  };
}

async function told(session: Session, draft: DraftFile): Promise<Draft> {
  const disk = await onDiskNow(session, draft.base.path);
  const { doc, at, door, agent, edits } = draft;
  return { doc, at, door, agent, edits, fits: disk.text === draft.base.text };
}

function refuseNone(ref: string, drafts: readonly FoundDraft[]): never {
  const docs = [...new Set(drafts.map(({ draft }) => draft.doc))];
  refuse('not_found', `No unsaved edits of ${safe(ref)} were left behind.`, {
    details: { doc: ref, drafts: docs },
    hint:
      docs.length > 0 ? `There are some of ${docs.map(safe).join(', ')}.` : 'There is nothing to recover.',
  });
}
