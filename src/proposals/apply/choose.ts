// What the owner chose of a proposal, as a plan of its own: made from the same versions that the whole plan shows.
import { refuse } from '../../refusal.ts';
import type { DocOutcome } from '../proposal.ts';
import type { ApplyRequest, Part, PlannedHunk } from './answers.ts';
import type { Facts } from './facts.ts';
import { howPartLands } from './how.ts';
import { withHunks } from './hunks.ts';
import type { Plan } from './plan.ts';
import { planDoc } from './plan-doc.ts';

/**
 * The plan of what is chosen; the plan itself where that is all of it. Refuses `invalid_input` for choices that are
 * not in the plan, and where nothing would land.
 */
export function choose(plan: Plan, { hunks }: ApplyRequest): Plan {
  if (hunks === undefined || !isOpen(plan)) return plan;
  const chosen = chosenOf(plan, hunks);
  const all = plan.answer.hunks;
  if (chosen.size === all.length) return plan;
  const facts = plan.facts.map((each) => withHunks(each, chosen)).filter((each) => each !== null);
  return partOf(plan, facts, {
    landed: chosen.size,
    of: all.length,
    changed: false,
    docs: outcomesOf(all, chosen),
  });
}

/** Whether there is anything to choose from. */
function isOpen({ answer: { plan } }: Plan): boolean {
  return plan !== 'blocked' && plan !== 'already';
}

function partOf(plan: Plan, facts: readonly Facts[], part: Part): Plan {
  const docs = facts.map(planDoc);
  const how = howPartLands(docs);
  const answer = { ...plan.answer, plan: typeof how === 'string' ? how : 'blocked' } as const;
  const clashes = docs.flatMap((doc) => doc.clashes);
  return {
    ...plan,
    docs,
    facts,
    part,
    answer: {
      ...answer,
      paths: docs.map(({ path }) => path),
      clashes,
      ...(typeof how === 'string' ? {} : { blocked: how }),
    },
  };
}

function chosenOf({ answer }: Plan, hunks: readonly string[]): ReadonlySet<string> {
  const known = new Set(answer.hunks.map(({ id }) => id));
  const unknown = hunks.filter((id) => !known.has(id));
  if (unknown.length > 0) refuseUnknown(unknown);
  if (hunks.length === 0) refuseNothing(answer.proposal);
  return new Set(hunks);
}

function outcomesOf(all: readonly PlannedHunk[], chosen: ReadonlySet<string>): Record<string, DocOutcome> {
  const docs = [...new Set(all.map(({ doc }) => doc))];
  return Object.fromEntries(
    docs.map((doc) => [
      doc,
      outcomeOf(
        all.filter((hunk) => hunk.doc === doc),
        chosen,
      ),
    ]),
  );
}

function outcomeOf(hunks: readonly PlannedHunk[], chosen: ReadonlySet<string>): DocOutcome {
  const landed = hunks.filter(({ id }) => chosen.has(id)).length;
  return landed === 0 ? 'not' : landed === hunks.length ? 'applied' : 'partial';
}

function refuseUnknown(unknown: readonly string[]): never {
  refuse('invalid_input', `The plan has no change ${unknown.join(', ')}.`, {
    details: { field: 'hunks', wanted: 'ids of hunks of the preflight', got: unknown },
    hint: 'Take the ids from proposal.preflight, which gave the token.',
  });
}

function refuseNothing(proposal: string): never {
  refuse('invalid_input', 'No change is chosen, so nothing would land.', {
    details: { field: 'hunks', wanted: 'at least one id', got: [] },
    hint: `To land nothing of it, reject it: docket reject ${proposal}`,
  });
}
