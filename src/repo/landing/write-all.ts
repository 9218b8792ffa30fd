// The few milliseconds under index.lock: look once more, write files, then the index. Nothing here waits.
import { lstatSync, readFileSync, renameSync } from 'node:fs';
import { indexStamp } from '../git-index.ts';
import type { Repo } from '../repo.ts';
import {
  grab,
  isAsBefore,
  moveWhereNothingIs,
  place,
  removeEmptyFolders,
  removeFolders,
  renamed,
  type StagedFile,
  tookWhatWasPlanned,
} from './files.ts';
import { releaseIndexLock, takeIndexLock } from './index-lock.ts';
import type { AtStep, LateWrite } from './landing.ts';
import { indexPath } from './stage-index.ts';

export interface WriteAll {
  readonly folder: string;
  readonly files: readonly StagedFile[];
  /** The new index file; null: it stays as it is. */
  readonly index: string | null;
  readonly indexStamp: string;
  readonly at: AtStep;
}

/** `strays`: bytes for which there is no place any more in the work tree. */
export type Written =
  | { readonly written: true }
  | {
      readonly written: false;
      readonly why: 'locked' | 'index' | 'disk';
      readonly what: string;
      readonly strays: readonly LateWrite[];
      /** The disk said no. */
      readonly error?: unknown;
    };

/** Writes files and index, or leaves everything as it was. */
export function writeAll(repo: Repo, work: WriteAll): Written {
  if (!takeIndexLock(repo, work.folder)) return failed('locked', 'index.lock');
  try {
    work.at('locked');
    return recheck(repo, work) ?? writeFiles(repo, work) ?? finish(repo, work);
  } finally {
    releaseIndexLock(repo, work.folder);
  }
}

function recheck(repo: Repo, { indexStamp: stamp, files, at }: WriteAll): Written | null {
  if (indexStamp(repo) !== stamp) return failed('index', 'index');
  const changed = files.find((file) => !isAsBefore(repo, file));
  if (changed) return failed('disk', changed.path);
  at('rechecked');
  return null;
}

type Progress = Map<StagedFile, 'grabbed' | 'placed'>;

function writeFiles(repo: Repo, { files, at }: WriteAll): Written | null {
  const progress: Progress = new Map();
  for (const [nth, file] of files.entries()) {
    try {
      if (writeFile(repo, file, nth, progress, at)) continue;
      return { ...failed('disk', file.path), strays: undo(repo, progress) };
    } catch (error) {
      return { ...failed('disk', file.path), strays: undo(repo, progress), error };
    }
  }
  at('files');
  return null;
}

function writeFile(repo: Repo, file: StagedFile, nth: number, progress: Progress, at: AtStep): boolean {
  if (!grab(file)) return false;
  progress.set(file, 'grabbed');
  at(`grabbed-${nth}`);
  if (!place(repo, file)) return false;
  progress.set(file, 'placed');
  at(`placed-${nth}`);
  return tookWhatWasPlanned(file);
}

function finish(repo: Repo, { files, index, at }: WriteAll): Written {
  if (index) renameSync(index, indexPath(repo));
  for (const { path, after } of files) if (!after) removeEmptyFolders(repo, path);
  at('index');
  return { written: true };
}

/** Puts every old file back, last one first. What somebody wrote meanwhile stays, and the old bytes are handed over. */
function undo(repo: Repo, progress: Progress): LateWrite[] {
  const strays: LateWrite[] = [];
  for (const [file, how] of [...progress].reverse()) {
    const free = how === 'grabbed' || takeAway(file);
    const back = free && (!file.backup || moveWhereNothingIs(file.backup, file.doc));
    if (!back && file.backup) strays.push({ path: file.path, bytes: readFileSync(file.backup) });
    removeFolders(repo, file.folders);
  }
  return strays;
}

// True when the doc's name is free again. Bytes that are not ours go back where they were.
function takeAway({ doc, fresh, after }: StagedFile): boolean {
  if (!fresh || !after) return true;
  if (!renamed(doc, fresh)) return true;
  if (lstatSync(fresh).isFile() && readFileSync(fresh).equals(after)) return true;
  return !moveWhereNothingIs(fresh, doc);
}

function failed(why: 'locked' | 'index' | 'disk', what: string): Extract<Written, { written: false }> {
  return { written: false, why, what, strays: [] };
}
