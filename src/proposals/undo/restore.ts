import { refuse } from '../../refusal.ts';
import type { Givens, Repo } from '../../repo/index.ts';
import { findProposal } from '../find.ts';
import type { Undone } from './answers.ts';
import { movesTarget, type UndoPlan } from './plan.ts';
import { undoWatched } from './undo.ts';

/**
 * Brings an ended proposal back as pending, where nothing of it is on its target: rejected, withdrawn, removed, or
 * applied and reverted since. Its branch comes back at the tip that ended or, where the target has that in its
 * history, at a new revision that applies the change again. The target and all files stay as they are.
 *
 * Refuses `exists` when its branch is there, `already_ended` while its change is on the target, and what undoing
 * refuses.
 */
export async function restoreProposal(
  repo: Repo,
  request: { readonly proposal: string },
  givens: Givens,
): Promise<Undone> {
  const { id, branch } = await findProposal(repo, request.proposal);
  if (branch) refuseThere(id);
  return undoWatched(repo, request, givens, { allow: refuseOthers });
}

function refuseOthers({ end: { id, branchAt, target }, way }: UndoPlan): void {
  if (branchAt !== null) refuseThere(id);
  if (!movesTarget(way)) return;
  refuse('already_ended', `${id} is applied: ${target} has its change.`, {
    details: { proposal: id, outcome: 'applied', target },
    hint: `To take the change out of ${target} too: docket undo ${id}`,
  });
}

function refuseThere(id: string): never {
  refuse('exists', `The branch proposals/${id} is there.`, {
    details: { proposal: id, branch: `proposals/${id}` },
    hint: 'See how it stands with docket show; an end that left its branch is taken back with docket undo.',
  });
}
