import fc from 'fast-check';
import { expect, test } from 'vitest';
import { merge3, splitLines } from '../../../src/merge/index.ts';
import { hunksOf, withHunks } from '../../../src/proposals/apply/hunks.ts';
import { factsFor } from './sides.ts';

const word = fc.constantFrom('a', 'b', 'c', '', 'd\r');
const doc = fc
  .tuple(fc.array(word, { maxLength: 14 }), fc.boolean())
  .map(([lines, ended]) => (lines.length === 0 ? '' : `${lines.join('\n')}${ended ? '\n' : ''}`));

const RUNS = 3000;

/** Whether a change is taken, by its place among all. */
const picks = fc.array(fc.boolean(), { minLength: 16, maxLength: 16 });

test('B30: S16: of random changes any choice lands exactly, and the rest can still be merged onto it', () => {
  let clashes = 0;
  fc.assert(
    fc.property(doc, doc, picks, (base, tip, picked) => {
      const facts = factsFor({ base, tip });
      const hunks = hunksOf(facts);
      const taken = hunks.filter((_, at) => picked[at % picked.length]);
      const part = withHunks(facts, new Set(taken.map(({ id }) => id)));
      if (taken.length === 0) {
        expect(part).toBeNull();
        return;
      }
      expect(part!.tip!.text).toBe(fromTheEnd(base, taken));
      if (taken.length === hunks.length) expect(part!.tip!.text).toBe(tip);
      const rest = merge3(base, part!.tip!.text!, tip);
      if (rest.clean) expect(rest.text).toBe(tip);
      else clashes++;
    }),
    { numRuns: RUNS },
  );
  expect(clashes).toBeLessThan(RUNS / 10);
});

/** The same another way: one by one, the last first, so that no place moves. */
function fromTheEnd(base: string, hunks: ReturnType<typeof hunksOf>): string {
  const lines = splitLines(base);
  for (const { base: range, new: fresh } of [...hunks].reverse())
    lines.splice(range[0], range[1] - range[0], ...fresh);
  return lines.join('');
}
