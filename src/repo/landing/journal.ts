// What a landing writes down before it changes anything, so that whoever comes next can finish or drop it.
import { createHash } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readdirSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { join, relative } from 'node:path';
import { isAbsent } from '../disk-errors.ts';
import type { RefMove } from '../move-refs.ts';
import type { ProcessMark } from '../process-mark.ts';
import type { Oid, Repo } from '../repo.ts';
import type { LandingIndexEntry } from './landing.ts';

/** One file of a landing as the journal tells it: hashes of its bytes, and where its versions wait. */
export interface JournalFile {
  readonly path: string;
  /** SHA-256 of the bytes; null: absent. */
  readonly before: string | null;
  readonly after: string | null;
  readonly executable: boolean;
  /** A file that is there gets that mode too. */
  readonly newMode?: true;
  /** The names below lie beside the doc (repo-relative) and not in the landing's folder. */
  readonly beside: boolean;
  /** The new bytes; null when the file goes. */
  readonly fresh: string | null;
  /** The old file, once it is taken away; null when there is none. */
  readonly backup: string | null;
  /** A copy of the old bytes, in the landing's folder; null where they are not needed. */
  readonly base: string | null;
  /** Why the old bytes are kept for good: git has them nowhere. */
  readonly keep: string | null;
  /** Folders that are made for it, outermost first, repo-relative. */
  readonly folders?: readonly string[];
}

/** `preparing`: only files beside docs may lie around. `ready`: the landing may have begun. */
export interface Journal {
  readonly version: 1;
  readonly phase: 'preparing' | 'ready';
  readonly id: string;
  readonly owner: ProcessMark;
  readonly at: string;
  /** The git dir of its work tree, relative to the common one: empty for the main work tree. */
  readonly worktree: string;
  readonly message: string;
  readonly note: unknown;
  readonly branch: string | null;
  readonly files: readonly JournalFile[];
  readonly index: readonly LandingIndexEntry[];
  readonly refs: readonly RefMove[];
  readonly origHead: Oid | null;
}

/** Stands first in every journal, for whoever finds one under the name index.lock. */
export const SENTENCE =
  'Docket is landing a change here and holds this as its lock. It lets go in a moment; after a crash, the next docket command in this repository finishes or drops the change and removes this file.';

/** What a journal calls this repository's work tree. */
export function worktreeName(repo: Repo): string {
  return relative(repo.commonDir, repo.gitDir);
}

/** Where the versions of a file wait, absolute. */
export function placesOf(repo: Repo, folder: string, file: JournalFile) {
  const place = (name: string | null) => name && join(file.beside ? repo.root : folder, name);
  return {
    fresh: place(file.fresh),
    backup: place(file.backup),
    base: file.base && join(folder, file.base),
    doc: join(repo.root, file.path),
  };
}

/** The folder of all landings, one folder in it for each. */
export function journalFolder(repo: Repo): string {
  return join(repo.stateDir, 'journal');
}

export function journalFile(folder: string): string {
  return join(folder, 'journal');
}

/** Writes the journal at once and, when it is the word that counts, down to the disk. */
export function writeJournal(folder: string, journal: Journal): void {
  const draft = join(folder, 'journal.new');
  const handle = openSync(draft, 'w');
  try {
    writeSync(handle, `${SENTENCE}\n${JSON.stringify(journal)}\n`);
    if (journal.phase === 'ready') fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  renameSync(draft, journalFile(folder));
}

/** The journal in a landing's folder; `absent` before it is written and once it is over; `unknown` when not ours to read. */
export function readJournal(folder: string): Journal | 'absent' | 'unknown' {
  let text: string;
  try {
    text = readFileSync(journalFile(folder), 'utf8');
  } catch (error) {
    return isAbsent(error) ? 'absent' : 'unknown';
  }
  // Only a journal that counts is written down to the disk: an empty one is what a power cut left of the other.
  if (text === '') return 'absent';
  try {
    const journal = JSON.parse(text.slice(text.indexOf('\n') + 1)) as Journal;
    return journal.version === 1 && typeof journal.owner === 'object' ? journal : 'unknown';
  } catch {
    return 'unknown';
  }
}

/** The folders of landings that are under way or were interrupted. */
export function landingFolders(repo: Repo): string[] {
  try {
    return readdirSync(journalFolder(repo), { withFileTypes: true })
      .filter((each) => each.isDirectory())
      .map(({ name }) => join(journalFolder(repo), name))
      .sort();
  } catch (error) {
    if (isAbsent(error)) return [];
    throw error;
  }
}

export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
