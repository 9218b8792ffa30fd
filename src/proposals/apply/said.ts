// The owner's answers to clashes and own versions of docs, held against the plan that they are for.
import { refuse } from '../../refusal.ts';
import type { Choice, PlannedClash, Preflight } from './answers.ts';
import type { Answer, ClashKind } from './clash.ts';
import type { Plan } from './plan.ts';
import type { DocPlan, Said } from './plan-doc.ts';

export interface AllSaid {
  readonly said: Said;
  /** Docs that land as the owner wrote them, and what they hold then. */
  readonly edits: ReadonlyMap<string, string>;
  /** Choices that no clash asked for, once the plan is made. */
  readonly unused: () => readonly Choice[];
  /** Whether something else than the proposal's side of a clash with the target was taken. */
  readonly answered: () => boolean;
}

/** Refuses `invalid_input` for edited docs that the proposal does not hold. */
export function saidOf(
  plan: Plan,
  choices: readonly Choice[],
  edited: readonly { readonly doc: string; readonly text: string }[],
): AllSaid {
  const edits = editsOf(plan, edited);
  const used = new Map<Choice, ClashKind>();
  const toClash = (clash: PlannedClash): Answer | null => {
    const choice = choices.find((each) => each.clash === clash.id && each.doc === clash.doc);
    if (!choice) return null;
    used.set(choice, clash.kind);
    return checked(choice, clash);
  };
  return {
    said: { toClash, edited: (doc) => edits.get(doc) ?? null },
    edits,
    unused: () => choices.filter((choice) => !used.has(choice)),
    answered: () => [...used].some(([{ take }, kind]) => kind === 'merge_conflict' && take !== 'theirs'),
  };
}

/** Refuses choices that are for none of the clashes. */
export function refuseUnused(unused: readonly Choice[], docs: readonly DocPlan[]): void {
  const [first] = unused;
  if (!first) return;
  const clashes = docs.flatMap((doc) => doc.clashes);
  refuse('invalid_input', `Nothing clashes as ${first.clash} in ${first.doc}.`, {
    details: { field: 'choices', wanted: 'ids of clashes of the preflight', got: first.clash, clashes },
    hint: 'Take the ids from proposal.preflight, or from the refusal before.',
  });
}

function checked({ clash, take, text }: Choice, { choices }: PlannedClash): Answer {
  if (!choices.includes(take)) {
    const none = 'nothing: it has to be solved by hand';
    refuse('invalid_input', `At ${clash}, ${take} cannot be taken.`, {
      details: { field: 'choices', wanted: choices.length > 0 ? choices : none, got: take },
      hint: 'The preflight says of each clash what may be taken.',
    });
  }
  if (take === 'text' && text === undefined) {
    refuse('invalid_input', `At ${clash}, text is taken and no text given.`, {
      details: { field: 'choices', wanted: 'text', got: 'nothing' },
      hint: 'Give the text, or take another side.',
    });
  }
  return { take, ...(text === undefined ? {} : { text }) };
}

/** Edits that change what would land; one that is as planned is none. */
function editsOf(
  { answer, docs }: Plan,
  edited: readonly { readonly doc: string; readonly text: string }[],
): ReadonlyMap<string, string> {
  const edits = new Map<string, string>();
  for (const { doc, text } of edited) {
    const planned = docs.find(({ path }) => path.doc === doc);
    if (!planned) refuseForeign(doc, answer);
    if (planned.tree.find(({ path }) => path === doc)?.side?.text !== text) edits.set(doc, text);
  }
  return edits;
}

function refuseForeign(doc: string, { proposal, paths }: Preflight): never {
  refuse('invalid_input', `${proposal} does not change ${doc}.`, {
    details: { field: 'edited', wanted: paths.map((path) => path.doc), got: doc },
    hint: 'Edit docs of the proposal; others are saved with docket save.',
  });
}
