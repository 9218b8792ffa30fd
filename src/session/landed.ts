// A file that changed under unsaved edits: what a landed change wrote is merged in, anything else raises the banner.
import { textAt } from '../proposals/index.ts';
import { head, indexLocked, indexStamp } from '../repo/index.ts';
import { type OnDisk, shortBranch, takeBase } from './base.ts';
import type { Decision } from './decide.ts';
import type { Base, OpenDoc } from './doc.ts';
import { landedPath } from './landed-path.ts';
import { mergedIn } from './loaded.ts';
import type { Session } from './session.ts';
import { mergeTexts } from './texts.ts';

const LOOK_AGAIN_MS = 500;
const PAUSE_MS = 20;

/**
 * Decides for an owner's dirty doc whose file changed: merged into the open copy when the file's bytes are what a
 * change of HEAD wrote (docket's approval or plain git); else stale, told once for these bytes. Never both.
 */
export async function underEdits(
  session: Session,
  doc: OpenDoc,
  disk: OnDisk,
  base: Base,
): Promise<Decision> {
  if (doc.raised?.sha256 === disk.sha256) return { now: doc, settled: [], events: [] };
  const landed = disk.text === null ? await renamedBase(session, doc) : await landedBase(session, doc, base);
  const merged = landed ? mergedIn(session, doc, landed) : null;
  if (merged?.clean) {
    const event = { kind: 'doc.changed', doc: merged.doc.path, how: 'merged' } as const;
    return { now: merged.doc, settled: [], events: [event] };
  }
  return raised(doc, disk, merged !== null);
}

/** The doc with the banner raised for the bytes on disk, and the event that says so. */
export function raised(doc: OpenDoc, disk: OnDisk, conflict: boolean): Decision {
  const event = {
    kind: 'doc.stale',
    doc: doc.path,
    file: disk.path,
    ...(disk.text === null && { deleted: true as const }),
    ...(conflict && { conflict: true as const }),
  } as const;
  return {
    now: { ...doc, raised: { sha256: disk.sha256, kept: false, conflict } },
    settled: [],
    events: [event],
  };
}

/** The file at the path that HEAD's change moved it to, as a base. */
async function renamedBase(session: Session, doc: OpenDoc): Promise<Base | null> {
  const path = await landedPath(session, doc, await head(session.repo));
  return path === null ? null : (await takeBase(session, path)).base;
}

/** The file as a base with HEAD as it is by now, when what changed it was HEAD's own change; else null. */
async function landedBase(session: Session, doc: OpenDoc, base: Base): Promise<Base | null> {
  for (let left = LOOK_AGAIN_MS; ; left -= PAUSE_MS) {
    const now = await head(session.repo);
    const moved = { ...base, commit: now.oid, branch: shortBranch(now.branch) };
    if (await isWrittenByHead(session, doc, moved)) return moved;
    if (left <= 0 || now.oid !== doc.base.commit || !isLanding(session)) return null;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

/** Git or docket is, or was just now, writing the work tree: HEAD may be about to move. */
function isLanding(session: Session): boolean {
  return indexLocked(session.repo) || indexStamp(session.repo) !== session.memory.index;
}

async function isWrittenByHead(session: Session, doc: OpenDoc, file: Base): Promise<boolean> {
  const { path, commit, branch, text } = doc.base;
  if (file.commit === commit || file.branch !== branch) return false;
  const before = await textAt(session.repo, commit, path);
  const now = await textAt(session.repo, file.commit, path);
  if (before === now) return false;
  const merged = mergeTexts(path, before, text, now);
  return merged.clean && merged.text === file.text;
}
