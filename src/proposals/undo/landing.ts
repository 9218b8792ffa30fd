// Taking an end back as one landing: files, index, target, branch and the word about it move together or not at all.
import type { Givens, Landing, Oid, Person, RefMove, Repo } from '../../repo/index.ts';
import { workTreePart } from '../apply/landing.ts';
import { branchOf, endedRef, headRef, revisionRef } from '../ids.ts';
import { lastRevision, revisionAt, revisionsOf } from '../line.ts';
import type { By } from '../proposal.ts';
import { type ReviewEvent, reviewMove } from '../reviews.ts';
import type { Made } from './make.ts';
import type { UndoPlan } from './plan.ts';

/** What was made for the plan, and who it is done by. */
export interface Taking extends Made {
  readonly by: By;
  readonly committer: Person;
}

export interface TakenBack {
  readonly landing: Landing;
  readonly event: ReviewEvent;
  readonly revision: number;
}

/** Turns the plan into a landing. Writes only objects. */
export async function undoLanding(
  repo: Repo,
  plan: UndoPlan,
  { by, committer, targetTo, next }: Taking,
  givens: Givens,
): Promise<TakenBack> {
  const { end, way, here, docs } = plan;
  const { id, tip } = end;
  const { moves, revision, was } = await waitingMoves(repo, plan, next);
  const reopened = {
    undoes: end.events.map((event) => event.id),
    how: way,
    ...(next === null ? {} : { next }),
    targetOid: targetTo === undefined ? end.targetOid : targetTo,
  };
  const event = { kind: 'reopened', revision: was, tip, by, reopened };
  const review = await reviewMove(repo, id, event, givens, committer);
  const target = targetMoves(plan, targetTo);
  return {
    event: review.event,
    revision,
    landing: {
      branch: here ? headRef(end.target!) : null,
      ...(here ? workTreePart(repo, docs, `before ${id} was taken out of it`) : { files: [], index: [] }),
      indexStamp: plan.indexStamp,
      // Without a target the chain of events is what tells whether it landed.
      refs: [...target, review.move, ...moves],
      origHead: here ? end.targetOid : null,
      message: `docket: undo ${id}`,
      note: { proposal: id, tip, next, by },
    },
  };
}

function targetMoves({ end }: UndoPlan, to: Oid | null | undefined): RefMove[] {
  return to === undefined ? [] : [{ ref: headRef(end.target!), from: end.targetOid, to }];
}

/** The branch is there again, nothing is kept as ended, and every tip has its number. */
async function waitingMoves(
  repo: Repo,
  { end }: UndoPlan,
  next: Oid | null,
): Promise<{ moves: RefMove[]; revision: number; was: number }> {
  const { id, tip, branchAt, endedAt } = end;
  const revisions = await revisionsOf(repo, id);
  const recorded = [...revisions.values()].includes(tip);
  const was = recorded ? revisionAt(revisions, tip) : lastRevision(revisions) + 1;
  const last = Math.max(lastRevision(revisions), was);
  const moves: RefMove[] = [{ ref: branchOf(id), from: branchAt, to: next ?? tip }];
  if (endedAt !== null) moves.push({ ref: endedRef(id), from: endedAt, to: null });
  if (!recorded) moves.push({ ref: revisionRef(id, was), from: null, to: tip });
  if (next === null) return { moves, revision: was, was };
  moves.push({ ref: revisionRef(id, last + 1), from: null, to: next });
  return { moves, revision: last + 1, was };
}
