import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { git } from '../git.ts';
import type { Repo } from '../repo.ts';

/** What the owner's configuration says of merges into a branch. */
export interface MergeSettings {
  /** `commit.gpgsign`: merge commits are signed, and no unsigned commit becomes the branch by fast-forward. */
  readonly sign: boolean;
  /** `merge.ff` and the branch's own merge options. */
  readonly fastForward: 'allowed' | 'never' | 'only';
  /** `core.fileMode`: the executable bit on disk says something. */
  readonly modesCount: boolean;
  /** Hooks that there are, of those that a merge runs. */
  readonly hooks: ReadonlySet<MergeHook>;
}

export type MergeHook = (typeof MERGE_HOOKS)[number];

const MERGE_HOOKS = ['pre-merge-commit', 'prepare-commit-msg', 'commit-msg', 'post-merge'] as const;

/** Reads the configuration, and answers with the settings for merges into a branch, given by its short name. */
export async function mergeSettings(repo: Repo): Promise<(branch: string) => MergeSettings> {
  const all = await settingsOf(repo);
  const last = (key: string) => all.findLast(([name]) => name === key)?.[1];
  const hooks = await hooksOf(
    repo,
    last('core.hookspath'),
    all.some(([name]) => name.startsWith('hook.')),
  );
  return (branch) => ({
    sign: isTrue(last('commit.gpgsign') ?? 'false'),
    fastForward: fastForward(last('merge.ff'), last(`branch.${branch}.mergeoptions`)),
    modesCount: isTrue(last('core.filemode') ?? 'true'),
    hooks,
  });
}

async function settingsOf(repo: Repo): Promise<[string, string][]> {
  const keys =
    '^(commit\\.gpgsign|merge\\.ff|core\\.filemode|core\\.hookspath|branch\\..*\\.mergeoptions|hook\\..*)$';
  // Asked as git in the work tree would be: what turns hooks off elsewhere must not be taken for a setting.
  const { stdout } = await git(repo, ['config', '-z', '--get-regexp', keys], { allow: [1], hooks: true });
  const settings = stdout.toString('utf8').split('\0').filter(Boolean);
  return settings.map((one) => {
    const end = one.indexOf('\n');
    return end < 0 ? [one, 'true'] : [one.slice(0, end), one.slice(end + 1)];
  });
}

function fastForward(ff: string | undefined, options = ''): MergeSettings['fastForward'] {
  const said = options.match(/--(no-ff|ff-only|ff)(?=\s|$)/g)?.at(-1);
  if (said) return said === '--no-ff' ? 'never' : said === '--ff-only' ? 'only' : 'allowed';
  if (ff === undefined) return 'allowed';
  if (ff === 'only') return 'only';
  return isTrue(ff) ? 'allowed' : 'never';
}

// Each start of git costs more than all the rest: a hook that is not there is not asked to run.
async function hooksOf(repo: Repo, path: string | undefined, configured: boolean): Promise<Set<MergeHook>> {
  if (configured) return new Set(MERGE_HOOKS);
  const folder = path === undefined ? join(repo.commonDir, 'hooks') : await askedFolder(repo);
  const names = new Set(listing(folder));
  return new Set(MERGE_HOOKS.filter((name) => names.has(name) && isExecutable(join(folder, name))));
}

async function askedFolder(repo: Repo): Promise<string> {
  const args = ['rev-parse', '--path-format=absolute', '--git-path', 'hooks'];
  return (await git(repo, args, { hooks: true })).stdout.toString('utf8').replace(/\n$/, '');
}

function isExecutable(file: string): boolean {
  const stat = statSync(file, { throwIfNoEntry: false });
  return stat?.isFile() === true && (process.platform === 'win32' || (stat.mode & 0o111) !== 0);
}

function listing(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** As git reads a boolean. */
function isTrue(value: string): boolean {
  return /^(true|yes|on|[+-]?[0-9]*[1-9][0-9]*[kmg]?)$/i.test(value);
}
