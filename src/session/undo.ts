// Undo and redo of one doc's steps.
import type { DocState } from './answers.ts';
import type { OpenDoc, Step } from './doc.ts';
import { redone, undone } from './history.ts';
import { openedAlready } from './open.ts';
import type { Session } from './session.ts';
import { stateOf } from './state.ts';
import { nextSeq, replaceDoc } from './working.ts';

/** Undoes the last `steps` steps (1), or as many as there are; answers their labels, last first. Refuses `not_open`. */
export async function undoDoc(
  session: Session,
  ask: { doc: string; steps?: number },
): Promise<DocState & { undone: readonly string[] }> {
  const { state, labels } = await walk(session, ask, undone);
  return { ...state, undone: labels };
}

/** Redoes the last `steps` steps (1) that were undone; answers their labels in order. Refuses `not_open`. */
export async function redoDoc(
  session: Session,
  ask: { doc: string; steps?: number },
): Promise<DocState & { redone: readonly string[] }> {
  const { state, labels } = await walk(session, ask, (doc) => redone(doc, session.steps.last + 1));
  return { ...state, redone: labels };
}

type OneStep = (doc: OpenDoc) => { doc: OpenDoc; step: Step } | null;

async function walk(session: Session, ask: { doc: string; steps?: number }, one: OneStep) {
  const was = await openedAlready(session, ask.doc);
  let doc = was;
  const labels: string[] = [];
  for (let left = ask.steps ?? 1; left > 0; left--) {
    const next = one(doc);
    if (!next) break;
    doc = next.doc;
    labels.push(next.step.label);
    if (next.step.seq > session.steps.last) nextSeq(session);
  }
  if (labels.length > 0) await replaceDoc(session, was, doc);
  return { state: await stateOf(session, doc), labels };
}
