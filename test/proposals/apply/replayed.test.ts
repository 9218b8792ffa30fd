import fc from 'fast-check';
import { expect, test } from 'vitest';
import { makeRepo } from '../../helpers/make-repo.ts';
import { approve, opened, propose } from './proposing.ts';

type Party = 'agent' | 'target' | 'staged' | 'unstaged';

/** One edit of a base line: replaced, removed, or followed by new lines. */
interface Edit {
  readonly by: Party;
  readonly at: number;
  readonly what: 'replace' | 'remove' | 'insert';
}

interface Case {
  readonly lines: readonly string[];
  readonly edits: readonly Edit[];
  readonly how: 'fast-forward' | 'merge';
  readonly owner: 'clean' | 'unstaged' | 'staged' | 'both';
  readonly endings: 'lf' | 'crlf' | 'no-last' | 'autocrlf';
}

const OWNERS = {
  clean: [],
  unstaged: ['unstaged'],
  staged: ['staged'],
  both: ['staged', 'unstaged'],
} as const;

/** Edits with at least one untouched line between any two, at least one of them the agent's. */
const cases: fc.Arbitrary<Case> = fc
  .record({
    length: fc.integer({ min: 6, max: 40 }),
    gaps: fc.array(fc.integer({ min: 2, max: 6 }), { minLength: 2, maxLength: 9 }),
    parties: fc.array(fc.constantFrom<Party>('agent', 'target', 'staged', 'unstaged'), {
      minLength: 9,
      maxLength: 9,
    }),
    kinds: fc.array(fc.constantFrom<Edit['what']>('replace', 'remove', 'insert'), {
      minLength: 9,
      maxLength: 9,
    }),
    blanks: fc.array(fc.boolean(), { minLength: 40, maxLength: 40 }),
    how: fc.constantFrom<Case['how']>('fast-forward', 'merge'),
    owner: fc.constantFrom<Case['owner']>('clean', 'unstaged', 'staged', 'both'),
    endings: fc.constantFrom<Case['endings']>('lf', 'crlf', 'no-last', 'autocrlf'),
  })
  .map(({ length, gaps, parties, kinds, blanks, how, owner, endings }) => {
    // A blank line now and then, never two that an edit could be mistaken between.
    const lines = Array.from({ length }, (_, i) => (blanks[i] && i % 5 === 4 ? '' : `line ${i}`));
    const allowed = new Set<Party>([
      'agent',
      ...(how === 'merge' ? (['target'] as const) : []),
      ...OWNERS[owner],
    ]);
    const edits: Edit[] = [];
    let at = 0;
    for (const [nth, gap] of gaps.entries()) {
      at += nth === 0 ? 0 : gap;
      if (at >= length) break;
      const by = nth === 0 ? 'agent' : parties[nth]!;
      if (allowed.has(by)) edits.push({ by, at, what: kinds[nth]! });
    }
    return { lines, edits, how, owner, endings };
  });

/** The text with the edits of these parties. */
function withEdits({ lines, edits, endings }: Case, parties: readonly Party[], eol: string): string {
  const result = lines.flatMap((line, at) => {
    const edit = edits.find((each) => each.at === at && parties.includes(each.by));
    if (!edit) return [line];
    const own = `${edit.by} at ${at}`;
    return edit.what === 'replace' ? [own] : edit.what === 'remove' ? [] : [line, own, `${own} too`];
  });
  const text = result.map((line) => line + eol).join('');
  return endings === 'no-last' ? text.replace(/\n$/, '') : text;
}

test('S14: the owner’s edits are replayed byte for byte on the new target, and the commit holds the agent’s alone', async () => {
  await fc.assert(fc.asyncProperty(cases, replayed), { numRuns: 14, seed: 20260101 });
});

test('S14: and so with other cases each time', async () => {
  await fc.assert(fc.asyncProperty(cases, replayed), { numRuns: 8 });
});

async function replayed(one: Case): Promise<void> {
  const stored = one.endings === 'crlf' ? '\r\n' : '\n';
  const written = one.endings === 'autocrlf' ? '\r\n' : stored;
  const text = (...parties: Party[]) => withEdits(one, parties, stored);
  const disk = (...parties: Party[]) => withEdits(one, parties, written);
  const repo = makeRepo({ 'other.md': 'o\n' });
  if (one.endings === 'autocrlf') repo.git('config', 'core.autocrlf', 'true');
  repo.commit({ 'a.md': disk() }, 'Add');
  propose(repo, 'x', { 'a.md': text('agent') });
  const target: Party[] = one.how === 'merge' ? ['target'] : [];
  if (one.how === 'merge') repo.commit({ 'a.md': disk('target'), 'other.md': 'moved on\n' });
  const [staged, own] = [OWNERS[one.owner].filter((each) => each === 'staged'), OWNERS[one.owner]];
  repo.write({ 'a.md': disk(...target, ...staged) });
  repo.git('add', 'a.md');
  repo.write({ 'a.md': disk(...target, ...own) });

  const done = await approve(await opened(repo), 'x');

  expect(done.how).toBe(one.how);
  const at = (name: string) => repo.git('cat-file', 'blob', name).replace(/\n?$/, '\n');
  const ended = (content: string) => content.replace(/\n?$/, '\n');
  expect(at('main:a.md')).toBe(ended(text('agent', ...target)));
  expect(at(':a.md')).toBe(ended(text('agent', ...target, ...staged)));
  expect(repo.read('a.md')).toBe(disk('agent', ...target, ...own));
  expect(repo.git('diff', '--cached', '--name-only', 'main', '--', 'other.md')).toBe('');
  const marks = repo.git('status', '--porcelain', '--untracked-files=all');
  const [x, y] = [
    text('agent', ...target) !== text('agent', ...target, ...staged),
    disk(...staged) !== disk(...own),
  ];
  expect(marks).toBe(x || y ? `${x ? 'M' : ' '}${y ? 'M' : ' '} a.md` : '');
}
