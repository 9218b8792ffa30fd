// Where refs point. On the files backend they are read as files (loose first, then packed, as git writes them);
// elsewhere git is asked.

import { statSync } from 'node:fs';
import { git } from './git.ts';
import { folderStamp, type Listing, listFolder, readRefFile, unsettled } from './loose-refs.ts';
import { compareNames, nameOfBytes } from './names.ts';
import { packedRefs, packedStamp } from './packed-refs.ts';
import { hasFilesRefs, type Oid, type Repo } from './repo.ts';

export interface Head {
  /** Full name as refs/heads/main; null when detached. */
  readonly branch: string | null;
  /** Null when the branch has no commit yet. */
  readonly oid: Oid | null;
}

/** Where HEAD of this worktree is. */
export async function head(repo: Repo): Promise<Head> {
  const value = hasFilesRefs(repo) ? readRefFile(`${repo.gitDir}/HEAD`) : null;
  if (value?.startsWith('ref: ')) return { branch: value.slice(5), oid: await readRef(repo, value.slice(5)) };
  if (value !== null) return { branch: null, oid: value };
  const { status, stdout } = await git(repo, ['symbolic-ref', '-q', 'HEAD'], { allow: [1] });
  if (status === 1) return { branch: null, oid: await askRef(repo, 'HEAD') };
  const branch = nameOfBytes(stdout).trimEnd();
  return { branch, oid: await askRef(repo, branch) };
}

/** The object that a full ref name leads to, symbolic refs followed; null where there is none. */
export async function readRef(repo: Repo, ref: string): Promise<Oid | null> {
  if (!hasFilesRefs(repo)) return askRef(repo, ref);
  const found = resolve(repo, ref);
  // A file that is there but holds no ref is being written by something that isn't git: git has the last word.
  return found === undefined ? askRef(repo, ref) : found;
}

/** Whether a file stands where the ref would be, but holds none: it is being written by something else, or broken. */
export function isRefBroken(repo: Repo, ref: string): boolean {
  if (!hasFilesRefs(repo)) return false;
  const file = `${ownerDir(repo, ref)}/${ref}`;
  return statSync(file, { throwIfNoEntry: false })?.isFile() === true && readRefFile(file) === null;
}

/** The refs whose full names begin with `prefix`, which ends in a slash, in order of name. Broken ones are left out. */
export async function listRefs(repo: Repo, prefix: string): Promise<ReadonlyMap<string, Oid>> {
  if (!hasFilesRefs(repo)) return askRefs(repo, prefix);
  // Loose before packed: git packs a ref before it removes the file.
  const loose = new Map<string, string>();
  gatherLoose(repo, prefix.slice(0, -1), loose);
  const all = new Map<string, Oid>();
  for (const [ref, oid] of packedRefs(repo)) if (ref.startsWith(prefix)) all.set(ref, oid);
  for (const [ref, value] of loose) {
    const oid = value.startsWith('ref: ') ? resolve(repo, value.slice(5)) : value;
    if (oid) all.set(ref, oid);
    else all.delete(ref);
  }
  return new Map([...all].sort(([a], [b]) => compareNames(a, b)));
}

/**
 * A stamp of HEAD, every branch (remote ones too), and what docket keeps of endings and reviews.
 * Equal stamps: none of them moved. Empty where refs cannot be read without git. A few stats, no file is read
 * unless a folder changed.
 */
export function refsStamp(repo: Repo): string {
  if (!hasFilesRefs(repo)) return '';
  const stamps = [packedStamp(repo), fileStamp(`${repo.gitDir}/HEAD`)];
  for (const folder of STAMPED) addStamps(repo, folder, stamps);
  return stamps.join(' ');
}

const STAMPED = ['refs/heads', 'refs/remotes', 'refs/docket/ended', 'refs/docket/reviews'];
const MOST_HOPS = 5;

const listings = new WeakMap<Repo, Map<string, Listing>>();

function resolve(repo: Repo, ref: string): Oid | null | undefined {
  let name = ref;
  for (let hop = 0; hop < MOST_HOPS; hop++) {
    const value = readRefFile(`${ownerDir(repo, name)}/${name}`) ?? packedRefs(repo).get(name) ?? null;
    if (value === null) return fileStamp(`${ownerDir(repo, name)}/${name}`) === '' ? null : undefined;
    if (!value.startsWith('ref: ')) return value;
    name = value.slice(5);
  }
  return null;
}

/** Some refs belong to one worktree. */
function ownerDir(repo: Repo, ref: string): string {
  const own = !ref.startsWith('refs/') || /^refs\/(bisect|worktree|rewritten)\//.test(ref);
  return own ? repo.gitDir : repo.commonDir;
}

function gatherLoose(repo: Repo, folder: string, into: Map<string, string>): void {
  const { refs, folders } = listing(repo, folder);
  for (const [name, value] of refs) into.set(`${folder}/${name}`, value);
  for (const name of folders) gatherLoose(repo, `${folder}/${name}`, into);
}

function listing(repo: Repo, folder: string): Listing {
  const known = listings.get(repo) ?? new Map<string, Listing>();
  listings.set(repo, known);
  const fresh = listFolder(`${ownerDir(repo, `${folder}/`)}/${folder}`, known.get(folder));
  known.set(folder, fresh);
  return fresh;
}

function addStamps(repo: Repo, folder: string, stamps: string[]): void {
  stamps.push(folderStamp(`${repo.commonDir}/${folder}`));
  for (const name of listing(repo, folder).folders) addStamps(repo, `${folder}/${name}`, stamps);
}

function fileStamp(path: string): string {
  const stat = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stat?.isFile() ? `${stat.ino}:${stat.size}:${stat.mtimeNs}${unsettled(stat.mtimeNs)}` : '';
}

async function askRef(repo: Repo, ref: string): Promise<Oid | null> {
  const { stdout } = await git(repo, ['rev-parse', '-q', '--verify', '--end-of-options', ref], {
    allow: [1, 128],
  });
  const oid = stdout.toString('latin1').trim();
  return oid === '' ? null : oid;
}

async function askRefs(repo: Repo, prefix: string): Promise<ReadonlyMap<string, Oid>> {
  const { stdout } = await git(repo, ['for-each-ref', '--format=%(objectname) %(refname)', prefix]);
  const lines = nameOfBytes(stdout).split('\n').filter(Boolean);
  return new Map(lines.map((line) => [line.slice(line.indexOf(' ') + 1), line.slice(0, line.indexOf(' '))]));
}
