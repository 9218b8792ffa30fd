import type { Hunk } from './hunk.ts';
import { hunksOf } from './hunks-of.ts';
import type { Numbered } from './numbered.ts';
import { markChanges } from './search/mark-changes.ts';
import { slideRuns } from './slide.ts';

/** The changes between two texts that were numbered together, with so many different numbers. */
export function thoroughHunks(base: Numbered, side: Numbered, idCount: number): Hunk[] {
  const marks = markChanges(base.ids, side.ids, idCount);
  const inBase = { ids: base.ids, changed: marks.a };
  const inSide = { ids: side.ids, changed: marks.b };
  slideRuns(inBase, inSide);
  slideRuns(inSide, inBase);
  return hunksOf(marks.a, marks.b);
}
