import { refuse } from '../../refusal.ts';
import { type Givens, identity, type MadeCommit, type Repo } from '../../repo/index.ts';
import { soundly } from '../damage.ts';
import { oneLine } from '../trailers.ts';
import { afterwards } from './afterwards.ts';
import type { Applied, ApplyRequest } from './answers.ts';
import { choose } from './choose.ts';
import { commitFor, type Signatures, type TreePlan, verifyCommit, writeContents } from './commit.ts';
import { landingFor } from './landing.ts';
import { refuseUnconfirmed } from './needs.ts';
import { landPatiently, refuseInterrupted, type Watched } from './patience.ts';
import { checkPins } from './pins.ts';
import { type Plan, planApply } from './plan.ts';
import { refusePlan } from './refuse-plan.ts';

/**
 * Lands a proposal on its target: branch, work tree and index at once, the owner's uncommitted and staged edits
 * kept on top, or nothing at all. Only what was read lands: `token` (from preflight) or, where the plan is simple,
 * `tip`. Whatever is refused has changed nothing.
 *
 * Refuses `changed_since_review` (details `what`), `review_needed`, `merge_conflict`, `staged_clash`,
 * `uncommitted_clash`, `untracked_in_the_way`, `blocked` and its kin (details `cause`), `already_ended`,
 * `hook_refused`, `signing_failed`, `no_identity`, `locked`, `target_moved`, `interrupted_apply`, `disk_differs`,
 * `read_only`, `no_space`.
 */
export async function applyProposal(repo: Repo, request: ApplyRequest, givens: Givens): Promise<Applied> {
  return soundly(repo, request.proposal, () => applyWatched(repo, request, givens));
}

/** The same, watched. No door leads here. */
export async function applyWatched(
  repo: Repo,
  request: ApplyRequest,
  givens: Givens,
  watched: Watched = {},
): Promise<Applied> {
  if (request.summary !== undefined) checkSummary(request.summary);
  await refuseInterrupted(repo, givens);
  const people = Promise.all([identity(repo, 'author'), identity(repo, 'committer')]);
  people.catch(() => {});
  let made: Made | null = null;
  const prepare = async () => {
    const shown = await planApply(repo, request.proposal, request.open ?? []);
    await checkPins(repo, request, shown);
    const plan = await choose(repo, shown, request);
    refusePlan(plan.answer);
    refuseUnconfirmed(plan.answer, request.confirm ?? []);
    const [author, committer] = await people;
    made = await makeOnce({ repo, author, committer, summary: request.summary }, plan, made);
    const { oid } = made.commit;
    const by = { name: author.name, email: author.email, role: 'owner' } as const;
    const { landing, heldIn } = await landingFor(repo, plan, { oid, by, committer }, givens);
    return { landing, of: { plan, oid, by, heldIn } };
  };
  const { of, late } = await landPatiently(repo, prepare, givens, watched);
  return afterwards(repo, { ...of, late }, givens);
}

/** A commit, and what it was made for. */
interface Made {
  readonly purpose: string;
  readonly commit: MadeCommit;
}

/** Makes the commit, once for one purpose. Nobody is asked twice: hooks and keys have spoken for another state. */
async function makeOnce(
  { repo, ...who }: Signatures & { readonly repo: Repo; readonly summary: string | undefined },
  plan: Plan,
  last: Made | null,
): Promise<Made> {
  const tree: TreePlan = await writeContents(repo, plan);
  const purpose = JSON.stringify([
    plan.answer.plan,
    plan.part,
    plan.subject.targetOid,
    plan.subject.tip,
    [...tree],
  ]);
  if (last?.purpose === purpose) return last;
  if (last?.commit.asked) refuseTargetMoved(plan);
  const commit = await commitFor(repo, plan, tree, who);
  await verifyCommit(repo, plan, tree, commit.oid);
  return { purpose, commit };
}

function checkSummary(summary: string): void {
  oneLine(summary, 'summary');
  if (summary.trim() !== '') return;
  refuse('invalid_input', 'The summary is empty.', {
    details: { field: 'summary', wanted: 'one line of text', got: summary },
    hint: 'Leave it out to have one made.',
  });
}

function refuseTargetMoved({ subject: { id, target } }: Plan): never {
  refuse('target_moved', `${target} moved while the merge of ${id} was being signed or checked.`, {
    details: { proposal: id, target },
    hint: 'Nothing was changed. Read the plan again, then approve again.',
  });
}
