// New paths that a save puts down in the index before git commits them. A process that is killed in between leaves
// them there without content: a note tells whoever comes next which ones they are.
import { git } from './git.ts';
import { readIndex } from './git-index.ts';
import { worktreeName } from './landing/journal.ts';
import { bytesOfName } from './names.ts';
import { isAlive, type ProcessMark, processMark } from './process-mark.ts';
import type { Repo } from './repo.ts';
import { listStateFiles, peekStateFile, removeStateFile, writeStateFile } from './state-files.ts';

interface Note {
  readonly version: 1;
  readonly owner: ProcessMark;
  readonly worktree: string;
  readonly paths: readonly string[];
}

const FOLDER = 'adding';
let count = 0;

/** Notes paths that are about to be put down. Returns the note's name, for `removeStateFile` once that is over. */
export async function notePutDown(repo: Repo, paths: readonly string[]): Promise<string> {
  const { pid, startedAt } = processMark();
  const name = `${FOLDER}/${pid}-${startedAt}-${count++}.json`;
  const note: Note = { version: 1, owner: processMark(), worktree: worktreeName(repo), paths };
  await writeStateFile(repo, name, note);
  return name;
}

/**
 * Takes back what killed saves of this work tree put down and did not commit. One look at a folder when there is
 * nothing; while the index is locked it waits for the next time.
 */
export async function takeBackPutDown(repo: Repo): Promise<void> {
  for (const name of await listStateFiles(repo, FOLDER)) {
    const note = peekStateFile<Note>(repo, name);
    if (note === null || note.worktree !== worktreeName(repo) || isAlive(note.owner)) continue;
    if (await takenBack(repo, note.paths)) await removeStateFile(repo, name);
  }
}

async function takenBack(repo: Repo, paths: readonly string[]): Promise<boolean> {
  const index = await readIndex(repo, paths);
  const down = paths.filter((path) => index.get(path)?.[0]?.intentToAdd);
  if (down.length === 0) return true;
  // As HEAD has them: git may have committed them in this instant.
  const args = ['reset', '-q', '--no-refresh', '--pathspec-from-file=-', '--pathspec-file-nul'];
  const input = Buffer.concat(down.map((path) => Buffer.concat([bytesOfName(path), Buffer.from([0])])));
  return (await git(repo, args, { input, allow: [1, 128] })).status === 0;
}
