// How one doc stands, told from its working copy, its base and disk.
import { bomOf, eolOf } from '../kinds/index.ts';
import { diffLines } from '../merge/index.ts';
import { entryAt, head } from '../repo/index.ts';
import type { DocState } from './answers.ts';
import { type OnDisk, onDiskNow } from './base.ts';
import type { OpenDoc } from './doc.ts';
import { hasDraft } from './drafts.ts';
import { editsSince } from './history.ts';
import { openElsewhere, unsavedIn } from './presence.ts';
import type { Session } from './session.ts';
import { lineCount, sha256 } from './texts.ts';
import { isDirty } from './working.ts';

/** How an open doc stands now; reads its file. `disk` where it was read just now. */
export async function stateOf(session: Session, doc: OpenDoc, disk?: OnDisk): Promise<DocState> {
  const file = disk ?? (await onDiskNow(session, doc.base.path));
  const text = doc.text ?? '';
  const dirty = isDirty(doc);
  return {
    doc: doc.path,
    dirty,
    ...staleness(doc, file),
    edits: editsSince(doc),
    sha256: file.sha256,
    ...(dirty && doc.text !== null && { textSha256: sha256(doc.text) }),
    ...(doc.text === null && { removed: true as const }),
    eol: eolOf(text),
    bom: bomOf(text),
    lines: lineCount(text),
    uncommitted: await isUncommitted(session, file),
    undo: doc.history.done.length,
    redo: doc.history.undone.length,
    ...told(doc),
    ...(await elsewhere(session, doc)),
  };
}

/** Dirty, and the file is not what the working copy began on. */
export function isStale(doc: OpenDoc, file: OnDisk): boolean {
  return isDirty(doc) && file.text !== doc.base.text;
}

/** Whether the file differs from HEAD. */
export async function isUncommitted(session: Session, file: OnDisk): Promise<boolean> {
  const { oid } = await head(session.repo);
  const entry = await entryAt(session.repo, oid, file.path);
  return (entry?.oid ?? null) !== file.oid;
}

/** Lines of the file that differ from the base, 1-based and inclusive; what was removed is told by the line after. */
export function differingLines(base: string | null, file: string | null): { from: number; to: number }[] {
  return diffLines(base ?? '', file ?? '').map(({ side }) => ({
    from: side[0] + 1,
    to: Math.max(side[1], side[0] + 1),
  }));
}

function staleness(doc: OpenDoc, file: OnDisk): Pick<DocState, 'stale' | 'deleted' | 'staleLines' | 'kept'> {
  if (!isStale(doc, file)) return { stale: false };
  const kept = doc.raised?.kept === true && doc.raised.sha256 === file.sha256;
  if (file.text === null) return { stale: true, deleted: true, ...(kept && { kept }) };
  return { stale: true, staleLines: differingLines(doc.base.text, file.text), ...(kept && { kept }) };
}

function told(doc: OpenDoc): Pick<DocState, 'proposal' | 'synced' | 'movedFrom'> {
  return {
    ...(doc.waiting && { proposal: doc.waiting.proposal }),
    ...(doc.synced && { synced: doc.synced }),
    ...(doc.base.path !== doc.path && { movedFrom: doc.base.path }),
  };
}

async function elsewhere(session: Session, doc: OpenDoc): Promise<Pick<DocState, 'unsavedInApp' | 'draft'>> {
  const unsaved = unsavedIn(await openElsewhere(session));
  const left = await hasDraft(session, doc.path);
  return {
    unsavedInApp: unsaved.includes(doc.path) || unsaved.includes(doc.base.path),
    ...(left && { draft: true as const }),
  };
}
