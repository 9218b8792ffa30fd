import { runGit } from '../child.ts';
import { gitEnvironment } from '../environment.ts';
import { head } from '../refs.ts';
import { type Givens, hasFilesRefs, type Repo } from '../repo.ts';
import { fileFindings, placeFindings } from './files.ts';
import type { Finding } from './finding.ts';
import { formFindings } from './form.ts';
import { leavings } from './leavings.ts';
import { lockFindings } from './locks.ts';
import { allSettings } from './settings.ts';
import { wayFindings } from './ways.ts';

/** The facts that a report of trouble begins with. */
export interface RepositoryFacts {
  /** Version, and what of use here it is too old for. */
  readonly git: string;
  readonly objects: 'sha1' | 'sha256';
  readonly refs: 'files' | 'other';
  /** Docket writes objects itself; elsewhere git does it. */
  readonly plain: boolean;
  readonly root: string;
  readonly gitDir: string;
  readonly branch: string | null;
}

export interface Examined {
  readonly facts: RepositoryFacts;
  readonly findings: readonly Finding[];
}

/** What a repository is, what stands in docket's way in it, and what docket left there. Writes nothing. */
export async function examineRepository(repo: Repo, givens: Givens): Promise<Examined> {
  const now = givens.now().getTime();
  const settings = await allSettings(repo);
  const findings = [
    ...placeFindings(repo),
    ...lockFindings(repo, now),
    ...(await formFindings(repo, settings)),
    ...(await wayFindings(repo, settings)),
    ...(await fileFindings(repo)),
    ...(await leavings(repo, now)),
  ];
  return { facts: await factsOf(repo), findings };
}

async function factsOf(repo: Repo): Promise<RepositoryFacts> {
  const { root, gitDir, hash, plain } = repo;
  const { branch } = await head(repo);
  const refs = hasFilesRefs(repo) ? 'files' : 'other';
  return { git: await gitVersion(root), objects: hash, refs, plain, root, gitDir, branch };
}

async function gitVersion(cwd: string): Promise<string> {
  const { stdout } = await runGit({ args: ['version'], cwd, env: gitEnvironment(), timeoutMs: 30_000 });
  return stdout
    .toString('utf8')
    .trim()
    .replace(/^git version /, '');
}
