import { candidates, type Span } from './candidates.ts';
import { type Box, frontsFor } from './fronts.ts';
import { costLimit, splitBox } from './split.ts';

/** For each line of two texts, 1 where it is not common to both; one more 0 at the end. */
export interface Marks {
  readonly a: Uint8Array;
  readonly b: Uint8Array;
}

/** Finds the lines that two texts have in common, in order, nearly as many as there can be. */
export function markChanges(a: Int32Array, b: Int32Array, idCount: number): Marks {
  const marks = { a: new Uint8Array(a.length + 1), b: new Uint8Array(b.length + 1) };
  const { inA, inB } = withoutCommonEnds(a, b);
  marks.a.fill(1, inA.from, inA.to);
  marks.b.fill(1, inB.from, inB.to);
  if (inA.from === inA.to || inB.from === inB.to) return marks;
  const linesOfA = candidates(a, inA, occurrences(b, idCount));
  const linesOfB = candidates(b, inB, occurrences(a, idCount));
  unmarkCommon({ lines: linesOfA, ids: a, marks: marks.a }, { lines: linesOfB, ids: b, marks: marks.b });
  return marks;
}

function withoutCommonEnds(a: Int32Array, b: Int32Array): { inA: Span; inB: Span } {
  const most = Math.min(a.length, b.length);
  let from = 0;
  while (from < most && a[from] === b[from]) from++;
  let end = 0;
  while (end < most - from && a[a.length - 1 - end] === b[b.length - 1 - end]) end++;
  return { inA: { from, to: a.length - end }, inB: { from, to: b.length - end } };
}

function occurrences(ids: Int32Array, idCount: number): Int32Array {
  const counts = new Int32Array(idCount);
  for (let at = 0; at < ids.length; at++) counts[ids[at]!]!++;
  return counts;
}

/** The lines of a text that are searched, and where to say which of them are common. */
interface Searched {
  readonly lines: Int32Array;
  readonly ids: Int32Array;
  readonly marks: Uint8Array;
}

/** Walks the boxes between which a short script splits; what is equal along its way is common. */
function unmarkCommon(inA: Searched, inB: Searched): void {
  const fronts = frontsFor(idsOf(inA), idsOf(inB));
  const { a, b } = fronts;
  const limit = costLimit(a.length + b.length);
  const boxes: Box[] = [{ a0: 0, a1: a.length, b0: 0, b1: b.length, exact: false }];
  for (let box = boxes.pop(); box; box = boxes.pop()) {
    let { a0, a1, b0, b1 } = box;
    while (a0 < a1 && b0 < b1 && a[a0] === b[b0]) unmark(inA, a0++, inB, b0++);
    while (a0 < a1 && b0 < b1 && a[a1 - 1] === b[b1 - 1]) unmark(inA, --a1, inB, --b1);
    if (a0 === a1 || b0 === b1) continue;
    const split = splitBox(fronts, { a0, a1, b0, b1, exact: box.exact }, limit);
    boxes.push({ a0: split.a, a1, b0: split.b, b1, exact: split.exactAfter });
    boxes.push({ a0, a1: split.a, b0, b1: split.b, exact: split.exactBefore });
  }
}

function idsOf({ lines, ids }: Searched): Int32Array {
  const searched = new Int32Array(lines.length);
  for (let at = 0; at < lines.length; at++) searched[at] = ids[lines[at]!]!;
  return searched;
}

function unmark(inA: Searched, x: number, inB: Searched, y: number): void {
  inA.marks[inA.lines[x]!] = 0;
  inB.marks[inB.lines[y]!] = 0;
}
