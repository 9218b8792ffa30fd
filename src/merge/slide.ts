// A run of changed lines can often stand at several places: in `a a` with one `a` added, which one is new? Each run
// is slid to one canonical place, so that equal edits of two sides look equal. Without it merges lose lines.

/** One text of two: its lines' numbers, and which of them are changed (one more 0 at the end). */
export interface Marked {
  readonly ids: Int32Array;
  readonly changed: Uint8Array;
}

/** Changed lines [from, to) between two unchanged ones; empty where nothing was changed. */
interface Run {
  from: number;
  to: number;
}

/**
 * Slides the runs of `text` along equal lines, in place. A run goes down as far as it can, unless some place on its
 * way lies beside a run of the other text: then to the last such place. Runs that meet become one.
 * (git does the same when it makes a diff for a merge.)
 */
export function slideRuns(text: Marked, other: Marked): void {
  const run = runFrom(text.changed, 0);
  const beside = runFrom(other.changed, 0);
  do {
    if (run.from < run.to) slideRun(text, run, other, beside);
  } while (toNext(text, run) && toNext(other, beside));
}

function slideRun(text: Marked, run: Run, other: Marked, beside: Run): void {
  let size: number;
  let highest: number;
  let match: number;
  do {
    size = run.to - run.from;
    while (slideUp(text, run)) toPrevious(other, beside);
    highest = run.to;
    match = -1;
    do {
      if (beside.from < beside.to) match = run.to;
    } while (slideDown(text, run) && toNext(other, beside));
  } while (run.to - run.from !== size);
  if (match < 0) return;
  while (run.to > highest && beside.from === beside.to && slideUp(text, run)) toPrevious(other, beside);
}

function runFrom(changed: Uint8Array, from: number): Run {
  let to = from;
  while (changed[to]) to++;
  return { from, to };
}

/** Goes to the run behind the next unchanged line; false at the end of the text. */
function toNext({ ids, changed }: Marked, run: Run): boolean {
  if (run.to >= ids.length) return false;
  run.from = run.to + 1;
  run.to = run.from;
  while (changed[run.to]) run.to++;
  return true;
}

/** Goes to the run before the unchanged line above. */
function toPrevious({ changed }: Marked, run: Run): void {
  run.to = run.from - 1;
  run.from = run.to;
  while (run.from > 0 && changed[run.from - 1]) run.from--;
}

/** Moves a run up by one line where the line above it equals its last; a run that it meets joins it. */
function slideUp({ ids, changed }: Marked, run: Run): boolean {
  if (run.from === 0 || ids[run.from - 1] !== ids[run.to - 1]) return false;
  changed[--run.from] = 1;
  changed[--run.to] = 0;
  while (run.from > 0 && changed[run.from - 1]) run.from--;
  return true;
}

function slideDown({ ids, changed }: Marked, run: Run): boolean {
  if (run.to >= ids.length || ids[run.from] !== ids[run.to]) return false;
  changed[run.from++] = 0;
  changed[run.to++] = 1;
  while (changed[run.to]) run.to++;
  return true;
}
