import { refuse } from '../../refusal.ts';
import { type Givens, identity, type Repo } from '../../repo/index.ts';
import { bytesBefore } from '../apply/afterwards.ts';
import { applyWatched } from '../apply/apply.ts';
import { mergeLate } from '../apply/late.ts';
import { landPatiently, refuseInterrupted, type Watched } from '../apply/patience.ts';
import { planApply } from '../apply/plan.ts';
import { refusePlan } from '../apply/refuse-plan.ts';
import { tokenOf } from '../apply/token.ts';
import { recordAfter } from '../events.ts';
import { checkTwins } from '../pending.ts';
import type { By } from '../proposal.ts';
import type { Redone, RedoPreview, UndoRequest } from './answers.ts';
import type { EndName } from './end.ts';
import { changedPath } from './plan.ts';
import { redoLanding } from './redo-landing.ts';
import { planRedo, type RedoPlan, type Reopened, reopenedOf } from './redo-plan.ts';
import { checkRead, refuseUndo } from './refuse-undo.ts';

/** What redoing would do now. Changes nothing; refuses what redoing refuses. */
export async function previewRedo(repo: Repo, request: UndoRequest): Promise<RedoPreview> {
  const reopened = await reopenedOf(repo, request.proposal);
  const { id, tip, target, how } = reopened;
  const told = { proposal: id, becomes: becomes(reopened), how, tip, target };
  if (how === 'apply') {
    const plan = await planApply(repo, id, request.open ?? []);
    checkRead({ id, tip, ground: plan.ground }, request);
    refusePlan(plan.answer);
    const { token, warnings } = plan.answer;
    return { ...told, paths: plan.docs.map(changedPath), token, warnings };
  }
  const plan = await planRedo(repo, reopened, request.open ?? []);
  await checkPlan(repo, plan, request);
  return { ...told, paths: plan.docs.map(changedPath), token: tokenOf(plan.ground), warnings: [] };
}

/**
 * Takes an undo back. What was rejected or withdrawn is so again. What was applied is applied again: the target goes
 * to exactly where it was while it stands where the undo left it, with edits made since kept; else the tip is applied
 * to what the target has by now, as an approval of it would, and only where that shows nothing new.
 *
 * Refuses `already_ended`, `blocked` (cause `nothing_undone`), what undoing refuses and, where it is applied anew,
 * what applying refuses (`review_needed` among it).
 */
export async function redoProposal(repo: Repo, request: UndoRequest, givens: Givens): Promise<Redone> {
  return redoWatched(repo, request, givens);
}

/** The same, watched. */
export async function redoWatched(
  repo: Repo,
  request: UndoRequest,
  givens: Givens,
  watched: Watched = {},
): Promise<Redone> {
  await refuseInterrupted(repo, givens);
  const first = await reopenedOf(repo, request.proposal);
  if (first.how === 'apply') return appliedAnew(repo, first, request, givens, watched);
  const [author, committer] = await Promise.all([identity(repo, 'author'), identity(repo, 'committer')]);
  const by = { name: author.name, email: author.email, role: 'owner' } as const;
  const prepare = async () => {
    const plan = await planRedo(repo, await reopenedOf(repo, request.proposal), request.open ?? []);
    await checkPlan(repo, plan, request);
    return redoLanding(repo, plan, { by, committer }, givens);
  };
  const { of, late } = await landPatiently(repo, prepare, givens, watched);
  const warnings = await mergeLate(repo, late, bytesBefore(of.plan));
  await recordRedone(repo, of.plan.reopened, by, givens);
  return redoneBy(of.plan, [...of.warnings, ...warnings]);
}

async function checkPlan(repo: Repo, plan: RedoPlan, request: UndoRequest): Promise<void> {
  const { id, tip, target, how } = plan.reopened;
  checkRead({ id, tip, ground: plan.ground }, request);
  if (how === 'apply') refuseTargetMoved(id, target);
  refuseUndo({ id, target, ...plan });
  await checkTwins(repo, id);
}

/** The undo's own result is known: nobody has to read, or to say yes to, again what stands on it. */
async function appliedAnew(
  repo: Repo,
  { id, tip, still }: Reopened,
  { tip: read = tip, token, open = [] }: UndoRequest,
  givens: Givens,
  watched: Watched,
): Promise<Redone> {
  const known = still ? (await planApply(repo, id, open)).answer : null;
  const pin = token ?? known?.token;
  const ask = {
    ...{ proposal: id, tip: read, open },
    ...(pin === undefined ? {} : { token: pin }),
    ...(known === null ? {} : { confirm: known.needs.map(({ confirm }) => confirm) }),
  };
  const { target, oid, paths, warnings } = await applyWatched(repo, ask, givens, watched);
  const changed = paths.map(({ doc, uncommitted }) => ({ doc, uncommitted }));
  return {
    ...{ proposal: id, outcome: 'applied', how: 'apply', tip, target, targetOid: oid },
    paths: changed,
    warnings,
  };
}

async function recordRedone(repo: Repo, { id, tip, end }: Reopened, by: By, givens: Givens): Promise<void> {
  const { kind, reason, applied } = end!;
  const named = kind === 'applied' || kind === 'withdrawn' ? kind : 'rejected';
  await recordAfter(
    repo,
    {
      kind: `proposal.${named}`,
      proposal: id,
      tip,
      by: { name: by.name, role: by.role },
      ...(reason === undefined ? {} : { reason }),
      ...(applied === undefined ? {} : { oid: applied.oid, target: applied.target }),
    },
    givens,
  );
}

function redoneBy({ reopened, docs }: RedoPlan, warnings: readonly string[]): Redone {
  const { id, tip, target, how, end } = reopened;
  return {
    ...{ proposal: id, outcome: becomes(reopened), how, tip, target },
    paths: docs.map(changedPath),
    ...(how === 'forward' ? { targetOid: end!.applied!.oid } : {}),
    warnings,
  };
}

function becomes({ how, end }: Reopened): EndName {
  return how === 'end' && end?.kind === 'withdrawn' ? 'withdrawn' : how === 'end' ? 'rejected' : 'applied';
}

function refuseTargetMoved(id: string, target: string | null): never {
  refuse('target_moved', `${target} moved while the undo of ${id} was being taken back.`, {
    details: { proposal: id, target },
    hint: 'Nothing was changed. Try again.',
  });
}
