// Objects written by us in a plain repository, by git in any other.
import { createHash } from 'node:crypto';
import { encodeCommit, type NewCommit } from './commit-codec.ts';
import { git } from './git.ts';
import { writeLoose } from './loose-writer.ts';
import { checkOid, type Oid, type Repo } from './repo.ts';

/** The name that git gives to these bytes as a blob. */
export function hashBlob(repo: Repo, bytes: Uint8Array): Oid {
  return nameOf(repo, full('blob', bytes));
}

/** Stores a blob and returns its name. Refuses `read_only`, `no_space`. */
export async function writeBlob(repo: Repo, bytes: Uint8Array): Promise<Oid> {
  return writeObject(repo, 'blob', bytes);
}

/**
 * Stores a commit and returns its name; the message gets a last newline where it has none. Names lose what git
 * drops from them (angle brackets, control characters). Refuses `invalid_input` for a NUL in the message.
 */
export async function writeCommit(repo: Repo, commit: NewCommit): Promise<Oid> {
  for (const oid of [commit.tree, ...commit.parents]) checkOid(repo, oid);
  return writeObject(repo, 'commit', encodeCommit(commit));
}

async function writeObject(repo: Repo, type: ObjectType, bytes: Uint8Array): Promise<Oid> {
  const { oid, stored } = storeObject(repo, type, bytes);
  await stored;
  return oid;
}

export type ObjectType = 'blob' | 'tree' | 'commit';

/** The object's name at once, and when it is stored: objects that name each other can be stored side by side. */
export function storeObject(
  repo: Repo,
  type: ObjectType,
  bytes: Uint8Array,
): { oid: Oid; stored: Promise<void> } {
  const whole = full(type, bytes);
  const oid = nameOf(repo, whole);
  const stored = repo.plain
    ? writeLoose(`${repo.commonDir}/objects`, oid, whole)
    : storeByGit(repo, type, bytes, oid);
  return { oid, stored };
}

async function storeByGit(repo: Repo, type: ObjectType, bytes: Uint8Array, oid: Oid): Promise<void> {
  const { stdout } = await git(repo, ['hash-object', '-w', '-t', type, '--stdin'], {
    input: Buffer.from(bytes),
  });
  const named = stdout.toString('latin1').trim();
  if (named !== oid) throw new Error(`git names ${type} ${named} what was taken for ${oid}`);
}

function full(type: string, bytes: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from(`${type} ${bytes.length}\0`, 'latin1'), bytes]);
}

function nameOf(repo: Repo, whole: Buffer): Oid {
  return createHash(repo.hash).update(whole).digest('hex');
}
