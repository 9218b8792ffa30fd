// Merging the file into unsaved edits, or keeping them as they are.
import type { Clash } from '../merge/index.ts';
import { refuse } from '../refusal.ts';
import { safe } from '../safe.ts';
import type { DocState } from './answers.ts';
import { onDiskNow, takeBase } from './base.ts';
import type { OpenDoc } from './doc.ts';
import { loaded, mergedIn } from './loaded.ts';
import { openedAlready, remember } from './open.ts';
import type { Session } from './session.ts';
import { isStale, stateOf } from './state.ts';
import { isDirty, replaceDoc } from './working.ts';

/**
 * Merges the file into the working copy against the base: file unchanged → `merged: false`; clean doc → it reloads
 * (`reloaded: true`); else one undo step, and the file is the new base. Refuses `merge_conflict` (details:
 * `[{ base, ours, theirs }]`, changing nothing), also where the file is gone, `merge_invalid`, `not_open`.
 */
export async function mergeDoc(
  session: Session,
  ask: { doc: string },
): Promise<DocState & { merged: boolean; reloaded?: true }> {
  const doc = await openedAlready(session, ask.doc);
  const { disk, base } = await takeBase(session, doc.base.path);
  remember(session, disk);
  if (disk.text === doc.base.text) return { ...(await stateOf(session, doc, disk)), merged: false };
  if (!isDirty(doc) && disk.text !== null) {
    const now = loaded(doc, base);
    await replaceDoc(session, doc, now);
    return { ...(await stateOf(session, now, disk)), merged: false, reloaded: true };
  }
  const result = disk.text === null ? gone() : mergedIn(session, doc, base);
  if (!result.clean) return refuseClash(doc, disk.text === null, result.hunks);
  await replaceDoc(session, doc, result.doc);
  return { ...(await stateOf(session, result.doc, disk)), merged: true };
}

/** Keep Mine: hides the stale doc's banner until the file changes again. A later save still asks. */
export async function keepDoc(session: Session, ask: { doc: string }): Promise<DocState> {
  const doc = await openedAlready(session, ask.doc);
  const disk = await onDiskNow(session, doc.base.path);
  if (!isStale(doc, disk)) return stateOf(session, doc, disk);
  const kept: OpenDoc = { ...doc, raised: { sha256: disk.sha256, kept: true, conflict: false } };
  await replaceDoc(session, doc, kept);
  return stateOf(session, kept, disk);
}

function gone(): { clean: false; hunks: readonly Clash[] } {
  return { clean: false, hunks: [] };
}

function refuseClash(doc: OpenDoc, deleted: boolean, hunks: readonly Clash[]): never {
  const path = safe(doc.base.path);
  const message = deleted
    ? `${path} was deleted on disk, so there is nothing to merge your edits with.`
    : `Both you and the file changed the same lines of ${path}. Nothing was changed.`;
  refuse('merge_conflict', message, {
    details: hunks,
    hint: deleted
      ? 'Save with create to bring it back, or drop your edits with doc.revert.'
      : 'To keep both: make your lines equal to theirs (details show them) with doc.edit, merge again, then put yours back beside them. To keep theirs alone, drop your edits with doc.revert.',
  });
}
