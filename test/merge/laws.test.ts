// What holds of every merge, whatever the texts.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Clash, type Merged, merge3, splitLines } from '../../src/merge/index.ts';
import { ragged, type Triple, triple, wild } from './texts.ts';

const RUNS = { numRuns: 1500 };
const any = fc.oneof(triple, ragged, wild);

function always(title: string, texts: fc.Arbitrary<Triple>, law: (texts: Triple) => void): void {
  test(title, () => fc.assert(fc.property(texts, law), RUNS));
}

always('R8: a side that changed nothing gives the other side', any, ({ base, ours }) => {
  expect(merge3(base, base, ours)).toEqual(clean(ours));
  expect(merge3(base, ours, base)).toEqual(clean(ours));
  expect(merge3(base, ours, ours)).toEqual(clean(ours));
});

always(
  'R8: changing the sides over changes the clashes over and nothing else',
  any,
  ({ base, ours, theirs }) => {
    expect(merge3(base, theirs, ours)).toEqual(mirrored(merge3(base, ours, theirs)));
  },
);

always('R8: unique lines put around all three change nothing but line numbers', triple, (texts) => {
  const around = mapped(texts, (text) => `first\n${text}last\n`);
  const merged = merge3(texts.base, texts.ours, texts.theirs);
  expect(merge3(around.base, around.ours, around.theirs)).toEqual(surrounded(merged));
});

always('R8: other names for the lines give the same merge under those names', triple, (texts) => {
  const named = mapped(texts, renamed);
  const merged = merge3(texts.base, texts.ours, texts.theirs);
  expect(merge3(named.base, named.ours, named.theirs)).toEqual(renamedMerge(merged));
});

always(
  'R8: after a merge the base moves to theirs, and merging again changes nothing',
  any,
  ({ base, ours, theirs }) => {
    const merged = merge3(base, ours, theirs);
    if (merged.clean) expect(merge3(theirs, merged.text, theirs)).toEqual(clean(merged.text));
  },
);

always('R8, S43: every line of a merge is, byte for byte, a line of one of the texts', any, (texts) => {
  const known = new Set(Object.values(texts).flatMap((text) => splitLines(text).map(withoutNewline)));
  for (const line of splitLines(mergedText(texts))) expect(known).toContain(withoutNewline(line));
});

always('R8: no line is in a merge more often than the three texts have it', any, (texts) => {
  const most = counts(Object.values(texts).flatMap(splitLines));
  for (const [line, count] of counts(splitLines(mergedText(texts)))) {
    expect(count).toBeLessThanOrEqual(most.get(line) ?? 0);
  }
});

always(
  'R8: a line that neither side has any more is not in a merge, one that both have and base has is',
  any,
  (texts) => {
    const merged = merge3(texts.base, texts.ours, texts.theirs);
    if (!merged.clean) return;
    const [base, ours, theirs, found] = [texts.base, texts.ours, texts.theirs, merged.text].map(linesOf);
    for (const line of found!) expect(ours!.has(line) || theirs!.has(line)).toBe(true);
    const unique = [...base!].filter(
      (line) => once(texts.base, line) && once(texts.ours, line) && once(texts.theirs, line),
    );
    for (const line of unique.filter((each) => inOrder(texts, each))) expect(found).toContain(line);
  },
);

always('R8: clashes are sorted, do not overlap, and show lines of the texts as they are', any, (texts) => {
  const merged = merge3(texts.base, texts.ours, texts.theirs);
  if (merged.clean) return;
  expect(merged.clashes.length).toBeGreaterThan(0);
  let end = 0;
  for (const { base, ours, theirs } of merged.clashes) {
    expect(base[0]).toBeGreaterThanOrEqual(end);
    expect(base[1]).toBeGreaterThanOrEqual(base[0]);
    end = base[1];
    expect(texts.ours).toContain(ours.join(''));
    expect(texts.theirs).toContain(theirs.join(''));
    expect(ours).not.toEqual(theirs);
  }
  expect(end).toBeLessThanOrEqual(splitLines(texts.base).length);
});

always('R8: a byte order mark stays at the beginning', triple, (texts) => {
  const marked = mapped(texts, (text) => `\uFEFF${text}`);
  const merged = merge3(marked.base, marked.ours, marked.theirs);
  if (merged.clean && merged.text.includes('\uFEFF')) expect(merged.text.lastIndexOf('\uFEFF')).toBe(0);
});

always('R8: with both insertions allowed, what was clean stays so and no line is lost', any, (texts) => {
  const [plain, both] = [undefined, 'ours-first' as const].map((insertions) =>
    merge3(texts.base, texts.ours, texts.theirs, { insertions }),
  );
  if (plain!.clean) expect(both).toEqual(plain);
});

always('R8: a text with a NUL is refused, wherever it is', any, (texts) => {
  for (const name of ['base', 'ours', 'theirs'] as const) {
    const { base, ours, theirs }: Triple = { ...texts, [name]: `${texts[name]}\0` };
    expect(() => merge3(base, ours, theirs)).toThrow(expect.objectContaining({ code: 'merge_binary' }));
  }
});

function clean(text: string): Merged {
  return { clean: true, text, touching: 0 };
}

function mergedText({ base, ours, theirs }: Triple): string {
  const merged = merge3(base, ours, theirs);
  return merged.clean ? merged.text : '';
}

function mapped(texts: Triple, change: (text: string) => string): Triple {
  return { base: change(texts.base), ours: change(texts.ours), theirs: change(texts.theirs) };
}

function mirrored(merged: Merged): Merged {
  if (merged.clean) return merged;
  const clashes = merged.clashes.map(
    ({ base, ours, theirs }): Clash => ({ base, ours: theirs, theirs: ours }),
  );
  return { ...merged, clashes };
}

function surrounded(merged: Merged): Merged {
  if (merged.clean) return { ...merged, text: `first\n${merged.text}last\n` };
  const clashes = merged.clashes.map(
    (clash): Clash => ({ ...clash, base: [clash.base[0] + 1, clash.base[1] + 1] }),
  );
  return { ...merged, clashes };
}

/** Every line gets another, unlike name; blank lines stay blank, since they are treated apart. */
function renamed(text: string): string {
  return text.replace(
    /^[^\n]*\S[^\n]*$/gm,
    (line) => `__proto__ ${line.length} ${[...line].reverse().join('')}`,
  );
}

function renamedMerge(merged: Merged): Merged {
  if (merged.clean) return { ...merged, text: renamed(merged.text) };
  const rename = (lines: readonly string[]) => splitLines(renamed(lines.join('')));
  const clashes = merged.clashes.map(
    ({ base, ours, theirs }): Clash => ({ base, ours: rename(ours), theirs: rename(theirs) }),
  );
  return { ...merged, clashes };
}

function withoutNewline(line: string): string {
  return line.replace(/\n$/, '');
}

function linesOf(text: string): Set<string> {
  return new Set(splitLines(text).map(withoutNewline));
}

function counts(lines: readonly string[]): Map<string, number> {
  const found = new Map<string, number>();
  for (const line of lines.map(withoutNewline)) found.set(line, (found.get(line) ?? 0) + 1);
  return found;
}

function once(text: string, line: string): boolean {
  return splitLines(text).filter((each) => withoutNewline(each) === line).length === 1;
}

/** Whether the line was kept in its place by both sides: what stands above it in the base still does, in both. */
function inOrder({ base, ours, theirs }: Triple, line: string): boolean {
  const above = (text: string) =>
    splitLines(text)
      .map(withoutNewline)
      .slice(0, splitLines(text).map(withoutNewline).indexOf(line))
      .join('\n');
  return above(base) === above(ours) && above(base) === above(theirs);
}
