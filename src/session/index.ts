// session: open docs in this process, from the first edit to what became of it.
export type {
  DocList,
  DocState,
  DocText,
  Draft,
  Edited,
  ListedDoc,
  OpenElsewhere,
  Saved,
  SavedDoc,
  SessionState,
} from './answers.ts';
export {
  type AppliedHere,
  applyInSession,
  preflightInSession,
  rejectInSession,
  withdrawInSession,
} from './approve.ts';
export { createDoc, deleteDoc, editDoc, renameDoc, writeDoc } from './change.ts';
export { type CheckEntry, type Checked, checkDocs } from './check.ts';
export { type DocDiff, diffDoc } from './diff.ts';
export type { OpenDoc, Settled, Synced, SyncedAction } from './doc.ts';
export { type Diagnosis, examine } from './doctor.ts';
export type { TextEdit } from './edits.ts';
export type { Expect } from './expect.ts';
export { openSession } from './life.ts';
export { keepDoc, mergeDoc } from './merge.ts';
export { listDocs, resolveDoc } from './names.ts';
export { finishOneShot } from './one-shot.ts';
export { closeDoc, openDoc } from './open.ts';
export { openSessionAt } from './open-at.ts';
export { openElsewhere } from './presence.ts';
export { readDoc } from './read.ts';
export { listDrafts, recoverDoc } from './recover.ts';
export { type Reloaded, reloadDoc, revertDoc } from './reload.ts';
export { type Copy, listCopies, type Restored, type RestoreRequest, restoreCopy } from './restore.ts';
export { saveDocs } from './save.ts';
export type { SaveRequest } from './save-request.ts';
export type { Door, Session, SessionEvent, SessionOptions, SyncReport } from './session.ts';
export { type SettleFacts, type SettleProposal, settle, type Verdict } from './settle.ts';
export { statusDoc, statusSession } from './status.ts';
export {
  previewRedoInSession,
  previewUndoInSession,
  redoInSession,
  restoreInSession,
  undoInSession,
} from './take-back.ts';
export { redoDoc, undoDoc } from './undo.ts';
