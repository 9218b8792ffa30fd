// Proposals for tests, made with plain git as a person would, and applied as the owner.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type Applied, type ApplyRequest, applyProposal, preflight } from '../../../src/proposals/index.ts';
import { Refusal } from '../../../src/refusal.ts';
import { type Givens, openRepo, type Repo } from '../../../src/repo/index.ts';
import { type Files, repoAt, type TestRepo } from '../../helpers/make-repo.ts';

export const givens: Givens = { now: () => new Date(), uuid: () => randomUUID() };

/** New content by path; null deletes, a pair renames the first path to the key with the content. */
export type Change = Record<string, string | Buffer | null | readonly [from: string, content: string]>;

/** Commits a change on proposals/<id>, from `from` (HEAD), without touching work tree and index; returns the tip. */
export function propose(
  repo: TestRepo,
  id: string,
  change: Change,
  { from = 'HEAD', message = `Change by ${id}` } = {},
): string {
  const index = join(mkdtempSync(join(tmpdir(), 'docket-index-')), 'index');
  const born = repo.tryGit('rev-parse', '-q', '--verify', from).status === 0;
  const git = (...args: string[]) => withIndex(repo, index, undefined, ...args);
  if (born) git('read-tree', from);
  for (const [path, what] of Object.entries(change)) {
    if (Array.isArray(what)) git('update-index', '--force-remove', what[0]);
    const content = Array.isArray(what) ? what[1] : (what as string | Buffer | null);
    if (content === null) git('update-index', '--force-remove', path);
    else {
      const oid = repo.gitInput(content, 'hash-object', '-w', '--stdin');
      const old = repo.tryGit('ls-tree', from, '--', Array.isArray(what) ? what[0] : path).stdout;
      git('update-index', '--add', '--cacheinfo', `${old.slice(0, 6) || '100644'},${oid},${path}`);
    }
  }
  const tree = git('write-tree');
  const tip = repo.git(
    'commit-tree',
    tree,
    ...(born ? ['-p', repo.git('rev-parse', from)] : []),
    '-m',
    message,
  );
  repo.git('update-ref', `refs/heads/proposals/${id}`, tip);
  rmSync(join(index, '..'), { recursive: true });
  return tip;
}

function withIndex(repo: TestRepo, index: string, _input: undefined, ...args: string[]): string {
  const before = process.env.GIT_INDEX_FILE;
  process.env.GIT_INDEX_FILE = index;
  try {
    return repo.git(...args);
  } finally {
    if (before === undefined) delete process.env.GIT_INDEX_FILE;
    else process.env.GIT_INDEX_FILE = before;
  }
}

/** The repository as docket opens it; closed when the test ends. */
export async function opened(repo: TestRepo): Promise<Repo> {
  const open = await openRepo(repo.root);
  onTestFinished(() => open.close());
  return open;
}

/** Reads the plan and approves it by its token. */
export async function approve(repo: Repo, id: string, more: Partial<ApplyRequest> = {}): Promise<Applied> {
  const { token } = await preflight(repo, id);
  return applyProposal(repo, { proposal: id, token, ...more }, givens);
}

/** The refusal that an act ends with. */
export async function refusalOf(act: Promise<unknown>): Promise<Refusal> {
  const end = await act.then(
    () => null,
    (error: unknown) => error,
  );
  if (end instanceof Refusal) return end;
  throw end ?? new Error('it was not refused');
}

export { type Files, repoAt };
