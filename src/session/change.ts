// Edits of working copies. Each is one undo step; nothing is written but the draft.
import { LIMITS } from '../kinds/index.ts';
import { refuse } from '../refusal.ts';
import { safe } from '../safe.ts';
import type { Edited } from './answers.ts';
import { onDisk, onDiskNow, takeBase } from './base.ts';
import type { OpenDoc, Version } from './doc.ts';
import { applyEdits, editLabel, type TextEdit } from './edits.ts';
import { inEndingsOf } from './endings.ts';
import { checkExpected, type Expect } from './expect.ts';
import { editsSince, NO_HISTORY, withStep } from './history.ts';
import { pathNamed } from './named-path.ts';
import { opened, remember } from './open.ts';
import type { Session } from './session.ts';
import { isStale } from './state.ts';
import { refuseTaken } from './taken.ts';
import { viewOf } from './texts.ts';
import { isDirty, nextSeq, replaceDoc } from './working.ts';

/**
 * Applies edits in order as one step, all or nothing; texts match and are written in the doc's own line endings.
 * Refuses `not_found` and `ambiguous` (see applyEdits), `disk_differs`.
 */
export async function editDoc(
  session: Session,
  ask: { doc: string; edits: readonly TextEdit[]; expect?: Expect },
): Promise<Edited> {
  await checkExpected(session, ask.expect);
  const doc = await opened(session, ask.doc);
  const view = viewOf(textOf(doc));
  const edited = applyEdits(view, ask.edits);
  return stepTo(session, doc, editLabel(view, edited), inEndingsOf(textOf(doc), edited));
}

/** Replaces the whole text as one step, in the doc's own line endings. Refuses `disk_differs`, `too_large`. */
export async function writeDoc(
  session: Session,
  ask: { doc: string; text: string; expect?: Expect },
): Promise<Edited> {
  await checkExpected(session, ask.expect);
  const doc = await opened(session, ask.doc);
  return stepTo(session, doc, 'Wrote the whole text', inEndingsOf(textOf(doc), viewOf(ask.text)));
}

/** Begins a doc that is not there, in the working copy alone. Refuses `exists`: see refuseTaken. */
export async function createDoc(session: Session, ask: { doc: string; text?: string }): Promise<Edited> {
  const path = pathNamed(session, ask.doc);
  const label = `Created ${safe(path)}`;
  const text = viewOf(ask.text ?? '');
  const open = session.docs.get(path);
  const back = open?.text === null && open.path === open.base.path ? open : null;
  await refuseTaken(session, path, back?.path);
  if (back) return stepTo(session, back, label, text);
  const { disk, base } = await takeBase(session, path);
  const fresh: OpenDoc = { path, text: null, base, ...UNTOUCHED };
  const created = await stepTo(session, fresh, label, text);
  remember(session, disk);
  return created;
}

/** Renames a doc in the working copy. Refuses `exists`. */
export async function renameDoc(session: Session, ask: { doc: string; to: string }): Promise<Edited> {
  const doc = await opened(session, ask.doc);
  const text = textOf(doc);
  const to = pathNamed(session, ask.to);
  const label = `Renamed ${safe(doc.path)} to ${safe(to)}`;
  // Refuses a symbolic link on the way, as creating a doc there does.
  await onDisk(session, to);
  if (to !== doc.base.path || doc.base.text === null) await refuseTaken(session, to, doc.path);
  return takeStep(session, doc, label, { path: to, text });
}

/** Deletes a doc in the working copy. */
export async function deleteDoc(session: Session, ask: { doc: string }): Promise<Edited> {
  const doc = await opened(session, ask.doc);
  textOf(doc);
  return takeStep(session, doc, `Deleted ${safe(doc.path)}`, { path: doc.path, text: null });
}

const UNTOUCHED = { history: NO_HISTORY, waiting: null, synced: null, onlyRead: false, raised: null };

function stepTo(session: Session, doc: OpenDoc, label: string, text: string): Promise<Edited> {
  const bytes = Buffer.byteLength(text);
  if (bytes > LIMITS.docBytes) refuseTooLarge(doc.path, bytes);
  if (text.includes('\0')) refuseBinary(doc.path);
  return takeStep(session, doc, label, { path: doc.path, text });
}

async function takeStep(session: Session, doc: OpenDoc, label: string, after: Version): Promise<Edited> {
  const changed = after.text !== doc.text || after.path !== doc.path;
  const now = changed ? withStep(doc, { seq: nextSeq(session), label }, after) : doc;
  if (changed) await replaceDoc(session, doc, now);
  return {
    doc: now.path,
    edit: label,
    changed,
    dirty: isDirty(now),
    stale: isStale(now, await onDiskNow(session, now.base.path)),
    edits: editsSince(now),
    undo: now.history.done.length,
    redo: now.history.undone.length,
  };
}

function textOf(doc: OpenDoc): string {
  if (doc.text !== null) return doc.text;
  return refuse('no_such_doc', `${safe(doc.path)} is deleted in this working copy.`, {
    details: { ref: doc.path, near: [] },
    hint: 'Bring it back with doc.undo, or begin it anew with doc.create.',
  });
}

function refuseTooLarge(path: string, bytes: number): never {
  refuse('too_large', `The new text of ${safe(path)} has ${bytes} bytes, the limit is ${LIMITS.docBytes}.`, {
    details: { doc: path, bytes, limit: LIMITS.docBytes },
    hint: 'Split it into several docs.',
  });
}

function refuseBinary(path: string): never {
  refuse('binary', `The new text of ${safe(path)} holds NUL characters.`, {
    details: { doc: path },
    hint: 'Leave them out: a doc is text.',
  });
}
