// What was told to an agent and may not have been heard: kept at rest until another call comes.
import {
  listStateFiles,
  type ProcessMark,
  processMark,
  readStateFile,
  removeStateFile,
  writeStateFile,
} from '../repo/index.ts';
import type { Settled } from './doc.ts';
import { isLeft } from './drafts.ts';
import type { Gone, Session } from './session.ts';

/** A session's unheard reports at rest. */
export interface Unheard {
  readonly version: 1;
  readonly session: string;
  readonly process: ProcessMark;
  readonly left?: true;
  readonly worktree: string;
  readonly agent: string | null;
  readonly told: readonly Settled[];
  readonly gone: readonly Gone[];
}

/** So many proposals that are nowhere to be found are looked for again. */
const MOST_GONE = 20;

/** Writes what the agent may not have heard, with `more` that is about to be told; removes the file when there is nothing. */
export async function keepHeard(session: Session, { left = false } = {}): Promise<void> {
  if (session.door !== 'mcp') return;
  const { memory } = session;
  const told = [...memory.reported, ...memory.inherited];
  memory.gone = memory.gone.slice(-MOST_GONE);
  const content = JSON.stringify([told, memory.gone, left]);
  if (content === memory.unheard) return;
  memory.unheard = content;
  if (told.length === 0 && memory.gone.length === 0) return removeStateFile(session.repo, nameOf(session.id));
  await writeStateFile(session.repo, nameOf(session.id), unheardOf(session, told, left));
}

/** Reports that gone sessions of the same agent left in this work tree, with the names of their files. */
export async function leftUnheard(session: Session): Promise<{ name: string; unheard: Unheard }[]> {
  const names = (await listStateFiles(session.repo, 'drafts')).filter((name) =>
    name.endsWith('.unheard.json'),
  );
  const files = await Promise.all(names.map((name) => readStateFile<Unheard>(session.repo, name)));
  return names
    .flatMap((name, i) => (files[i] ? [{ name, unheard: files[i] }] : []))
    .filter(({ unheard }) => unheard.worktree === session.repo.root && unheard.session !== session.id)
    .filter(({ unheard }) => unheard.agent === session.agent?.name && isLeft(unheard));
}

function unheardOf(session: Session, told: readonly Settled[], left: boolean): Unheard {
  return {
    version: 1,
    session: session.id,
    process: processMark(),
    ...(left && { left }),
    worktree: session.repo.root,
    agent: session.agent?.name ?? null,
    told,
    gone: session.memory.gone,
  };
}

function nameOf(id: string): string {
  return `drafts/${id}.unheard.json`;
}
