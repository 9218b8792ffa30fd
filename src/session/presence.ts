// Presence: which docs a process has open, for others of the same repository to read (open/<pid>.json).

import { Refusal } from '../refusal.ts';
import {
  isAlive,
  isForeign,
  listStateFiles,
  type ProcessMark,
  processMark,
  readStateFile,
  removeStateFile,
  writeStateFile,
} from '../repo/index.ts';
import type { OpenElsewhere } from './answers.ts';
import type { Door, Session } from './session.ts';

/** A presence file. Fields that are not known are kept by whoever rewrites one. */
interface Presence extends ProcessMark {
  readonly version: 1;
  readonly instance: string;
  readonly door: Door;
  readonly agent: string | null;
  /** Real path of the work tree. */
  readonly document: string;
  readonly updatedAt: string;
  readonly docs: readonly { readonly doc: string; readonly dirty: boolean }[];
}

const OWNER_DOORS: readonly string[] = ['tui', 'serve', 'session'];
/** A process that cannot be asked whether it lives is believed for so long after it last wrote. */
const BELIEVED_MS = 60_000;

/**
 * Writes this session's presence where it changed; without open docs there is none. A one-shot has none at all. It
 * serves others: that it cannot be written stops no one, and is tried again with the next change.
 */
export async function showPresence(session: Session): Promise<void> {
  if (session.door === 'cli') return;
  const docs = openDocs(session);
  const told = docs.length > 0 ? JSON.stringify(docs) : '';
  if (told === session.memory.presence) return;
  try {
    await (told
      ? writeStateFile(session.repo, nameOf(session), presenceOf(session, docs))
      : hidePresence(session));
    session.memory.presence = told;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
}

/** Writes the presence again, for those who cannot ask whether this process lives. */
export async function refreshPresence(session: Session): Promise<void> {
  if (session.memory.presence === '') return;
  await writeStateFile(session.repo, nameOf(session), presenceOf(session, openDocs(session)));
}

/** Removes this session's presence. */
export async function hidePresence(session: Session): Promise<void> {
  session.memory.presence = '';
  await removeStateFile(session.repo, nameOf(session));
  if (FIRST.get(session.repo.stateDir) === session.id) FIRST.delete(session.repo.stateDir);
}

/** Owner sessions of this work tree other than this one, with the docs they have open; dead processes are left out. */
export async function openElsewhere(session: Session): Promise<OpenElsewhere[]> {
  const names = await listStateFiles(session.repo, 'open');
  const files = await Promise.all(names.map((name) => readStateFile<Presence>(session.repo, name)));
  const now = session.givens.now().getTime();
  return files
    .filter((file) => file !== null)
    .filter((file) => file.document === session.repo.root && OWNER_DOORS.includes(file.door))
    .filter((file) => file.instance !== session.id && lives(file, now))
    .map(({ pid, door, docs }) => ({ pid, door, docs }));
}

/** Docs with unsaved edits in an owner's session elsewhere, sorted. */
export function unsavedIn(sessions: readonly OpenElsewhere[]): string[] {
  const dirty = sessions.flatMap(({ docs }) => docs.filter((each) => each.dirty).map(({ doc }) => doc));
  return [...new Set(dirty)].sort();
}

function openDocs(session: Session): { doc: string; dirty: boolean }[] {
  return [...session.docs.values()]
    .map((doc) => ({
      doc: doc.path,
      dirty: doc.text !== doc.base.text || doc.path !== doc.base.path,
      onlyRead: doc.onlyRead,
    }))
    .filter(({ dirty, onlyRead }) => dirty || !onlyRead)
    .map(({ doc, dirty }) => ({ doc, dirty }));
}

function presenceOf(session: Session, docs: Presence['docs']): Presence {
  return {
    version: 1,
    instance: session.id,
    ...processMark(),
    door: session.door,
    agent: session.agent?.name ?? null,
    document: session.repo.root,
    updatedAt: session.givens.now().toISOString(),
    docs,
  };
}

function lives(file: Presence, now: number): boolean {
  return isForeign(file) ? now - Date.parse(file.updatedAt) < BELIEVED_MS : isAlive(file);
}

/** The first session of a process in a repository has the plain number, so that outsiders find it; others add their id. */
function nameOf(session: Session): string {
  const { pid } = processMark();
  const first = FIRST.get(session.repo.stateDir) ?? session.id;
  FIRST.set(session.repo.stateDir, first);
  return first === session.id ? `open/${pid}.json` : `open/${pid}-${session.id}.json`;
}

const FIRST = new Map<string, string>();
