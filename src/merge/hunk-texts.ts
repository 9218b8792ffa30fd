import { compared } from './diff.ts';
import { linesIn } from './lines.ts';
import { sha256 } from './sha256.ts';

/** A change with its lines, and an id made of nothing but what it changes. */
export interface HunkText {
  /** 20 hex digits. */
  readonly id: string;
  /** Base lines [from, to), 0-based. */
  readonly base: [number, number];
  /** The lines that go, and those that come in their place; endings kept. */
  readonly old: string[];
  readonly new: string[];
}

const ID_DIGITS = 20;

/**
 * The changes that make `side` of `base`, each with an id: a hash of its lines, and of how many equal changes
 * stand above it. It stays the same when lines elsewhere move. `scope` (a path, say) keeps equal changes of
 * different docs apart.
 */
export function hunkTexts(base: string, side: string, { scope = '' }: { scope?: string } = {}): HunkText[] {
  if (base === side) return [];
  const { base: before, sides, changes } = compared(base, [side]);
  const seen = new Map<string, number>();
  return changes[0]!.map((hunk) => {
    const [old, fresh] = [linesIn(before, ...hunk.base), linesIn(sides[0]!, ...hunk.side)];
    const content = JSON.stringify([scope, old, fresh]);
    const above = seen.get(content) ?? 0;
    seen.set(content, above + 1);
    return { id: sha256(`${above} ${content}`).slice(0, ID_DIGITS), base: hunk.base, old, new: fresh };
  });
}
