// Random acts of an owner, agents and plain git against a model of HEAD, index and work tree.
// DOCKET_RUNS says how many sequences there are.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openRepo } from '../../src/repo/index.ts';
import { makeRepo } from '../helpers/make-repo.ts';
import {
  type Act,
  approve,
  commit,
  DOC,
  discard,
  edit,
  firstModel,
  mergeByGit,
  reject,
  remove,
  SLOTS,
  save,
  seen,
  stage,
  textOf,
  tidy,
  undo,
  unstage,
  waiting,
} from './three-states.ts';

const WHOLE = process.env.DOCKET_FAULTS === 'whole';
const RUNS = Number(process.env.DOCKET_RUNS ?? (WHOLE ? 1_000 : 12));
const SEED = Number(process.env.DOCKET_SEED ?? Date.now() % 1_000_000);

const slot = fc.nat(SLOTS - 1);
const nth = fc.nat(3);
const acts: fc.Arbitrary<Act> = fc.oneof(
  { weight: 4, arbitrary: slot.map(edit) },
  { weight: 2, arbitrary: fc.constant(stage) },
  { weight: 1, arbitrary: fc.constantFrom(unstage, discard, tidy('gc'), tidy('pack-refs')) },
  { weight: 2, arbitrary: fc.constantFrom(commit('staged'), commit('all')) },
  { weight: 5, arbitrary: fc.uniqueArray(slot, { minLength: 1, maxLength: 2 }).map(save) },
  { weight: 6, arbitrary: nth.map(approve) },
  { weight: 1, arbitrary: nth.map(reject) },
  { weight: 3, arbitrary: nth.map((n) => undo(n, 'applied')) },
  { weight: 1, arbitrary: nth.map((n) => undo(n, 'rejected')) },
  { weight: 1, arbitrary: fc.oneof(nth.map(mergeByGit), nth.map(remove)) },
);

test(`S14, S22: whatever is done, the three states are what the model says (DOCKET_SEED=${SEED})`, {
  timeout: WHOLE ? 3_600_000 : 120_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(acts, { minLength: 4, maxLength: 16 }), async (sequence) => {
      const story = await told(sequence);
      if (story.wrong) throw new Error(`\n${story.lines.join('\n')}\n${story.wrong}`);
    }),
    { numRuns: RUNS, seed: SEED, endOnFailure: false, interruptAfterTimeLimit: WHOLE ? 3_000_000 : 60_000 },
  );
});

/** Does one act after the other; the story ends where repository and model part. */
async function told(sequence: readonly Act[]): Promise<{ lines: string[]; wrong: string | null }> {
  const model = firstModel();
  const disk = makeRepo({ [DOC]: textOf(model.head) });
  const world = { disk, repo: await openRepo(disk.root) };
  const lines: string[] = [];
  try {
    for (const act of sequence) {
      if (!act.can(model)) continue;
      lines.push(act.name);
      lines.push(`  ${await act.run(model, world)}`);
      const { head, index, disk: file } = model;
      expect(seen(world)).toEqual({ head, index, disk: file });
      const { listed, expected } = await waiting(model, world);
      expect(listed).toEqual(expected);
    }
    expect(disk.git('fsck', '--strict', '--no-dangling')).toBe('');
    return { lines, wrong: null };
  } catch (error) {
    return { lines, wrong: error instanceof Error ? error.message : String(error) };
  } finally {
    await world.repo.close();
  }
}
