// How git is set to work here: who commits, what is signed, which hooks run, how files are read and written.
import { accessSync, constants, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Refusal } from '../../refusal.ts';
import { git } from '../git.ts';
import { identity } from '../identity.ts';
import type { Repo } from '../repo.ts';
import { type Finding, note, problem, some, warning } from './finding.ts';
import type { Settings } from './settings.ts';

export async function wayFindings(repo: Repo, settings: Settings): Promise<Finding[]> {
  return [
    ...(await identityFinding(repo)),
    ...mergeFindings(settings),
    ...pruneFinding(settings),
    ...fileFindings(settings),
    ...(await hookFindings(repo, settings)),
  ];
}

async function identityFinding(repo: Repo): Promise<Finding[]> {
  try {
    await identity(repo, 'author');
    await identity(repo, 'committer');
    return [];
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const why = 'Nothing can be committed: no save, no proposal, no approval.';
    return [problem('no_identity', error.message, why, error.hint ?? '')];
  }
}

function mergeFindings(settings: Settings): Finding[] {
  const found: Finding[] = [];
  if (settings.isTrue('commit.gpgsign'))
    found.push(
      note(
        'signing',
        'Commits are signed (commit.gpgsign).',
        'Approving makes a signed merge commit, also where the branch could have moved forward to an unsigned proposal.',
      ),
    );
  const ff = settings.last('merge.ff')?.toLowerCase();
  if (ff === 'only')
    found.push(
      warning(
        'ff_only',
        'Merges are set to fast-forward only (merge.ff).',
        'A proposal whose target moved on is refused.',
        'Have it saved again on the newer target, or change the setting.',
      ),
    );
  else if (ff !== undefined && !settings.isTrue('merge.ff'))
    found.push(note('no_ff', 'Merges never fast-forward (merge.ff).', 'Each approval makes a merge commit.'));
  return found;
}

function pruneFinding(settings: Settings): Finding[] {
  if (!/^(now|all)$/i.test(settings.last('gc.pruneexpire') ?? '')) return [];
  const why =
    'git gc removes objects at once, also those that a command beside it has written and not yet put into a branch.';
  return [
    warning(
      'prune_now',
      'gc.pruneExpire is now.',
      why,
      'Let git keep them for a while: git config --unset gc.pruneExpire',
    ),
  ];
}

function fileFindings(settings: Settings): Finding[] {
  const found: Finding[] = [];
  const autocrlf = settings.last('core.autocrlf')?.toLowerCase() ?? 'false';
  const eol = settings.last('core.eol')?.toLowerCase();
  if (autocrlf !== 'false' || (eol !== undefined && eol !== 'native'))
    found.push(
      note(
        'endings',
        `Git converts line endings (core.autocrlf ${autocrlf}${eol ? `, core.eol ${eol}` : ''}).`,
        'Docket compares docs as git stores them and writes new lines as git would.',
      ),
    );
  if (settings.last('core.filemode') !== undefined && !settings.isTrue('core.filemode'))
    found.push(
      note(
        'no_modes',
        'The executable bit on disk says nothing (core.fileMode).',
        'Docket takes it from the index.',
      ),
    );
  if (settings.isTrue('core.ignorecase') || settings.isTrue('core.precomposeunicode'))
    found.push(
      note(
        'one_name',
        'Names that differ in letter case or Unicode form only are one file on this disk.',
        'A proposal that would add such a twin is refused.',
      ),
    );
  return found;
}

/** What runs at a save of the owner, at an approval, and whenever a ref moves. */
const HOOKS = [
  'pre-commit',
  'prepare-commit-msg',
  'commit-msg',
  'post-commit',
  'pre-merge-commit',
  'post-merge',
  'reference-transaction',
];

async function hookFindings(repo: Repo, settings: Settings): Promise<Finding[]> {
  const args = ['rev-parse', '--path-format=absolute', '--git-path', 'hooks'];
  const folder = (await git(repo, args, { hooks: true })).stdout.toString('utf8').replace(/\n$/, '');
  const there = HOOKS.filter((name) => listing(folder).includes(name));
  const run = there.filter((name) => isExecutable(join(folder, name)));
  const idle = there.filter((name) => !run.includes(name));
  const configured = settings.keys(/^hook\..*\.command$/);
  const found: Finding[] = [];
  if (run.length + configured.length > 0)
    found.push(
      note(
        'hooks',
        `Hooks of the repository: ${some([...run, ...configured])}.`,
        'They run at the owner’s saves and approvals, as git runs them, and may refuse; an agent’s save runs none.',
      ),
    );
  if (idle.length > 0)
    found.push(
      note(
        'idle_hooks',
        `Hooks that are not executable: ${some(idle)}.`,
        'Git passes over them, so docket does.',
        'If they are meant to run: chmod +x',
      ),
    );
  return found;
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

function listing(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
