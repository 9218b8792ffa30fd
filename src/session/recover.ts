// Drafts that other sessions left behind: told, and taken over one by one.
import { refuse } from '../refusal.ts';
import { safe } from '../safe.ts';
import type { DocState, Draft } from './answers.ts';
import { onDisk, takeBase } from './base.ts';
import type { OpenDoc } from './doc.ts';
import { type DraftFile, type FoundDraft, leftDrafts, removeDraft } from './drafts.ts';
import { editsSince, NO_HISTORY, withStep } from './history.ts';
import { openNamed } from './names.ts';
import { refuseDirty, remember } from './open.ts';
import type { Session } from './session.ts';
import { stateOf } from './state.ts';
import { isDirty, nextSeq, replaceDoc } from './working.ts';

/** Unsaved edits that ended sessions of the same door and agent left in this work tree, newest first. */
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
  if (open && isDirty(open)) refuseDirty(open, editsSince(open));
  const drafts = await leftDrafts(session);
  const found = drafts.find(({ draft }) => draft.doc === ask.doc || draft.doc === open?.path);
  if (!found) return refuseNone(ask.doc, drafts);
  const { disk } = await takeBase(session, found.draft.base.path);
  const doc = restored(session, found.draft);
  if (open && open.path !== doc.path) await replaceDoc(session, open, null);
  await replaceDoc(session, session.docs.get(doc.path) ?? null, doc);
  remember(session, disk);
  await removeDraft(session, found);
  return { ...(await stateOf(session, doc)), recovered: found.draft.edits };
}

/** The doc of a draft: what waits in a proposal as one step, what came after it as another. */
export function restored(session: Session, draft: DraftFile): OpenDoc {
  const { base, waiting, edits, later } = draft;
  const start: OpenDoc = {
    path: base.path,
    text: base.text,
    base: { ...base, seq: session.steps.last },
    history: NO_HISTORY,
    waiting: null,
    synced: null,
    onlyRead: false,
    raised: null,
  };
  const label = `Recovered the unsaved edits of ${safe(draft.doc)}`;
  const end = { path: draft.doc, text: draft.text };
  if (!waiting) return withStep(start, { seq: nextSeq(session), label, lists: edits }, end);
  const saved = { path: waiting.path, text: waiting.text };
  const cut = edits.length - later;
  const first = withStep(start, { seq: nextSeq(session), label, lists: edits.slice(0, cut) }, saved);
  const doc = { ...first, waiting: { ...waiting, seq: session.steps.last } };
  if (later === 0 && waiting.text === draft.text && waiting.path === draft.doc) return doc;
  return withStep(doc, { seq: nextSeq(session), label, lists: edits.slice(cut) }, end);
}

async function told(session: Session, draft: DraftFile): Promise<Draft> {
  const disk = await onDisk(session, draft.base.path);
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
