// What the owner chose of a proposal, as a plan of its own: made from the same versions that the whole plan shows.
import type { Repo } from '../../repo/index.ts';
import type { ApplyRequest, Part } from './answers.ts';
import { isBlocked } from './blocked.ts';
import { type How, howPartLands, howToLand, NOTHING_LANDS } from './how.ts';
import { withHunks } from './hunks.ts';
import { needsOf, needsOfHistory } from './needs.ts';
import { partOf } from './part.ts';
import type { Plan } from './plan.ts';
import { type DocPlan, planDoc } from './plan-doc.ts';
import { refuseUnused, saidOf } from './said.ts';
import { checkedHunks } from './said-hunks.ts';

/**
 * The plan of what the owner says; the plan itself where that changes nothing. All is made from base, target, tip,
 * index and file as the plan shows them, at once. Refuses `invalid_input` for what is not in the plan, and where
 * nothing would land.
 */
export async function choose(repo: Repo, plan: Plan, request: ApplyRequest): Promise<Plan> {
  const { hunks, choices = [], edited = [], history = false } = request;
  const says = hunks !== undefined || choices.length > 0 || edited.length > 0 || history;
  if (!says || plan.answer.plan === 'blocked' || plan.answer.plan === 'already') return plan;
  const chosen = hunks === undefined ? allOf(plan) : checkedHunks(plan.answer, hunks);
  const { said, unused, edits, answered } = saidOf(plan, choices, edited);
  const facts = plan.facts
    .map((each, at) => (edits.has(plan.docs[at]!.path.doc) ? each : withHunks(each, chosen)))
    .filter((each) => each !== null);
  const docs = facts.map((each) => planDoc(each, said));
  refuseUnused(unused(), docs);
  const squash = plan.answer.hidden !== undefined && !history;
  const part = partOf(plan, { chosen, edits, answered: answered(), squash });
  const chosenPlan = planned(plan, { docs, facts, part }, await howOf(repo, plan, docs, part));
  return part?.single ? chosenPlan : withHistory(repo, chosenPlan);
}

/** Where the commits land as they are, all that they bring is answered for. */
async function withHistory(repo: Repo, plan: Plan): Promise<Plan> {
  if (plan.answer.hidden === undefined) return plan;
  const needs = [...plan.answer.needs, ...(await needsOfHistory(repo, plan.history.commits))];
  return { ...plan, answer: { ...plan.answer, needs } };
}

async function howOf(repo: Repo, plan: Plan, docs: readonly DocPlan[], part: Part | null): Promise<How> {
  const how = part?.single ? howPartLands(docs) : await howToLand(repo, { ...plan, docs });
  return how === 'already' ? NOTHING_LANDS : how;
}

function planned(plan: Plan, made: Pick<Plan, 'docs' | 'facts' | 'part'>, how: How): Plan {
  const paths = made.docs.map(({ path }) => path);
  const { blocked: _none, ...answer } = plan.answer;
  return {
    ...plan,
    ...made,
    answer: {
      ...answer,
      plan: isStopped(how) ? 'blocked' : how,
      ...(isStopped(how) ? { blocked: how } : {}),
      paths,
      needs: needsOf(made.docs, made.facts),
      clashes: made.docs.flatMap(({ clashes }) => clashes),
      touching: paths.reduce((sum, { touching }) => sum + touching, 0),
    },
  };
}

function isStopped(how: How): how is Exclude<How, string> {
  return typeof how === 'object' && isBlocked(how);
}

function allOf({ answer }: Plan): ReadonlySet<string> {
  return new Set(answer.hunks.map(({ id }) => id));
}
