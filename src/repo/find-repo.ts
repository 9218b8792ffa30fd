// Where the repository around a folder is: by a walk over the disk in the usual case, by asking git in every other.
import { lstatSync, readFileSync, realpathSync, type Stats, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { refuse } from '../refusal.ts';
import { runGit } from './child.ts';
import { gitEnvironment } from './environment.ts';
import { isTrue, parseConfig } from './git-config.ts';
import type { Place } from './repo.ts';

/** The repository around the real folder `start`. Refuses `no_repo`, `unsupported_repo`. */
export async function findRepo(start: string): Promise<Place> {
  const walked = unusualSurroundings() ? 'ask' : walkUp(start);
  if (walked === null) return refuseNoRepo(start);
  const place = walked === 'ask' ? null : placeOf(walked);
  return place ?? askGit(start);
}

interface Walked {
  readonly root: string;
  readonly gitDir: string;
  readonly commonDir: string;
}

/** Settings that decide where git looks and whom it trusts are left to git. */
function unusualSurroundings(): boolean {
  const { GIT_CEILING_DIRECTORIES, GIT_DISCOVERY_ACROSS_FILESYSTEM } = process.env;
  return process.platform === 'win32' || !!GIT_CEILING_DIRECTORIES || !!GIT_DISCOVERY_ACROSS_FILESYSTEM;
}

function walkUp(start: string): Walked | 'ask' | null {
  const device = statSync(start).dev;
  for (let folder = start; ; folder = dirname(folder)) {
    if (statSync(folder).dev !== device) return 'ask';
    const dotGit = stat(join(folder, '.git'));
    if (dotGit) return walkedFrom(folder, dotGit);
    // A folder that is itself a git dir: git knows what to make of it.
    if (stat(join(folder, 'HEAD')) && stat(join(folder, 'objects'))) return 'ask';
    if (folder === dirname(folder)) return null;
  }
}

function walkedFrom(root: string, dotGit: Stats): Walked | 'ask' {
  try {
    const gitDir = dotGit.isDirectory() ? realpathSync(join(root, '.git')) : linkedDir(root);
    const common = text(join(gitDir, 'commondir'));
    const commonDir = common === null ? gitDir : realpathSync(resolve(gitDir, common.trim()));
    const usual = ['HEAD', 'objects', 'refs'].every((name) =>
      stat(join(name === 'HEAD' ? gitDir : commonDir, name)),
    );
    return usual && ownedByUs([root, join(root, '.git'), gitDir]) ? { root, gitDir, commonDir } : 'ask';
  } catch {
    return 'ask';
  }
}

function linkedDir(root: string): string {
  const found = /^gitdir: (.+?)\n*$/s.exec(text(join(root, '.git')) ?? '');
  if (!found) throw new Error('not a git file');
  return realpathSync(resolve(root, found[1]!));
}

/** Git opens another user's repository only where its configuration trusts it. */
function ownedByUs(paths: readonly string[]): boolean {
  const user = process.geteuid?.();
  return paths.every((path) => lstatSync(path).uid === user);
}

/** The form that the config file tells, or null where only git can say. */
function placeOf(walked: Walked): Place | null {
  const config = parseConfig(text(join(walked.commonDir, 'config')) ?? '');
  if (!config || isTrue(config.get('core.bare')) || config.has('core.worktree')) return null;
  if (Number(config.get('core.repositoryformatversion') ?? 0) > 0) return null;
  if ([...config.keys()].some((key) => key.startsWith('extensions.'))) return null;
  return { ...walked, hash: 'sha1', filesRefs: true, plain: isPlain(walked.commonDir, config) };
}

function isPlain(commonDir: string, config: ReadonlyMap<string, string>): boolean {
  const shared = config.get('core.sharedrepository');
  if (shared !== undefined && !/^(false|no|off|0|umask)$/i.test(shared)) return false;
  for (const [key, value] of config) {
    if (/^remote\..*\.promisor$/.test(key) && isTrue(value)) return false;
    if (/^extensions\.(partialclone|refstorage|objectformat)$/.test(key) && !/^(files|sha1)$/.test(value))
      return false;
  }
  return !stat(join(commonDir, 'objects/info/alternates'));
}

async function askGit(start: string): Promise<Place> {
  const { stdout, stderr } = await runGit({
    args: [
      'rev-parse',
      '--is-bare-repository',
      '--is-inside-git-dir',
      '--path-format=absolute',
      '--show-object-format',
    ].concat(['--absolute-git-dir', '--git-common-dir', '--show-toplevel']),
    cwd: start,
    env: gitEnvironment(),
    timeoutMs: 30_000,
  });
  const [bare, inside, hash, gitDir, commonDir, root, ...more] = stdout.toString('utf8').split('\n');
  if (bare === 'true' || inside === 'true') return refuseBare(start);
  if (!root || !gitDir || !commonDir || more.length !== 1) return refuseAsGitDoes(start, stderr);
  return askedPlace(
    realpathSync(root),
    realpathSync(gitDir),
    realpathSync(commonDir),
    hash === 'sha256' ? 'sha256' : 'sha1',
  );
}

function askedPlace(root: string, gitDir: string, commonDir: string, hash: Place['hash']): Place {
  const config = parseConfig(text(join(commonDir, 'config')) ?? '');
  const refs = config?.get('extensions.refstorage')?.toLowerCase();
  const plain = config !== null && hash === 'sha1' && isPlain(commonDir, config);
  return {
    root,
    gitDir,
    commonDir,
    hash,
    plain,
    filesRefs: config !== null && (refs ?? 'files') === 'files',
  };
}

function refuseNoRepo(start: string): never {
  return refuse('no_repo', `There is no Git repository at ${start} or above it.`, {
    details: { folder: start },
    hint: 'Go to a repository, name one with -C, or make one with `git init`.',
  });
}

function refuseBare(start: string): never {
  return refuse(
    'unsupported_repo',
    'The repository has no work tree here (it is bare, or this is its git dir).',
    {
      details: { folder: start },
      hint: 'Work in a clone, or add a work tree: `git worktree add <folder>`.',
    },
  );
}

function refuseAsGitDoes(start: string, stderr: string): never {
  const said = stderr.trim();
  if (/not a git repository/i.test(said)) return refuseNoRepo(start);
  const trust = /safe\.directory (\S.*)$/m.exec(said)?.[1];
  return refuse('unsupported_repo', `Git does not open the repository: ${said.replace(/\s+/g, ' ')}`, {
    details: { folder: start, said },
    hint: trust
      ? `If you trust it: git config --global --add safe.directory ${trust}`
      : 'Mend what git says, then start docket again.',
  });
}

function stat(path: string): Stats | undefined {
  return statSync(path, { throwIfNoEntry: false });
}

function text(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
