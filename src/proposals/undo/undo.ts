import { refuse } from '../../refusal.ts';
import { type Givens, identity, type Repo, worktrees } from '../../repo/index.ts';
import { bytesBefore } from '../apply/afterwards.ts';
import { mergeLate } from '../apply/late.ts';
import { landPatiently, refuseInterrupted, type Watched } from '../apply/patience.ts';
import { recordAfter, reopeningEvent } from '../events.ts';
import { branchOf } from '../ids.ts';
import { checkTwins } from '../pending.ts';
import type { Undone, UndoPreview, UndoRequest } from './answers.ts';
import { undoLanding } from './landing.ts';
import { type Made, makerOf } from './make.ts';
import { planUndo, type UndoPlan } from './plan.ts';
import { checkRead, refuseUndo } from './refuse-undo.ts';

/** What undoing would do now. Changes nothing; refuses what undoing refuses. */
export async function previewUndo(repo: Repo, request: UndoRequest): Promise<UndoPreview> {
  const plan = await planUndo(repo, request.proposal, request.open ?? []);
  await checkPlan(repo, plan, request);
  return plan.answer;
}

/**
 * Takes the end of a proposal back, so that it is pending again: branch, files, staged and uncommitted edits, the
 * proposal and its record together, or nothing at all. Where an apply is taken back and nothing but the target
 * holds it, the target goes back to where it was; else a commit on the target takes the change out and the proposal
 * is a new revision on that commit. Edits made since stay: file and index entry become merge3(applied, now, before).
 *
 * Refuses `blocked` (causes as apply, and `pending`), `changed_since_review`, `merge_conflict`, `staged_clash`,
 * `uncommitted_clash`, `untracked_in_the_way`, `checked_out_elsewhere`, `blocked_by_operation`, `hook_refused`,
 * `signing_failed`, `no_identity`, `locked`, `target_moved`, `interrupted_apply`, `no_such_proposal`, `ambiguous`.
 */
export async function undoProposal(repo: Repo, request: UndoRequest, givens: Givens): Promise<Undone> {
  return undoWatched(repo, request, givens);
}

/** The same, watched, and only where the plan is allowed. */
export async function undoWatched(
  repo: Repo,
  request: UndoRequest,
  givens: Givens,
  { allow = () => {}, ...watched }: Watched & { readonly allow?: (plan: UndoPlan) => void } = {},
): Promise<Undone> {
  await refuseInterrupted(repo, givens);
  const [author, committer] = await Promise.all([identity(repo, 'author'), identity(repo, 'committer')]);
  const by = { name: author.name, email: author.email, role: 'owner' } as const;
  const maker = makerOf(repo, { author, committer });
  const prepare = async () => {
    const plan = await planUndo(repo, request.proposal, request.open ?? []);
    allow(plan);
    await checkPlan(repo, plan, request);
    const made = await maker(plan);
    const taken = await undoLanding(repo, plan, { by, committer, ...made }, givens);
    return { landing: taken.landing, of: { plan, made, ...taken } };
  };
  const { of, late } = await landPatiently(repo, prepare, givens, watched);
  const warnings = await mergeLate(repo, late, bytesBefore(of.plan));
  await recordAfter(repo, reopeningEvent(of.event), givens);
  return undoneBy(of, warnings);
}

async function checkPlan(repo: Repo, plan: UndoPlan, request: UndoRequest): Promise<void> {
  const { id, tip, branchAt } = plan.end;
  checkRead({ ...plan.end, ground: plan.ground }, request);
  refuseUndo({ ...plan.end, ...plan });
  await checkTwins(repo, id);
  const stays = branchAt === null || (branchAt === tip && (plan.way === 'back' || plan.way === 'reopen'));
  const holder = stays ? null : (await worktrees(repo)).find(({ branch }) => branch === branchOf(id));
  if (holder) refuseHeld(id, holder.path);
}

interface Done {
  readonly plan: UndoPlan;
  readonly made: Made;
  readonly revision: number;
}

function undoneBy({ plan, made, revision }: Done, warnings: readonly string[]): Undone {
  const { token: _token, ...told } = plan.answer;
  return {
    ...told,
    outcome: 'pending',
    tip: made.next ?? plan.end.tip,
    revision,
    ...(made.targetTo === undefined ? {} : { targetOid: made.targetTo }),
    warnings: [...told.warnings, ...warnings],
  };
}

function refuseHeld(id: string, path: string): never {
  refuse('checked_out_elsewhere', `proposals/${id} is checked out in ${path}.`, {
    details: { proposal: id, worktree: path },
    hint: 'Nothing was changed. Check out another branch there, then try again.',
  });
}
