// A file taken into its open doc: loaded whole, or merged into unsaved edits.
import { kindOf } from '../kinds/index.ts';
import type { Clash } from '../merge/index.ts';
import { refuse } from '../refusal.ts';
import { safe } from '../safe.ts';
import type { Base, OpenDoc, Step } from './doc.ts';
import { NO_HISTORY, withStep } from './history.ts';
import type { Session } from './session.ts';
import { mergeTexts } from './texts.ts';
import { nextSeq } from './working.ts';

/** The doc as its file has it: nothing to undo, nothing to list. */
export function loaded(doc: OpenDoc, base: Base): OpenDoc {
  return { ...doc, path: base.path, text: base.text, base, history: NO_HISTORY, raised: null };
}

export type MergedIn =
  | { readonly clean: true; readonly doc: OpenDoc }
  | { readonly clean: false; readonly hunks: readonly Clash[] };

/**
 * Merges the file (which becomes the base) into the doc's unsaved edits: one step, never listed as an edit, whose
 * undoing brings the old base back. What the edits count from does not move. Refuses `merge_invalid`.
 */
export function mergedIn(session: Session, doc: OpenDoc, base: Base): MergedIn {
  const merged = mergeTexts(doc.path, doc.base.text, doc.text, base.text);
  if (!merged.clean) return merged;
  checkLoads(doc, merged.text);
  // A doc that the working copy does not rename goes where its file went.
  const path = doc.path === doc.base.path ? base.path : doc.path;
  const step = { ...mergeStep(doc), seq: nextSeq(session) };
  const moved = withStep(doc, step, { path, text: merged.text });
  const seq = merged.text === base.text ? base.seq : doc.base.seq;
  return { clean: true, doc: { ...moved, base: { ...base, seq }, raised: null } };
}

/** The step of a merge with the file of a doc. */
export function mergeStep(doc: OpenDoc): Omit<Step, 'seq' | 'before' | 'after'> {
  const label = `Merged the changes to ${safe(doc.base.path)} from disk`;
  return { label, lists: [], anchor: { base: doc.base, waiting: doc.waiting } };
}

/** The doc with another text, as a numbered step. */
export function withTextStep(
  session: Session,
  doc: OpenDoc,
  text: string | null,
  step: Omit<Step, 'seq' | 'before' | 'after'>,
): OpenDoc {
  return withStep(doc, { ...step, seq: nextSeq(session) }, { path: doc.path, text });
}

// Text always loads; a richer kind may not hold what two sides made together.
function checkLoads(doc: OpenDoc, text: string | null): void {
  const kind = kindOf(doc.path, text);
  if (text === null || kind.name === 'text') return;
  const problems = kind.problems(text).filter(({ severity }) => severity === 'problem');
  if (problems.length === 0) return;
  refuse('merge_invalid', `Merged, ${safe(doc.path)} would not be a valid ${kind.name}.`, {
    details: problems,
    hint: 'Keep one side: doc.revert takes the file, doc.save with overwrite takes yours.',
  });
}
