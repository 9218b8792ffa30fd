import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { merge3 } from '../../src/merge/index.ts';
import { gitMergeFile } from './git-merge-file.ts';

/** One golden merge: lines with their endings, what they merge to, and whether `git merge-file` says the same. */
interface Case {
  readonly name: string;
  readonly base: string[];
  readonly ours: string[];
  readonly theirs: string[];
  readonly merged?: string[];
  readonly clashes?: { base: [number, number]; ours: string[]; theirs: string[] }[];
  /** The text where two insertions at one point both stay. */
  readonly oursFirst?: string[];
  readonly git: 'same' | 'clash';
}

const FOLDER = join(import.meta.dirname, '../../fixtures/merges');
const CASES = readdirSync(FOLDER).map((file) => JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as Case);

describe.each(CASES)('golden merge: $name', (golden) => {
  const [base, ours, theirs] = [golden.base.join(''), golden.ours.join(''), golden.theirs.join('')];

  test('R8: merges, or clashes, as written down', () => {
    expect(merge3(base, ours, theirs)).toMatchObject(
      golden.merged
        ? { clean: true, text: golden.merged.join('') }
        : { clean: false, clashes: golden.clashes },
    );
  });

  test('R8: with the sides changed over, the same', () => {
    expect(merge3(base, theirs, ours)).toMatchObject(
      golden.merged
        ? { clean: true, text: golden.merged.join('') }
        : {
            clean: false,
            clashes: golden.clashes!.map((clash) => ({ ...clash, ours: clash.theirs, theirs: clash.ours })),
          },
    );
  });

  test('R8: with both insertions allowed', () => {
    const expected = golden.oursFirst ?? golden.merged;
    const merged = merge3(base, ours, theirs, { insertions: 'ours-first' });
    expect(merged.clean ? merged.text : undefined).toEqual(expected?.join(''));
  });

  test('git says what is written down', () => {
    const git = gitMergeFile(base, ours, theirs);
    const expected = golden.git === 'same' && golden.merged ? golden.merged.join('') : null;
    expect(git).toBe(expected);
  });
});
