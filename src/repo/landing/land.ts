import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { refuse } from '../../refusal.ts';
import { refuseDiskError } from '../disk-errors.ts';
import { indexStamp } from '../git-index.ts';
import { processMark } from '../process-mark.ts';
import { head } from '../refs.ts';
import type { Givens, Repo } from '../repo.ts';
import { commitHeld, keepAway, takenUp } from './away.ts';
import { cleanUp, dropLanding, keepStrays } from './clean-up.ts';
import { type StagedFile, stageFiles, writeFresh } from './files.ts';
import {
  type Journal,
  type JournalFile,
  journalFolder,
  sha256,
  worktreeName,
  writeJournal,
} from './journal.ts';
import type { AtStep, Landed, Landing } from './landing.ts';
import { beginRefs, type PreparedRefs, type RefTransaction } from './ref-transaction.ts';
import { refreshIndex } from './refresh.ts';
import { stageIndex } from './stage-index.ts';
import { writeAll } from './write-all.ts';

/** Landings that this process has under way: only of others can be said that they were interrupted. */
const underWay = new Set<string>();

/** Whether this process is in the middle of that landing. */
export function isUnderWay(id: string): boolean {
  return underWay.has(id);
}

/**
 * Lands a change (files, index and refs) or changes nothing, killable at any instant: the journal says how to go
 * on. Everything is made ready first; git's index.lock is held for the few milliseconds in which files and index
 * are written, and never while a process starts or a hook runs. The refs move last.
 *
 * Refuses `read_only` and `no_space`, with nothing changed, and `interrupted_apply` where git failed to move
 * prepared refs: then the next `recoverLandings` finishes it.
 */
export async function land(
  repo: Repo,
  landing: Landing,
  givens: Givens,
  at: AtStep = () => {},
): Promise<Landed> {
  try {
    return await attempt({ repo, landing, givens, at, places: 'where it can be' });
  } catch (error) {
    // Two names on one device that still cannot be linked: a mount within it. Then all waits beside the docs.
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    return attempt({ repo, landing, givens, at, places: 'beside' });
  }
}

interface Attempt {
  readonly repo: Repo;
  readonly landing: Landing;
  readonly givens: Givens;
  readonly at: AtStep;
  readonly places: 'beside' | 'where it can be';
}

async function attempt(work: Attempt): Promise<Landed> {
  const id = work.givens.uuid();
  underWay.add(id);
  try {
    return await attemptAs(id, work);
  } finally {
    underWay.delete(id);
  }
}

/** A landing under way. `begun`: there may be something to put right, so its folder must stay if all else fails. */
interface Course extends Attempt {
  readonly folder: string;
  readonly files: readonly StagedFile[];
  readonly journal: Journal;
  begun: boolean;
}

async function attemptAs(id: string, work: Attempt): Promise<Landed> {
  const { repo, landing } = work;
  const folder = join(journalFolder(repo), id);
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    refuseDiskError(error, repo.stateDir);
  }
  const files = stageFiles(repo, folder, landing.files, work.places);
  const journal = journalOf(id, work, files);
  const course: Course = { ...work, folder, files, journal, begun: false };
  try {
    writeJournal(folder, { ...journal, phase: 'preparing' });
    return await landStaged(course);
  } catch (error) {
    // What docket's own folder cannot take is said as such; a file's trouble has been said by then.
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOSPC' || code === 'EDQUOT' || code === 'EROFS') refuseDiskError(error, repo.stateDir);
    throw error;
  } finally {
    if (!course.begun) dropLanding(repo, folder, journal);
  }
}

async function landStaged(course: Course): Promise<Landed> {
  const { repo, landing, at } = course;
  const transaction = beginRefs(repo, { ...landing, origHead: landing.origHead ?? null });
  const index = await stage(course).catch((error: unknown) => forgotten(transaction, error));
  if (landing.branch && indexStamp(repo) !== landing.indexStamp) {
    await transaction.forget();
    return notLanded('index', 'index');
  }
  at('staged');
  const refs = await transaction.prepare();
  if (!refs.prepared) return notLanded(WHY[refs.why], refs.ref ?? 'refs', refs.said);
  let committing = false;
  try {
    at('refs-prepared');
    if (landing.branch && (await head(repo)).branch !== landing.branch) return notLanded('head', 'HEAD');
    const taken = landing.branch ? null : await takenUp(repo, landing.refs);
    if (taken) return notLanded('head', taken);
    writeJournal(course.folder, course.journal);
    at('journal');
    const failed = landing.branch ? await write(course, index) : await hold(course);
    if (failed) return failed;
    committing = true;
  } finally {
    if (!committing) await refs.drop();
  }
  return commit(course, refs);
}

async function forgotten(transaction: RefTransaction, error: unknown): Promise<never> {
  await transaction.forget();
  throw error;
}

const WHY = { changed: 'refs', locked: 'locked', hook: 'hook' } as const;

async function stage({ repo, folder, files, journal, landing }: Course): Promise<string | null> {
  const staging = landing.index.length > 0 ? stageIndex(repo, folder, landing.index) : Promise.resolve(null);
  for (const [nth, file] of files.entries()) {
    try {
      writeFresh(file);
      const base = journal.files[nth]?.base;
      if (base && file.before) writeFileSync(join(folder, base), file.before);
    } catch (error) {
      await staging.catch(() => {});
      refuseDiskError(error, file.path);
    }
  }
  return staging;
}

async function write(course: Course, index: string | null): Promise<Landed | null> {
  const { repo, folder, files, landing, at } = course;
  course.begun = true;
  const written = writeAll(repo, { folder, files, index, indexStamp: landing.indexStamp, at });
  if (written.written) {
    at('unlocked');
    return null;
  }
  await keepStrays(repo, written.strays, course.givens);
  course.begun = false;
  const { error } = written;
  if (error === undefined) return notLanded(written.why, written.what);
  if ((error as NodeJS.ErrnoException).code === 'EXDEV') throw error;
  return refuseDiskError(error, written.what);
}

async function hold({ repo, folder, landing, at }: Course): Promise<Landed | null> {
  const failed = await keepAway(repo, folder, landing.refs);
  if (failed) return notLanded(...failed);
  at('locked');
  return null;
}

async function commit(course: Course, refs: PreparedRefs): Promise<Landed> {
  const { repo, folder, journal, givens, landing, at } = course;
  course.begun = true;
  const said = await (landing.branch ? refs.commit() : commitHeld(repo, folder, landing.refs, refs));
  if (said !== null) return interrupted(journal, said);
  at('committed');
  // It has landed. What cannot be cleaned up now stays with the journal for the next command.
  const late = await cleanUp(repo, folder, journal, givens).catch(() => []);
  at('cleaned');
  if (landing.branch) await refreshIndex(repo, landing.index);
  return { landed: true, late };
}

function interrupted(journal: Journal, said: string): never {
  return refuse(
    'interrupted_apply',
    `Files and index are written, but git could not move the refs: ${said}`,
    {
      details: { journal: journal.id, said },
      hint: 'Mend what git says; the next docket command then finishes it.',
    },
  );
}

function journalOf(id: string, { repo, landing, givens }: Attempt, files: readonly StagedFile[]): Journal {
  return {
    version: 1,
    phase: 'ready',
    id,
    owner: processMark(),
    at: givens.now().toISOString(),
    worktree: worktreeName(repo),
    message: landing.message,
    note: landing.note ?? null,
    branch: landing.branch,
    files: files.map((file, nth) => journalFileOf(repo, file, `base-${nth}`)),
    index: landing.index,
    refs: landing.refs,
    origHead: landing.origHead ?? null,
  };
}

function journalFileOf(repo: Repo, file: StagedFile, base: string): JournalFile {
  const { path, before, after, executable, newMode, beside, fresh, backup, keep, folders } = file;
  const hash = (bytes: Buffer | null) => bytes && sha256(bytes);
  const name = (place: string | null) => place && (beside ? relative(repo.root, place) : basename(place));
  return {
    path,
    before: hash(before),
    after: hash(after),
    executable,
    ...(newMode ? { newMode } : {}),
    beside,
    fresh: name(fresh),
    backup: name(backup),
    base: before ? base : null,
    keep: keep ?? null,
    ...(folders.length > 0 ? { folders } : {}),
  };
}

function notLanded(why: Extract<Landed, { landed: false }>['why'], what: string, said?: string): Landed {
  return { landed: false, why, what, ...(said === undefined ? {} : { said }) };
}
