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

/** Stores an object of any type and returns its name. */
export async function writeObject(
  repo: Repo,
  type: 'blob' | 'tree' | 'commit',
  bytes: Uint8Array,
): Promise<Oid> {
  if (!repo.plain) return writeByGit(repo, type, bytes);
  const whole = full(type, bytes);
  const oid = nameOf(repo, whole);
  await writeLoose(`${repo.commonDir}/objects`, oid, whole);
  return oid;
}

async function writeByGit(repo: Repo, type: string, bytes: Uint8Array): Promise<Oid> {
  const { stdout } = await git(repo, ['hash-object', '-w', '-t', type, '--stdin'], {
    input: Buffer.from(bytes),
  });
  return checkOid(repo, stdout.toString('latin1').trim());
}

function full(type: string, bytes: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from(`${type} ${bytes.length}\0`, 'latin1'), bytes]);
}

function nameOf(repo: Repo, whole: Buffer): Oid {
  return createHash(repo.hash).update(whole).digest('hex');
}
