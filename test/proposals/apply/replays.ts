// Random edits of agent, target and owner on one doc, at least one untouched line apart.
import fc from 'fast-check';

export type Party = 'agent' | 'target' | 'staged' | 'unstaged';

/** One edit of a base line: replaced, removed, or followed by new lines. */
interface Edit {
  readonly by: Party;
  readonly at: number;
  readonly what: 'replace' | 'remove' | 'insert';
}

export interface Case {
  readonly lines: readonly string[];
  readonly edits: readonly Edit[];
  readonly how: 'fast-forward' | 'merge';
  readonly owner: 'clean' | 'unstaged' | 'staged' | 'both';
  readonly endings: 'lf' | 'crlf' | 'no-last' | 'autocrlf';
}

export const OWNERS = {
  clean: [],
  unstaged: ['unstaged'],
  staged: ['staged'],
  both: ['staged', 'unstaged'],
} as const;

/** Edits with at least one untouched line between any two, at least one of them the agent's. */
export const cases: fc.Arbitrary<Case> = fc
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
export function withEdits({ lines, edits, endings }: Case, parties: readonly Party[], eol: string): string {
  const result = lines.flatMap((line, at) => {
    const edit = edits.find((each) => each.at === at && parties.includes(each.by));
    if (!edit) return [line];
    const own = `${edit.by} at ${at}`;
    return edit.what === 'replace' ? [own] : edit.what === 'remove' ? [] : [line, own, `${own} too`];
  });
  const text = result.map((line) => line + eol).join('');
  return endings === 'no-last' ? text.replace(/\n$/, '') : text;
}
