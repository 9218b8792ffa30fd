// Where a save aims, and on which commit it stands.
import { refuse } from '../../refusal.ts';
import { head, isAncestor, mergeBases, type Oid, type Repo, readObject, readRef } from '../../repo/index.ts';
import { branchOf, headRef, idOfBranch, shortHead } from '../ids.ts';
import { storyOf } from '../line.ts';
import type { ProposedDoc, ProposeRequest } from '../request.ts';
import { targetOf, targetTip } from '../target.ts';

export interface Aim {
  /** Short name of the target. */
  readonly target: string;
  /** Its tip; null while it is unborn. */
  readonly oid: Oid | null;
  readonly warnings: readonly string[];
}

/** Whether the first commit is the second or in its history. */
export type Holds = (ancestor: Oid, of: Oid) => Promise<boolean>;

/** The target of a new proposal. Refuses `target_gone` and `branch_changed` where none can be told. */
export async function aimOf(repo: Repo, request: ProposeRequest): Promise<Aim> {
  const { branch } = await head(repo);
  const here = shortHead(branch);
  const named = askedTarget(request) ?? (await baseBranch(repo, request.docs, here));
  const target = await behindProposal(repo, named);
  return aimAt(repo, target, here);
}

/** The short name of the target that the request names; null when it names none. */
export function askedTarget({ target }: ProposeRequest): string | null {
  return shortHead(target) ?? target;
}

/** The aim at a branch that is known by name. Refuses `target_gone` when there is no such branch. */
export async function aimAt(repo: Repo, target: string, here: string | null): Promise<Aim> {
  const oid = await readRef(repo, headRef(target));
  if (oid === null && here !== target) {
    return refuse('target_gone', `there is no branch ${target}`, {
      details: { target },
      hint: 'Name the branch to aim at with target.',
    });
  }
  const elsewhere = `${target} is not checked out here: the proposal aims at it all the same`;
  return { target, oid, warnings: here === target ? [] : [elsewhere] };
}

/**
 * The commit that the proposal stands on: the newest of the docs' bases, each as far as the target holds it.
 * Null when the target is unborn.
 */
export async function parentOf(
  repo: Repo,
  target: Oid | null,
  bases: readonly (Oid | null)[],
): Promise<Oid | null> {
  if (target === null) return null;
  const held: Oid[] = [];
  for (const base of new Set(bases)) held.push(await heldBase(repo, target, base));
  return newestOf(target, held, (ancestor, of) => isAncestor(repo, ancestor, of));
}

/** Of commits in one history the one that holds all others; the target where none does. */
export async function newestOf(target: Oid, commits: readonly Oid[], holds: Holds): Promise<Oid> {
  let newest = commits[0] ?? target;
  for (const commit of commits) {
    if (commit === newest || (await holds(commit, newest))) continue;
    if (!(await holds(newest, commit))) return target;
    newest = commit;
  }
  return newest;
}

async function heldBase(repo: Repo, target: Oid, base: Oid | null): Promise<Oid> {
  if (base === null || base === target) return target;
  if ((await readObject(repo, base)) === null) return target;
  if (await isAncestor(repo, base, target)) return base;
  return (await mergeBases(repo, target, base))[0] ?? target;
}

async function baseBranch(repo: Repo, docs: readonly ProposedDoc[], here: string | null): Promise<string> {
  if (here === null) {
    return refuse('target_gone', 'HEAD is detached: no branch is the target', {
      hint: 'Name the branch to aim at with target.',
    });
  }
  const branches = new Set(docs.map(({ base }) => base.branch ?? here));
  const [branch = here, ...more] = branches;
  if (more.length === 0)
    return (await targetTip(repo, branch)) === null && branch !== here ? gone(branch) : branch;
  return refuse('branch_changed', `the docs were opened on different branches: ${[...branches].join(', ')}`, {
    details: { branches: [...branches] },
    hint: 'Save the docs of each branch apart, or name one target.',
  });
}

function gone(branch: string): never {
  return refuse('target_gone', `the branch ${branch} that the doc was opened on is gone`, {
    details: { target: branch },
    hint: 'Name the branch to aim at with target.',
  });
}

/** A save made on a proposal's own branch aims where that proposal aims. */
async function behindProposal(repo: Repo, branch: string): Promise<string> {
  const id = idOfBranch(branch);
  const tip = id === null ? null : await readRef(repo, branchOf(id));
  if (id === null || tip === null) return branch;
  const { name } = await targetOf(repo, await storyOf(repo, id, tip), tip);
  return name ?? gone(branch);
}
