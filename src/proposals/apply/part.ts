// How much of a proposal lands, and how: as it was proposed, in part, as the owner edited it.
import type { DocOutcome } from '../proposal.ts';
import type { Part, PlannedHunk, Preflight } from './answers.ts';
import type { Facts } from './facts.ts';
import { hunksOf } from './hunks.ts';
import type { DocPlan } from './plan-doc.ts';
import { sideOfText } from './side.ts';

/** All of it, in one commit of its own. */
export function wholePart(hunks: readonly PlannedHunk[]): Part {
  const ids = new Set(hunks.map(({ id }) => id));
  const docs = outcomesOf(hunks, ids, new Map());
  const { length } = hunks;
  return { landed: length, of: length, left: false, changed: false, single: true, docs };
}

/** The plan of all of it; facts and docs in the same order. */
export interface Whole {
  readonly facts: readonly Facts[];
  readonly docs: readonly DocPlan[];
  readonly answer: Pick<Preflight, 'hunks'>;
}

/** What the owner says of a plan. */
export interface Chosen {
  readonly chosen: ReadonlySet<string>;
  readonly edits: ReadonlyMap<string, string>;
  /** Something else than the proposal's side of a clash with the target is taken. */
  readonly answered: boolean;
  /** It lands as one commit whatever is chosen. */
  readonly squash: boolean;
}

/** What of it lands; null: all of it, as it was proposed. */
export function partOf(plan: Whole, { chosen, edits, answered, squash }: Chosen): Part | null {
  const all = plan.answer.hunks;
  const left = all.some(({ id, doc }) => !chosen.has(id) && !edits.has(doc));
  const single = left || edits.size > 0 || squash;
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
