// What a repository holds, told so that two of them can be compared: the three states, the refs, and what is stray.
import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

export interface State {
  /** Mode and text of each file of the work tree. */
  readonly files: Readonly<Record<string, string>>;
  readonly index: readonly string[];
  readonly status: readonly string[];
  /** By ref: the object where `known` has it, else what the commit holds. */
  readonly refs: Readonly<Record<string, string>>;
}

/** The state; commits that are not `known` are told by tree, parents and subject, new proposals without their ending. */
export function stateOf(root: string, known: ReadonlySet<string>): State {
  return {
    files: filesOf(root),
    index: git(root, 'ls-files', '--stage', '-t').split('\n'),
    status: git(root, 'status', '--porcelain').split('\n'),
    refs: { HEAD: readFileSync(join(root, '.git/HEAD'), 'utf8').trim(), ...refsOf(root, known) },
  };
}

/** Oids of all commits that refs lead to. */
export function knownCommits(root: string): Set<string> {
  return new Set(git(root, 'rev-list', '--all').split('\n'));
}

/**
 * Locks, journals, temporary files and what `git fsck` says: empty when all is well. Docket's own lock may stay
 * behind a dead process, and a landing's folder that has no journal yet: whoever comes next breaks the one, and
 * removes the other once it is old.
 */
export function litter(root: string): string[] {
  const names = readdirSync(root, { recursive: true }) as string[];
  const stray = names.filter((name) =>
    /\.lock$|(^|\/)\.docket-|docket\/journal\/[^/]+\/journal$|docket\/.*\.break$/.test(name),
  );
  const done = spawnSync('git', ['fsck', '--strict', '--no-dangling'], { cwd: root, encoding: 'utf8' });
  return [...stray, ...`${done.stdout}${done.stderr}`.split('\n').filter(Boolean)];
}

/** Every place where an owner's bytes may be: work tree, objects that something leads to, recovery copies, drafts. */
export function bytesHeld(root: string): string {
  const docket = join(root, '.git/docket');
  const kept = ['recovery', 'drafts'].flatMap((folder) => textsIn(join(docket, folder)));
  const blobs = git(root, 'ls-files', '--stage')
    .split('\n')
    .map((line) => git(root, 'cat-file', 'blob', line.split(/\s/)[1]!));
  return [...Object.values(filesOf(root)), ...kept, ...blobs].join('\n');
}

/** Waits until nothing that a killed process started works in the repository any more. */
export async function quiet(root: string): Promise<void> {
  for (const until = Date.now() + 20_000; worksIn(root); ) {
    if (Date.now() > until) throw new Error(`something still works in ${root}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

export function git(root: string, ...args: string[]): string {
  const done = spawnSync('git', args, {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, GIT_OPTIONAL_LOCKS: '0' },
  });
  if (done.status !== 0) throw new Error(`git ${args.join(' ')}: ${done.stderr}`);
  return done.stdout.replace(/\n$/, '');
}

function worksIn(root: string): boolean {
  if (!existsSync('/proc/self/cwd')) return litter(root).some((name) => name.endsWith('.lock'));
  return readdirSync('/proc').some((pid) => /^\d+$/.test(pid) && isThere(pid, root));
}

function isThere(pid: string, root: string): boolean {
  const link = linkAt(`/proc/${pid}/cwd`);
  return link === root || link?.startsWith(`${root}/`) === true;
}

function filesOf(root: string): Record<string, string> {
  const names = (readdirSync(root, { recursive: true }) as string[]).filter(
    (name) => !/^\.git(\/|$)/.test(name),
  );
  const told = names.sort().map((name) => {
    const stat = lstatSync(join(root, name));
    const what = stat.isFile() ? readFileSync(join(root, name), 'latin1') : 'folder';
    return [name, `${(stat.mode & 0o777).toString(8)} ${what}`] as const;
  });
  return Object.fromEntries(told);
}

function refsOf(root: string, known: ReadonlySet<string>): Record<string, string> {
  const format = ['refname', 'objectname', 'tree', 'parent', 'subject']
    .map((field) => `%(${field})`)
    .join('%00');
  const lines = git(root, 'for-each-ref', `--format=${format}`).split('\n');
  const told = lines.map((line) => {
    const [ref = '', oid = '', tree = '', parents = '', subject = ''] = line.split('\0');
    if (known.has(oid)) return [ref, oid] as const;
    const from = parents.split(' ').map((parent) => (known.has(parent) ? parent : 'new'));
    // A review holds ids and times.
    const what = ref.startsWith('refs/docket/reviews/') ? 'review' : tree;
    return [ref.replace(/-[a-z2-7]{4}(?=\/|$)/, '-….'), `${what} of ${from}: ${subject}`] as const;
  });
  return Object.fromEntries(told);
}

function textsIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
}

function linkAt(path: string): string | null {
  try {
    return readlinkSync(path);
  } catch {
    return null;
  }
}
