// Drafts: working copies that disk lacks, kept in the machine-local state before an edit's answer returns, so that
// a killed process loses nothing.
import {
  isAlive,
  listStateFiles,
  type ProcessMark,
  processMark,
  readStateFile,
  removeStateFile,
  writeStateFile,
} from '../repo/index.ts';
import type { Base, OpenDoc, Version, Waiting } from './doc.ts';
import { editsSince, listed } from './history.ts';
import type { Session } from './session.ts';
import { sha256 } from './texts.ts';

/** One working copy at rest. */
export interface DraftFile {
  readonly version: 1;
  readonly session: string;
  readonly process: ProcessMark;
  /** The session was closed, though its process may live. */
  readonly left?: true;
  readonly worktree: string;
  readonly door: string;
  readonly agent: string | null;
  readonly at: string;
  readonly doc: string;
  readonly text: string | null;
  readonly base: Base;
  /** Labels of the edits since disk, and how many of them came after the proposal was written. */
  readonly edits: readonly string[];
  readonly later: number;
  readonly waiting: Waiting | null;
  /** What the later edits were made on, once another session took over what waits. */
  readonly onto?: Version;
}

export interface FoundDraft {
  readonly name: string;
  readonly draft: DraftFile;
}

/** Writes the draft of a doc that has something to lose, or removes it. */
export async function keepDraft(session: Session, was: OpenDoc | null, now: OpenDoc | null): Promise<void> {
  if (session.door === 'cli') return;
  if (was && was.path !== now?.path) await dropDraft(session, was.path);
  if (!now) return;
  if (!isWorthKeeping(now)) return dropDraft(session, now.path);
  const name = session.memory.drafts.get(now.path) ?? nameOf(session, now.path);
  await writeStateFile(session.repo, name, draftOf(session, now));
  session.memory.drafts.set(now.path, name);
}

/** Marks the drafts of a session that ends, so that the next one may take them over while the process lives on. */
export async function leaveDrafts(session: Session): Promise<void> {
  for (const [path, name] of session.memory.drafts) {
    const doc = session.docs.get(path);
    if (doc) await writeStateFile(session.repo, name, leftBehind(draftOf(session, doc)));
  }
}

/** Drafts of this work tree (of one doc) that sessions of the same agent, or of the owner, left; newest first. */
export async function leftDrafts(session: Session, path?: string): Promise<FoundDraft[]> {
  const ending = path === undefined ? /\.[0-9a-f]{16}\.json$/ : new RegExp(`\\.${markOf(path)}\\.json$`);
  const names = (await listStateFiles(session.repo, 'drafts')).filter((name) => ending.test(name));
  const drafts = await Promise.all(names.map((name) => readStateFile<DraftFile>(session.repo, name)));
  return names
    .flatMap((name, i) => (drafts[i] ? [{ name, draft: drafts[i] }] : []))
    .filter(({ draft }) => draft.worktree === session.repo.root && draft.session !== session.id)
    .filter(({ draft }) => draft.agent === (session.agent?.name ?? null) && isLeft(draft))
    .sort((a, b) => (a.draft.at < b.draft.at ? 1 : a.draft.at > b.draft.at ? -1 : 0));
}

/** Whether a session that is gone left unsaved edits of this doc. */
export async function hasDraft(session: Session, path: string): Promise<boolean> {
  return (await leftDrafts(session, path)).length > 0;
}

/** Whether the session that kept this is gone for sure. */
export function isLeft({ left, process }: { left?: true; process: ProcessMark }): boolean {
  return left === true || !isAlive(process);
}

/** Removes a draft file of another session once its content is taken over. */
export async function removeDraft(session: Session, name: string): Promise<void> {
  await removeStateFile(session.repo, name);
}

/** Leaves of another session's draft what came after its proposal was written; nothing when there is none. */
export async function leaveLater(session: Session, { name, draft }: FoundDraft): Promise<void> {
  const { path, text } = draft.waiting!;
  if (draft.text === text && draft.doc === path) return removeStateFile(session.repo, name);
  const later: DraftFile = { ...draft, waiting: null, onto: { path, text } };
  await writeStateFile(session.repo, name, later);
}

async function dropDraft(session: Session, path: string): Promise<void> {
  const name = session.memory.drafts.get(path);
  if (!name) return;
  await removeStateFile(session.repo, name);
  session.memory.drafts.delete(path);
}

function leftBehind(draft: DraftFile): DraftFile {
  return { ...draft, left: true };
}

function isWorthKeeping(doc: OpenDoc): boolean {
  return doc.waiting !== null || doc.text !== doc.base.text || doc.path !== doc.base.path;
}

function nameOf(session: Session, path: string): string {
  return `drafts/${session.id}.${markOf(path)}.json`;
}

function markOf(path: string): string {
  return sha256(path).slice(0, 16);
}

function draftOf(session: Session, doc: OpenDoc): DraftFile {
  const waiting = doc.waiting;
  const since = doc.history.done.filter(({ seq }) => waiting && seq > waiting.seq);
  return {
    version: 1,
    session: session.id,
    process: processMark(),
    worktree: session.repo.root,
    door: session.door,
    agent: session.agent?.name ?? null,
    at: session.givens.now().toISOString(),
    doc: doc.path,
    text: doc.text,
    base: doc.base,
    edits: editsSince(doc),
    later: since.flatMap(listed).length,
    waiting,
  };
}
