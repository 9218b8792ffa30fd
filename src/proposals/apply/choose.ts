// What the owner chose of a proposal, as a plan of its own: made from the same versions that the whole plan shows.
import type { Repo } from '../../repo/index.ts';
import type { DocOutcome } from '../proposal.ts';
import type { ApplyRequest, Part, PlannedHunk } from './answers.ts';
import { isBlocked } from './blocked.ts';
import type { Facts } from './facts.ts';
import { type How, howPartLands, howToLand, NOTHING_LANDS } from './how.ts';
import { hunksOf, withHunks } from './hunks.ts';
import type { Plan } from './plan.ts';
import { type DocPlan, planDoc } from './plan-doc.ts';
import { refuseUnused, saidOf } from './said.ts';
import { checkedHunks } from './said-hunks.ts';
import { sideOfText } from './side.ts';

/**
 * The plan of what the owner says; the plan itself where that changes nothing. All is made from base, target, tip,
 * index and file as the plan shows them, at once. Refuses `invalid_input` for what is not in the plan, and where
 * nothing would land.
 */
export async function choose(repo: Repo, plan: Plan, request: ApplyRequest): Promise<Plan> {
  const { hunks, choices = [], edited = [] } = request;
  const says = hunks !== undefined || choices.length > 0 || edited.length > 0;
  if (!says || plan.answer.plan === 'blocked' || plan.answer.plan === 'already') return plan;
  const chosen = hunks === undefined ? allOf(plan) : checkedHunks(plan.answer, hunks);
  const { said, unused, edits, answered } = saidOf(plan, choices, edited);
  const facts = plan.facts
    .map((each, at) => (edits.has(plan.docs[at]!.path.doc) ? each : withHunks(each, chosen)))
    .filter((each) => each !== null);
  const docs = facts.map((each) => planDoc(each, said));
  refuseUnused(unused(), docs);
  const part = partOf(plan, chosen, edits, answered());
  return planned(plan, { docs, facts, part }, await howOf(repo, plan, docs, part));
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

/** What of it lands; null: all of it, as it was proposed. */
function partOf(
  plan: Plan,
  chosen: ReadonlySet<string>,
  edits: ReadonlyMap<string, string>,
  answered: boolean,
): Part | null {
  const all = plan.answer.hunks;
  const left = all.some(({ id, doc }) => !chosen.has(id) && !edits.has(doc));
  const single = left || edits.size > 0;
  const changed = edits.size > 0 || answered;
  if (!single && !changed) return null;
  const landed = plan.facts.flatMap((facts, at) => {
    const text = edits.get(plan.docs[at]!.path.doc);
    return text === undefined ? hunksOf(facts).filter(({ id }) => chosen.has(id)) : heldIn(facts, text);
  });
  const docs = outcomesOf(all, chosen, edits);
  return { landed: landed.length, of: all.length, left, changed, single, docs };
}

/** The changes that an edited text holds as they were proposed. */
function heldIn(facts: Facts, text: string): PlannedHunk[] {
  const made = hunksOf({ ...facts, tip: sideOfText(facts.tip?.mode ?? '100644', text) });
  const ids = new Set(made.map(({ id }) => id));
  return hunksOf(facts).filter(({ id }) => ids.has(id));
}

function outcomesOf(
  all: readonly PlannedHunk[],
  chosen: ReadonlySet<string>,
  edits: ReadonlyMap<string, string>,
): Record<string, DocOutcome> {
  const docs = [...new Set(all.map(({ doc }) => doc))];
  const outcome = (doc: string) =>
    edits.has(doc)
      ? 'applied'
      : outcomeOf(
          all.filter((hunk) => hunk.doc === doc),
          chosen,
        );
  return Object.fromEntries(docs.map((doc) => [doc, outcome(doc)]));
}

function outcomeOf(hunks: readonly PlannedHunk[], chosen: ReadonlySet<string>): DocOutcome {
  const landed = hunks.filter(({ id }) => chosen.has(id)).length;
  return landed === 0 ? 'not' : landed === hunks.length ? 'applied' : 'partial';
}
