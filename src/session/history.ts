// Undo steps of one doc: pure. Steps are numbered across the session, so that "after the base" can be told.
import type { Anchor, Base, History, OpenDoc, Step, Version } from './doc.ts';

export const NO_HISTORY: History = { done: [], undone: [], dropped: [] };

/** The doc after one more step; what was undone cannot be redone any more. */
export function withStep(doc: OpenDoc, step: Omit<Step, 'before' | 'after'>, after: Version): OpenDoc {
  const before: Version = { path: doc.path, text: doc.text };
  const whole: Step = { ...step, before, after: { path: after.path, text: after.text } };
  const { done, dropped } = doc.history;
  return {
    ...doc,
    path: after.path,
    text: after.text,
    onlyRead: false,
    history: { done: [...done, whole], undone: [], dropped },
  };
}

/**
 * Undoes the last step, or null when there is none. A step that moved the base or what the proposal was seen at
 * brings the old ones back. A step that disk holds is remembered, so that its undoing is listed.
 */
export function undone(doc: OpenDoc): { doc: OpenDoc; step: Step } | null {
  const step = doc.history.done.at(-1);
  if (!step) return null;
  const { base, waiting } = anchored(doc, step.anchor);
  const back = step.anchor ? { ...step, anchor: { base: doc.base, waiting: doc.waiting } } : step;
  const held = doc.history.dropped.filter(({ seq }) => seq <= base.seq);
  const isHeld = step.seq <= base.seq;
  const history: History = {
    done: doc.history.done.slice(0, -1),
    undone: [...doc.history.undone, back],
    dropped: isHeld ? [...held, { seq: step.seq, label: step.label }] : held,
  };
  return { doc: { ...doc, ...step.before, base, waiting, history }, step };
}

/**
 * Redoes the step undone last, or null when there is none. A step that disk does not hold although it is older
 * than the base is an edit since disk: it takes the number `next`.
 */
export function redone(doc: OpenDoc, next: number): { doc: OpenDoc; step: Step } | null {
  const last = doc.history.undone.at(-1);
  if (!last) return null;
  const { base, waiting } = anchored(doc, last.anchor);
  const isDropped = doc.history.dropped.some(({ seq }) => seq === last.seq);
  const seq = isDropped || last.seq > base.seq ? last.seq : next;
  const anchor: Anchor | undefined = last.anchor && { base: doc.base, waiting: doc.waiting };
  const step: Step = { ...last, seq, ...(anchor && { anchor }) };
  const history: History = {
    done: [...doc.history.done, step],
    undone: doc.history.undone.slice(0, -1),
    dropped: doc.history.dropped.filter((one) => one.seq !== last.seq),
  };
  return { doc: { ...doc, ...step.after, base, waiting, history }, step };
}

/**
 * Labels of the edits that disk lacks, oldest first: the steps after the base, and `Undid: <label>` for each one
 * at or before it that was undone. A doc that is not on disk keeps its `Created …` first. None when nothing differs.
 */
export function editsSince({ path, text, base, history }: OpenDoc): string[] {
  if (text === base.text && path === base.path) return [];
  const undid = history.dropped.map(({ label }) => `Undid: ${label}`);
  const steps = history.done.filter(({ seq }) => seq > base.seq).flatMap(listed);
  const labels = [...undid, ...steps];
  if (base.text !== null || text === null) return labels;
  const created = history.done.flatMap(listed).find(isCreation) ?? `Created ${path}`;
  return [created, ...labels.filter((label) => label !== created)];
}

/** The doc with disk as its new base: everything up to now is on disk. Steps stay. */
export function withBase(doc: OpenDoc, base: Base): OpenDoc {
  return { ...doc, base, history: { ...doc.history, dropped: [] } };
}

/** The labels that a step stands for. */
export function listed({ label, lists }: Pick<Step, 'label' | 'lists'>): readonly string[] {
  return lists ?? [label];
}

function isCreation(label: string): boolean {
  return label.startsWith('Created ');
}

// What comes back is told already, or the next sync would take it over again at once.
function anchored(doc: OpenDoc, anchor: Anchor | undefined): Anchor {
  if (!anchor) return { base: doc.base, waiting: doc.waiting };
  const same = doc.waiting?.proposal === anchor.waiting?.proposal;
  if (!same || !anchor.waiting || !doc.waiting) return { base: anchor.base, waiting: doc.waiting };
  const told = anchor.waiting.tip === doc.waiting.tip ? anchor.waiting.told : doc.waiting.tip;
  return { base: anchor.base, waiting: { ...anchor.waiting, ...(told && { told }) } };
}
