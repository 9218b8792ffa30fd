import fc from 'fast-check';

/** Lines of few different kinds, blank ones among them: repeated lines are where merges go wrong. */
const LINES = ['a', 'b', 'c', 'd', '', '}', 'end', 'a\r'];

/** A step of an edit: at a place (a share of the text's length), so many lines go and these come. */
const step = fc.record({
  place: fc.double({ min: 0, max: 1, noNaN: true }),
  go: fc.integer({ min: 0, max: 2 }),
  come: fc.array(fc.constantFrom(...LINES, 'new', 'x'), { maxLength: 3 }),
});
const edit = fc.array(step, { maxLength: 4 });
const lines = fc.array(fc.constantFrom(...LINES), { maxLength: 14 });

type Step = { place: number; go: number; come: string[] };

function edited(from: readonly string[], steps: readonly Step[]): string[] {
  const text = [...from];
  for (const { place, go, come } of steps) text.splice(Math.floor(place * (text.length + 1)), go, ...come);
  return text;
}

export interface Triple {
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
}

/** A base and two edits of it, every line ended. */
export const triple: fc.Arbitrary<Triple> = fc.tuple(lines, edit, edit).map(([base, ours, theirs]) => ({
  base: textOf(base),
  ours: textOf(edited(base, ours)),
  theirs: textOf(edited(base, theirs)),
}));

/** The same, each text with or without its last line feed. */
export const ragged: fc.Arbitrary<Triple> = fc
  .tuple(triple, fc.boolean(), fc.boolean(), fc.boolean())
  .map(([{ base, ours, theirs }, b, o, t]) => ({
    base: cut(base, b),
    ours: cut(ours, o),
    theirs: cut(theirs, t),
  }));

/** Any strings at all, lone surrogates and carriage returns among them, but no NUL. */
export const wild: fc.Arbitrary<Triple> = fc.record({ base: anyText(), ours: anyText(), theirs: anyText() });

function anyText(): fc.Arbitrary<string> {
  const unit = fc.oneof(
    fc.constantFrom('\n', '\r\n', '\r', '\uD800', '\uDC00', '\uFEFF', '__proto__\n', 'a\n'),
    fc.string(),
  );
  return fc.array(unit, { maxLength: 12 }).map((parts) => parts.join('').replaceAll('\0', ''));
}

function textOf(all: readonly string[]): string {
  return all.map((line) => `${line}\n`).join('');
}

function cut(text: string, ended: boolean): string {
  return ended ? text : text.replace(/\n$/, '');
}
