// The owner's own commit of some paths: `git commit --only`, with everything that git does around it.
import { setTimeout as pause } from 'node:timers/promises';
import { refuse } from '../refusal.ts';
import { commitFailure } from './commit-failure.ts';
import { isThere, readDisk } from './disk.ts';
import { type GitDone, git } from './git.ts';
import { readIndex } from './git-index.ts';
import { bytesOfName } from './names.ts';
import { entryAt, findCommit } from './objects.ts';
import { notePutDown } from './put-down.ts';
import { head } from './refs.ts';
import type { Oid, Repo } from './repo.ts';
import { checkStoredPath } from './safe-path.ts';
import { removeStateFile } from './state-files.ts';
import { isIgnored } from './tracked.ts';

export interface CommitOfPaths {
  readonly oid: Oid;
  /** Hooks changed the files or what was committed: read them again. */
  readonly hooksRewrote: boolean;
  /** There was nothing to commit: `oid` is HEAD as it was. */
  readonly unchanged?: true;
}

/** A held index.lock is waited for this long. */
const WAIT_MS = 5_000;

/**
 * Commits what disk holds of exactly these paths (new, changed or gone), whatever else is staged, as the owner:
 * identity, hooks and signing as git does them. Other staged entries stay as they are, also when it fails. Refuses
 * `hook_refused`, `signing_failed`, `no_identity`, `locked`, `target_moved` (HEAD moved meanwhile),
 * `blocked_by_operation`, `untracked` (git ignores a new path), `invalid_input` (no message).
 */
export async function commitPaths(
  repo: Repo,
  paths: readonly string[],
  { message }: { readonly message: string },
): Promise<CommitOfPaths> {
  for (const path of paths) checkStoredPath(path);
  if (/^\s*$/.test(message))
    refuse('invalid_input', 'The summary is empty.', { hint: 'Say what the change is.' });
  const added = await newPaths(repo, paths);
  const note = added.length > 0 ? await notePutDown(repo, added) : null;
  try {
    return await commitWith(repo, paths, message, added);
  } finally {
    if (note) await removeStateFile(repo, note);
  }
}

async function commitWith(
  repo: Repo,
  paths: readonly string[],
  message: string,
  added: readonly string[],
): Promise<CommitOfPaths> {
  const before = await diskBytes(repo, paths);
  if (added.length > 0) await intendToAdd(repo, added);
  const done = await committed(repo, paths, message).catch(async (error: unknown) => {
    await forget(repo, added);
    throw error;
  });
  if (done.status !== 0) {
    await forget(repo, added);
    const { oid } = await head(repo);
    if (oid && nothingToCommit(done)) return { oid, hooksRewrote: false, unchanged: true };
    return commitFailure(repo, done);
  }
  const oid = await newCommit(repo, done.stdout.toString('utf8'));
  const caught = await catchUp(repo, paths, oid);
  return { oid, hooksRewrote: caught || (await differs(repo, before)) };
}

async function newPaths(repo: Repo, paths: readonly string[]): Promise<string[]> {
  const known = await readIndex(repo, paths);
  const added = paths.filter((path) => !known.has(path) && isThere(repo, path));
  for (const path of added) if (await isIgnored(repo, path)) refuseIgnored(path);
  return added;
}

/** Git commits only what the index knows: new files are put down there without content, to be forgotten on failure. */
async function intendToAdd(repo: Repo, paths: readonly string[]): Promise<void> {
  await whileLocked(() => overPaths(repo, ['add', '--intent-to-add'], paths, [128]));
}

async function forget(repo: Repo, added: readonly string[]): Promise<void> {
  if (added.length === 0) return;
  const input = Buffer.concat(added.map((path) => Buffer.concat([bytesOfName(path), NUL])));
  await whileLocked(() =>
    git(repo, ['update-index', '--force-remove', '-z', '--stdin'], { input, allow: [128] }),
  );
}

const NUL = Buffer.from([0]);

/** Git waits for locks of refs itself: once hooks and keys have been asked, they are not asked again. */
const PATIENT = ['-c', `core.filesRefLockTimeout=${WAIT_MS}`, '-c', `core.packedRefsTimeout=${WAIT_MS}`];

function committed(repo: Repo, paths: readonly string[], message: string): Promise<GitDone> {
  const args = [...PATIENT, 'commit', '--only', `--message=${message}`, '--no-edit'];
  return whileLocked(() => overPaths(repo, args, paths, [1, 128], true));
}

/** Paths go in by standard input: any bytes, any number, and no magic (the option would reach hooks). */
function overPaths(
  repo: Repo,
  args: readonly string[],
  paths: readonly string[],
  allow: readonly number[],
  hooks = false,
): Promise<GitDone> {
  const magic = Buffer.from(hooks ? ':(top,literal)' : '');
  const input = Buffer.concat(paths.map((path) => Buffer.concat([magic, bytesOfName(path), NUL])));
  return git(repo, [...args, '--pathspec-from-file=-', '--pathspec-file-nul'], { input, hooks, allow });
}

/** Git does not wait for its index; whatever it does after it has the lock, it does once. */
async function whileLocked(run: () => Promise<GitDone>): Promise<GitDone> {
  for (const until = Date.now() + WAIT_MS; ; await pause(20 + Math.random() * 80)) {
    const done = await run();
    const busy = done.status !== 0 && /index\.lock': File exists/.test(done.stderr);
    if (!busy || Date.now() > until) return done;
  }
}

function nothingToCommit({ status, stdout }: GitDone): boolean {
  return (
    status === 1 &&
    /^(nothing to commit|nothing added to commit|no changes added to commit)/m.test(stdout.toString())
  );
}

/** Another commit may follow at once: git's summary says which one is ours. */
async function newCommit(repo: Repo, summary: string): Promise<Oid> {
  const short = /^\[.* ([0-9a-f]{4,64})\] /m.exec(summary)?.[1] ?? '';
  const now = await head(repo);
  let oid = now.oid;
  for (let hop = 0; oid && hop < 50; hop++) {
    if (oid.startsWith(short)) return oid;
    oid = (await findCommit(repo, oid))?.parents[0] ?? null;
  }
  return (
    now.oid ??
    refuse('target_moved', 'The branch moved right after the commit.', { hint: 'Look at git log.' })
  );
}

/**
 * A pre-commit hook that stages its own version changes the commit but not the index that stays: as git leaves it,
 * the next commit would take the hook's change back. Such entries follow the commit.
 */
async function catchUp(repo: Repo, paths: readonly string[], commit: Oid): Promise<boolean> {
  const index = await readIndex(repo, paths);
  const behind: string[] = [];
  for (const path of paths) {
    const entry = await entryAt(repo, commit, path);
    const staged = index.get(path)?.[0];
    if (entry?.oid !== staged?.oid || entry?.mode !== staged?.mode) behind.push(path);
  }
  if (behind.length > 0)
    await whileLocked(() => overPaths(repo, ['reset', '-q', '--no-refresh', commit], behind, [1, 128]));
  return behind.length > 0;
}

async function diskBytes(repo: Repo, paths: readonly string[]): Promise<Map<string, Buffer | null>> {
  const bytes = await Promise.all(paths.map(async (path) => (await readDisk(repo, path))?.bytes ?? null));
  return new Map(paths.map((path, i) => [path, bytes[i] ?? null]));
}

async function differs(repo: Repo, before: ReadonlyMap<string, Buffer | null>): Promise<boolean> {
  const after = await diskBytes(repo, [...before.keys()]);
  return [...before].some(
    ([path, bytes]) => !(bytes ? after.get(path)?.equals(bytes) : after.get(path) === null),
  );
}

function refuseIgnored(path: string): never {
  return refuse('untracked', `Git ignores ${path}.`, {
    details: { path },
    hint: `Add it yourself if it should be kept: git add -f -- ${path}`,
  });
}
