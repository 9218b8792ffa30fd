import fc from 'fast-check';
import { expect, test } from 'vitest';
import { planDoc } from '../../../src/proposals/apply/plan-doc.ts';
import { type Case, cases, OWNERS, type Party, withEdits } from './replays.ts';
import { factsFor } from './sides.ts';

test('S14: for random edits of every party, branch, index and file each get exactly the agent’s on top', () => {
  fc.assert(fc.property(cases, planned), { numRuns: 1500 });
});

function planned(one: Case): void {
  const text = (...parties: Party[]) => withEdits(one, parties, one.endings === 'crlf' ? '\r\n' : '\n');
  const target: Party[] = one.how === 'merge' ? ['target'] : [];
  const own = OWNERS[one.owner];
  const staged = own.filter((each) => each === 'staged');
  const plan = planDoc(
    factsFor({
      base: text(),
      tip: text('agent'),
      target: text(...target),
      index: text(...target, ...staged),
      disk: text(...target, ...own),
    }),
  );
  expect(plan.clashes).toEqual([]);
  expect(String(plan.tree[0]!.side!.bytes)).toBe(text('agent', ...target));
  expect(String(plan.index[0]!.after!.bytes)).toBe(text('agent', ...target, ...staged));
  expect(String(plan.files[0]!.after)).toBe(text('agent', ...target, ...own));
}
