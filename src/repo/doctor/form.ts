// What kind of repository this is, as far as it makes a difference to docket.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { git } from '../git.ts';
import { head, listRefs } from '../refs.ts';
import { hasFilesRefs, type Repo } from '../repo.ts';
import { shallowBoundary } from '../shallow.ts';
import { operationInProgress, worktrees } from '../worktrees.ts';
import { counted, type Finding, note, some, warning } from './finding.ts';
import type { Settings } from './settings.ts';

export async function formFindings(repo: Repo, settings: Settings): Promise<Finding[]> {
  return [
    ...storage(repo, settings),
    ...(await historyFindings(repo, settings)),
    ...(await brokenRefs(repo)),
    ...indexFindings(repo, settings),
    ...(await headFindings(repo)),
    ...(await treeFindings(repo)),
  ];
}

function storage(repo: Repo, settings: Settings): Finding[] {
  const found: Finding[] = [];
  if (repo.hash === 'sha256')
    found.push(
      note('sha256', 'Objects are named by SHA-256.', 'Git writes them for docket, which is slower.'),
    );
  if (!hasFilesRefs(repo))
    found.push(
      note(
        'reftable',
        `Refs are kept as ${settings.last('extensions.refstorage') ?? 'git chooses'}.`,
        'Docket asks git for each ref, which is slower.',
      ),
    );
  if (existsSync(join(repo.commonDir, 'objects/info/alternates')))
    found.push(
      note(
        'alternates',
        'Objects are borrowed from another repository (objects/info/alternates).',
        'Git reads and writes them for docket. If the other repository goes, so do they.',
      ),
    );
  return found;
}

async function historyFindings(repo: Repo, settings: Settings): Promise<Finding[]> {
  const found: Finding[] = [];
  const boundary = await shallowBoundary(repo);
  if (boundary.size > 0)
    found.push(
      warning(
        'shallow',
        `The history is cut off at ${counted(boundary.size, 'commit')} (a shallow clone).`,
        'A proposal that parts from its target before that cannot be approved.',
        'Fetch the rest when it is needed: git fetch --unshallow',
      ),
    );
  if (
    settings.keys(/^remote\..*\.promisor$/).length > 0 ||
    settings.last('extensions.partialclone') !== undefined
  )
    found.push(
      note(
        'partial_clone',
        'Some objects stay with the remote until they are needed (a partial clone).',
        'Reading old docs may have to reach the remote, and fails where it cannot.',
      ),
    );
  const replaced = (await listRefs(repo, 'refs/replace/')).size;
  if (replaced > 0 || existsSync(join(repo.commonDir, 'info/grafts')))
    found.push(
      note(
        'replace_refs',
        `${replaced > 0 ? counted(replaced, 'object') : 'History'} is shown by git as another (refs/replace, grafts).`,
        'Docket reads and builds on the true objects, so it may show another text than git log.',
      ),
    );
  return found;
}

async function brokenRefs(repo: Repo): Promise<Finding[]> {
  const { stderr } = await git(repo, ['for-each-ref', '--format=%(refname)'], { allow: [1, 128] });
  const refs = [...stderr.matchAll(/ignoring (?:broken|dangling) (?:symref|ref) (\S+)/g)].map(
    (found) => found[1]!,
  );
  if (refs.length === 0) return [];
  const what = `${counted(refs.length, 'ref is', 'refs are')} broken: ${some(refs)}.`;
  const why = 'Its file holds no commit of this repository. Docket does not take it for gone.';
  return [
    warning(
      'broken_ref',
      what,
      why,
      'Set it again (git update-ref <ref> <commit>; docket keeps the revisions of a proposal under refs/docket/revisions), or remove its file.',
    ),
  ];
}

function indexFindings(repo: Repo, settings: Settings): Finding[] {
  const found: Finding[] = [];
  if (settings.isTrue('core.sparsecheckout'))
    found.push(
      note(
        'sparse',
        'Only a part of the files is checked out (a sparse checkout).',
        'A proposal for a file outside it lands on the branch and in the index, not on disk.',
      ),
    );
  if (readdirSync(repo.gitDir).some((name) => name.startsWith('sharedindex.')))
    found.push(
      note('split_index', 'The index is split into two files.', 'Git reads and writes it for docket.'),
    );
  return found;
}

async function headFindings(repo: Repo): Promise<Finding[]> {
  const found: Finding[] = [];
  const { branch, oid } = await head(repo);
  if (branch === null)
    found.push(
      warning(
        'detached',
        'HEAD is detached: no branch is checked out.',
        'An agent can only save when it names a target, and an approval moves its branch alone, not the files.',
        'Check the branch out: git switch <branch>',
      ),
    );
  if (oid === null)
    found.push(
      note(
        'unborn',
        'The branch has no commit yet.',
        'The first proposal begins the history; approving it makes the branch.',
      ),
    );
  const operation = await operationInProgress(repo);
  if (operation)
    found.push(
      warning(
        'operation',
        `A ${operation} is in progress.`,
        'Until it is over nothing settles, and saves and approvals are refused.',
        `Finish it or abort it: git ${operation} ${operation === 'bisect' ? 'reset' : '--abort'}`,
      ),
    );
  return found;
}

async function treeFindings(repo: Repo): Promise<Finding[]> {
  const found: Finding[] = [];
  const all = await worktrees(repo);
  const lost = all.filter(({ gone }) => gone).map(({ path }) => path);
  if (all.length > 1)
    found.push(
      note(
        'worktrees',
        `The repository has ${all.length} work trees; this is ${repo.root}.`,
        'A branch that another one has checked out can only be approved there.',
      ),
    );
  if (lost.length > 0)
    found.push(
      warning(
        'worktree_gone',
        `The folder of a work tree is gone: ${some(lost)}.`,
        'Its branch still counts as checked out, so nothing lands on it and it is not removed.',
        'If it will not come back: git worktree prune',
      ),
    );
  const outer = await superproject(repo);
  if (outer)
    found.push(
      note(
        'submodule',
        `This is a submodule of ${outer}.`,
        'What lands here is a commit of the submodule; the outer repository sees a changed pointer.',
      ),
    );
  return found;
}

async function superproject(repo: Repo): Promise<string | null> {
  if (!/^gitdir: /.test(dotGit(repo))) return null;
  const { stdout } = await git(repo, ['rev-parse', '--show-superproject-working-tree'], {
    hooks: true,
    allow: [128],
  });
  return stdout.toString('utf8').trim() || null;
}

function dotGit({ root }: Repo): string {
  try {
    return readFileSync(join(root, '.git'), 'utf8');
  } catch {
    return '';
  }
}
