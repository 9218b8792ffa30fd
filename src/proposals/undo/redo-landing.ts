// Taking an undo back as one landing.
import type { Givens, Landing, Person, Repo } from '../../repo/index.ts';
import { verifyChanges, writeContents } from '../apply/commit.ts';
import { workTreePart } from '../apply/landing.ts';
import type { Prepared } from '../apply/patience.ts';
import { endMoves } from '../end.ts';
import { headRef } from '../ids.ts';
import { revisionAt, revisionsOf } from '../line.ts';
import type { By } from '../proposal.ts';
import { reviewMove } from '../reviews.ts';
import type { RedoPlan } from './redo-plan.ts';

export interface RedoneLanding {
  readonly plan: RedoPlan;
  readonly warnings: readonly string[];
}

/** Turns a plan into a landing: the end is recorded anew, the branch goes, the target goes forward. Writes only objects. */
export async function redoLanding(
  repo: Repo,
  plan: RedoPlan,
  { by, committer }: { readonly by: By; readonly committer: Person },
  givens: Givens,
): Promise<Prepared<RedoneLanding>> {
  const { reopened, here, docs } = plan;
  const { id, tip, target, targetOid, how, end } = reopened;
  const { kind, applied, reason } = end!;
  const revision = Math.max(1, revisionAt(await revisionsOf(repo, id), tip));
  const more = how === 'forward' ? { applied } : { reason, ...(targetOid === null ? {} : { targetOid }) };
  const review = await reviewMove(repo, id, { kind, revision, tip, by, ...more }, givens, committer);
  const { moves, heldIn } = await endMoves(repo, id, tip);
  if (how === 'forward') await verifyChanges(repo, targetOid, applied!.oid, await writeContents(repo, plan));
  const forward = how === 'forward' ? [{ ref: headRef(target!), from: targetOid, to: applied!.oid }] : [];
  const landing: Landing = {
    branch: here ? headRef(target!) : null,
    ...workTreePart(repo, docs, `before ${id} was merged into it`),
    indexStamp: plan.indexStamp,
    refs: [...forward, review.move, ...moves],
    origHead: here ? targetOid : null,
    message: `docket: redo ${id}`,
    note: { proposal: id, tip, by },
  };
  const left = heldIn === null ? [] : [`proposals/${id} is checked out in ${heldIn} and was left there.`];
  return { landing, of: { plan, warnings: left } };
}
