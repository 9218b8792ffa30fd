// Git and disk. Knows nothing of docs or proposals.

export type { Commit, NewCommit, Person } from './commit-codec.ts';
export { type CommitOfPaths, commitPaths } from './commit-paths.ts';
export { type DiskFile, readDisk, removeDisk, writeDisk } from './disk.ts';
export { fileOnTheWay } from './disk-path.ts';
export { diskStamp, indexLocked } from './disk-stamp.ts';
export { type Examined, examineRepository, type RepositoryFacts } from './doctor/examine.ts';
export type { Finding } from './doctor/finding.ts';
export { editText, type TextToEdit } from './editor.ts';
export { type Form, toClean, toDisk } from './eol.ts';
export { appendEvent, type Events, readEvents } from './events.ts';
export { formOf } from './forms.ts';
export { type GitDone, type GitOptions, git } from './git.ts';
export { indexStamp, readIndex } from './git-index.ts';
export { type HeldLock, heldLock, lockIn, refuseHeldLock } from './held-locks.ts';
export { commitsBetween, firstParents, isAncestor, mergeBases } from './history.ts';
export { identity } from './identity.ts';
export type { IndexEntry } from './index-file.ts';
export { giveUpLanding } from './landing/give-up.ts';
export { type HookDone, runHook } from './landing/hooks.ts';
export { indexLockPath } from './landing/index-lock.ts';
export { land } from './landing/land.ts';
export type {
  AtStep,
  Landed,
  Landing,
  LandingFile,
  LandingIndexEntry,
  LandingStep,
  LateWrite,
} from './landing/landing.ts';
export { type MadeCommit, makeMergeCommit } from './landing/merge-commit.ts';
export { type MergeHook, type MergeSettings, mergeSettings } from './landing/merge-settings.ts';
export { type Recovered, recoverLandings } from './landing/recover.ts';
export type { MergeBytes } from './landing/remaining.ts';
export { withLock } from './lock.ts';
export { type MoveResult, moveRefs, type RefMove } from './move-refs.ts';
export {
  entryAt,
  listPaths,
  readBlob,
  readCommit,
  readObject,
  readTree,
} from './objects.ts';
export { openRepo } from './open-repo.ts';
export { isAlive, isForeign, type ProcessMark, processMark } from './process-mark.ts';
export { keepRecovery, listRecovery, type RecoveryCopy, readRecovery } from './recovery.ts';
export { type Head, head, isRefBroken, listRefs, readRef, refsStamp } from './refs.ts';
export type { StoredObject } from './replies.ts';
export type { Givens, Oid, Repo } from './repo.ts';
export { checkPath } from './safe-path.ts';
export { shallowBoundary } from './shallow.ts';
export {
  listStateFiles,
  peekStateFile,
  readStateFile,
  removeStateFile,
  writeStateFile,
} from './state-files.ts';
export { isIgnored, isTracked } from './tracked.ts';
export { type PathChange, treeChanges } from './tree-changes.ts';
export type { Entry, TreeEntry } from './tree-codec.ts';
export { type FolderWatch, watchFolders } from './watch.ts';
export { type Operation, operationInProgress, type Worktree, worktrees } from './worktrees.ts';
export { hashBlob, writeBlob, writeCommit } from './write-objects.ts';
export { writeTree } from './write-tree.ts';
