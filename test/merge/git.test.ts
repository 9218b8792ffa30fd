// Where git merges cleanly docket has the same bytes; where docket alone does, it says why.
import { expect, test } from 'vitest';
import { merge3 } from '../../src/merge/index.ts';
import { gitMergeFile } from './git-merge-file.ts';
import { drawn, edits, words } from './samples.ts';

interface Sizes {
  readonly name: string;
  readonly seeds: number;
  readonly lines: number;
  readonly changes: number;
}

const SIZES: readonly Sizes[] = [
  { name: 'short texts, dense changes', seeds: 200, lines: 14, changes: 4 },
  { name: 'pages', seeds: 80, lines: 120, changes: 12 },
  { name: 'long texts, few changes', seeds: 16, lines: 1500, changes: 5 },
  { name: 'long texts, many changes', seeds: 6, lines: 1500, changes: 200 },
];

test.each(SIZES)('R8: as git merge-file, or more: $name', ({ seeds, lines, changes }) => {
  const verdicts = { both: 0, neither: 0, docket: 0 };
  for (let seed = 0; seed < seeds; seed++) {
    const { base, ours, theirs } = tripleOf(seed, lines, changes);
    const git = gitMergeFile(base, ours, theirs);
    const merged = merge3(base, ours, theirs);
    if (git !== null) expect(merged, `seed ${seed}`).toMatchObject({ clean: true, text: git, touching: 0 });
    const ragged = ![base, ours, theirs].every((text) => text === '' || text.endsWith('\n'));
    if (git === null && merged.clean) expect(merged.touching > 0 || ragged, `seed ${seed}`).toBe(true);
    verdicts[git !== null ? 'both' : merged.clean ? 'docket' : 'neither']++;
  }
  expect(verdicts.both).toBeGreaterThan(seeds / 10);
});

function tripleOf(seed: number, lines: number, changes: number) {
  const draw = drawn(seed);
  const base = words(draw, 1 + draw(lines));
  const text = (of: readonly string[]) => of.join('\n') + (draw(4) ? '\n' : '');
  return {
    base: text(base),
    ours: text(edits(draw, base, draw(changes + 1))),
    theirs: text(edits(draw, base, draw(changes + 1))),
  };
}
