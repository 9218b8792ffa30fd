// What a killed process left is finished where something was written already, and dropped where nothing was.
import { statSync } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { indexStamp, readIndex } from '../git-index.ts';
import { isAncestor } from '../history.ts';
import { withLock } from '../lock.ts';
import type { RefMove } from '../move-refs.ts';
import { isAlive, isForeign } from '../process-mark.ts';
import { takeBackPutDown } from '../put-down.ts';
import { head, readRef } from '../refs.ts';
import type { Givens, Oid, Repo } from '../repo.ts';
import { cleanUp, dropLanding, removeLandingFolder } from './clean-up.ts';
import { removeEmptyFolders, removeFolders } from './files.ts';
import { releaseIndexLock } from './index-lock.ts';
import { type Journal, landingFolders, readJournal, worktreeName } from './journal.ts';
import { isUnderWay, land } from './land.ts';
import type { Landing } from './landing.ts';
import { refreshIndex } from './refresh.ts';
import { indexWritten, type MergeBytes, putBack, remainingFiles, remainingIndex } from './remaining.ts';

export interface Recovered {
  /** What each finished landing was: its message, and the note it carried. */
  readonly finished: readonly { readonly message: string; readonly note: unknown }[];
  /** Messages of landings that had changed nothing, or that the branch has moved past. */
  readonly dropped: readonly string[];
  /** Those that wait for the owner, and why. */
  readonly left: readonly Left[];
}

interface Left {
  readonly journal: string;
  readonly message: string;
  readonly why: string;
  /** Its process may still run: on another host, or in another pid namespace. */
  readonly foreign: boolean;
}

/**
 * Finishes or drops landings of this work tree whose process is gone, and takes back what a killed save put down in
 * the index; to be called before anything else is done. Costs a look at two folders when there is nothing. For a state that nobody else changed the result is the state
 * before or the state after the landing. Otherwise: a file that was written stays, one that was not gets the
 * change merged in, a ref that moved is left where it is; what clashes is `left`, with all bytes kept. Journals
 * of another host or pid namespace are only told of.
 */
export async function recoverLandings(
  repo: Repo,
  givens: Givens,
  merge: MergeBytes = () => null,
): Promise<Recovered> {
  const report: Report = { finished: [], dropped: [], left: [] };
  await takeBackPutDown(repo);
  const over = () => landingFolders(repo).filter((folder) => isOver(repo, folder, givens));
  if (over().length === 0) return report;
  return withLock(repo, async () => {
    const folders = over();
    for (const folder of folders) letGo(repo, folder);
    for (const folder of folders) await recoverOne({ repo, folder, givens, merge }, report);
    return report;
  });
}

interface Report {
  readonly finished: { message: string; note: unknown }[];
  readonly dropped: string[];
  readonly left: Left[];
}

interface Case {
  readonly repo: Repo;
  readonly folder: string;
  readonly givens: Givens;
  readonly merge: MergeBytes;
}

/** A folder without a journal is being begun or being removed: only age tells that nobody does either any more. */
const GRACE_MS = 60_000;

function isOver(repo: Repo, folder: string, givens: Givens): boolean {
  const journal = readJournal(folder);
  if (journal === 'unknown') return true;
  if (journal === 'absent') {
    const stat = statSync(folder, { throwIfNoEntry: false });
    return stat !== undefined && givens.now().getTime() - stat.mtimeMs > GRACE_MS;
  }
  if (journal.worktree !== worktreeName(repo)) return false;
  return isForeign(journal.owner) || !isAlive(journal.owner) || isInterruptedHere(journal);
}

function isInterruptedHere({ owner, id }: Journal): boolean {
  return owner.pid === process.pid && !isUnderWay(id);
}

// All at once, before the first one is finished: that takes the lock again.
function letGo(repo: Repo, folder: string): void {
  const journal = readJournal(folder);
  if (typeof journal === 'object' && !isForeign(journal.owner)) releaseIndexLock(repo, folder);
}

async function recoverOne(work: Case, report: Report): Promise<void> {
  const journal = readJournal(work.folder);
  if (journal === 'absent') return removeLandingFolder(work.folder);
  const leave = (message: string, why: string, foreign = false) =>
    void report.left.push({ journal: basename(work.folder), message, why, foreign });
  if (journal === 'unknown') return leave('', 'another version of docket wrote it');
  const { message, note, owner } = journal;
  if (isForeign(owner)) return leave(message, `its process runs elsewhere (${owner.host})`, true);
  const how = await settle(work, journal);
  if (how === 'finished') report.finished.push({ message, note });
  else if (how === 'dropped') report.dropped.push(message);
  else leave(message, how.left);
}

async function settle(work: Case, journal: Journal): Promise<'finished' | 'dropped' | { left: string }> {
  const { repo, folder, givens } = work;
  const ready = journal.phase === 'ready';
  const written = ready && (putBack(repo, folder, journal) || indexWritten(folder, journal));
  const state = ready ? await stateOf(repo, journal, written) : 'nothing';
  if (state === 'nothing') {
    for (const { folders = [] } of journal.files) removeFolders(repo, folders);
    dropLanding(repo, folder, journal);
    return 'dropped';
  }
  if (state !== 'past') {
    const left = await finish(work, journal, state);
    if (left !== null) return { left };
  }
  for (const { path, after } of journal.files) if (after === null) removeEmptyFolders(repo, path);
  if (journal.branch) await refreshIndex(repo, journal.index);
  await cleanUp(repo, folder, journal, givens);
  return state === 'past' ? 'dropped' : 'finished';
}

/** The killed process's git may still be letting go of its locks. */
const TRIES = 10;
const PAUSE_MS = 50;

/** Lands what is missing. Returns why it could not. */
async function finish(work: Case, journal: Journal, state: 'landed' | 'begun'): Promise<string | null> {
  for (let attempt = 1; ; attempt++) {
    const rest = await restOf(work, journal, state);
    if ('left' in rest) return rest.left;
    const done = await land(work.repo, rest, work.givens);
    if (done.landed) return null;
    if (done.why !== 'locked' || attempt === TRIES) {
      return `it could not be finished: ${done.said ?? `${done.what} (${done.why})`}`;
    }
    await pause(PAUSE_MS);
  }
}

/** `landed`: the branch has it. `begun`: some of it is written. `past`: so, but refs went elsewhere meanwhile. */
async function stateOf(
  repo: Repo,
  { refs }: Journal,
  written: boolean,
): Promise<'landed' | 'begun' | 'past' | 'nothing'> {
  const [key] = refs;
  const now = key ? await readRef(repo, key.ref) : null;
  if (key && (await hasLanded(repo, key, now))) return 'landed';
  if (!written) return 'nothing';
  if (key && now !== key.from) return 'past';
  const toDelete = refs.filter(({ to }) => to === null);
  const still = await Promise.all(toDelete.map(async ({ ref, from }) => (await readRef(repo, ref)) === from));
  return still.every(Boolean) ? 'begun' : 'past';
}

/** Whether a ref is where the landing took it, or went on from there. */
async function hasLanded(repo: Repo, { from, to }: RefMove, now: Oid | null): Promise<boolean> {
  if (now === to) return true;
  if (to === null || now === null || now === from || !(await isAncestor(repo, to, now))) return false;
  // A landing that goes back leads to a commit that the ref had in its history all along.
  const back = from !== null && (await isAncestor(repo, to, from));
  return !back || !(await isAncestor(repo, from, now));
}

/** The part that is missing, as a landing of its own; or why there can be none. */
async function restOf(
  { repo, folder, merge }: Case,
  journal: Journal,
  state: 'landed' | 'begun',
): Promise<Landing | { readonly left: string }> {
  const { message, note, origHead } = journal;
  const refs = await remainingRefs(repo, journal);
  const only = { message, note, refs, branch: null, files: [], index: [], indexStamp: '' };
  if (state === 'landed') return only;
  if ((await head(repo)).branch !== journal.branch) return { left: 'another branch is checked out by now' };
  const stamp = indexStamp(repo);
  const files = remainingFiles(repo, folder, journal, merge);
  if ('clash' in files) return { left: `${files.clash} was changed meanwhile, on the same lines` };
  const index = indexWritten(folder, journal) ? [] : remainingIndex(journal, await readIndex(repo));
  if ('clash' in index) return { left: `${index.clash} was staged anew meanwhile` };
  return { ...only, branch: journal.branch, files, index, indexStamp: stamp, origHead };
}

async function remainingRefs(repo: Repo, { refs }: Journal): Promise<Journal['refs']> {
  const now = await Promise.all(refs.map(({ ref }) => readRef(repo, ref)));
  return refs.filter(({ from, to }, nth) => from !== to && now[nth] === from);
}
