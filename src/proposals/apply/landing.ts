import type { Givens, Landing, Oid, Person, RefMove, Repo } from '../../repo/index.ts';
import { endMoves } from '../end.ts';
import { headRef } from '../ids.ts';
import { revisionAt, revisionsOf } from '../line.ts';
import type { By } from '../proposal.ts';
import { reviewMove } from '../reviews.ts';
import { entryOf } from './commit.ts';
import type { Plan } from './plan.ts';

/** A plan as files, index entries and ref moves; `heldIn`: the work tree that keeps the proposal's branch. */
export interface PlannedLanding {
  readonly landing: Landing;
  readonly heldIn: string | null;
}

/**
 * Turns a plan and its commit into one landing: the target moves, the proposal's branch goes, its end and the
 * event of it are recorded, all in one transaction. Writes only objects.
 */
export async function landingFor(
  repo: Repo,
  plan: Plan,
  { oid, by, committer }: { readonly oid: Oid; readonly by: By; readonly committer: Person },
  givens: Givens,
): Promise<PlannedLanding> {
  const { id, tip, target, targetOid, here } = plan.subject;
  const revision = Math.max(1, revisionAt(await revisionsOf(repo, id), tip));
  const applied = { oid, target, before: targetOid, ...toldOf(plan) };
  const event = { kind: 'applied', revision, tip, by, applied };
  const [review, { moves, heldIn }] = await Promise.all([
    reviewMove(repo, id, event, givens, committer),
    endMoves(repo, id, tip),
  ]);
  const move: RefMove = { ref: headRef(target), from: targetOid, to: oid };
  const note = { proposal: id, tip, oid, target, by };
  return {
    heldIn,
    landing: {
      branch: here ? headRef(target) : null,
      ...workTreePart(repo, plan.docs, `before ${id} was merged into it`),
      indexStamp: plan.indexStamp,
      refs: [move, ...moves, review.move],
      origHead: here ? targetOid : null,
      message: `docket: apply ${id}`,
      note,
    },
  };
}

function toldOf({ part }: Plan): object {
  if (!part) return {};
  const { landed, of, left, changed, docs } = part;
  return { ...(left ? { partial: { landed, of } } : {}), ...(changed ? { changed } : {}), docs };
}

/** Files and index entries of planned docs; `why`: the reason that the owner's own bytes are kept with. */
export function workTreePart(repo: Repo, docs: Plan['docs'], why: string): Pick<Landing, 'files' | 'index'> {
  return {
    files: docs.flatMap(({ files }) => files.map((file) => withReason(file, why))),
    index: docs.flatMap(({ index }) =>
      index.map(({ path, before, after }) => ({ path, before, after: after && entryOf(repo, after) })),
    ),
  };
}

function withReason(file: Plan['docs'][number]['files'][number], why: string): Landing['files'][number] {
  const { path, before, after, executable, newMode, owners } = file;
  const mode = newMode ? { newMode } : {};
  return { path, before, after, executable, ...mode, ...(owners ? { keep: why } : {}) };
}
