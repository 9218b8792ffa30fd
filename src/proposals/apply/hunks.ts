// The changes of a doc, each of which can land without the others: runs of lines, and what concerns the doc whole.
import { createHash } from 'node:crypto';
import { type HunkText, hunkTexts } from '../../merge/index.ts';
import type { PlannedHunk } from './answers.ts';
import type { Facts, Unit } from './facts.ts';
import { nameAfter } from './plan-branch.ts';
import type { Side } from './side.ts';

type Change = Pick<Facts, 'unit' | 'base' | 'tip'>;

/**
 * All changes from base to tip. A new doc, a deletion, a new name, a mode, and content that is no text are one each;
 * text that is changed is one for each run of lines. Ids are made of nothing but what changes.
 */
export function hunksOf(change: Change): PlannedHunk[] {
  const { unit, base, tip } = change;
  if (base === null || tip === null) return base === tip ? [] : [wholeDoc(change)];
  const doc = docOf(unit);
  const renamed = unit.basePath !== unit.tipPath;
  return [
    ...(renamed ? [whole('rename', doc, [unit.basePath], { from: unit.basePath! })] : []),
    ...(base.mode === tip.mode ? [] : [whole('mode', doc, [base.mode, tip.mode])]),
    ...contentHunks(doc, base, tip),
  ];
}

/**
 * The doc with the chosen changes alone, built from base and tip at once; null when none of its changes is chosen.
 */
export function withHunks(facts: Facts, chosen: ReadonlySet<string>): Facts | null {
  const hunks = hunksOf(facts);
  const taken = hunks.filter(({ id }) => chosen.has(id));
  if (taken.length === 0) return null;
  if (taken.length === hunks.length) return facts;
  const { unit, base, tip } = facts;
  const takes = (what: PlannedHunk['what']) => taken.some((hunk) => hunk.what === what);
  const mode = takes('mode') ? tip!.mode : base!.mode;
  const side = contentOf(base!, tip!, taken, mode);
  return renamedTo({ ...facts, tip: side }, takes('rename') ? unit.tipPath : unit.basePath);
}

/** The doc under another name at the tip. A place that it does not come to has no part in it. */
function renamedTo(facts: Facts, tipPath: string | null): Facts {
  const unit = { ...facts.unit, tipPath };
  if (tipPath === facts.unit.tipPath) return facts;
  const stays = nameAfter(unit) === unit.targetPath;
  if (!stays) return { ...facts, unit };
  return { ...facts, unit, inTheWay: null, here: facts.here && { ...facts.here, next: null } };
}

function contentOf(base: Side, tip: Side, taken: readonly PlannedHunk[], mode: string): Side {
  if (base.text === null || tip.text === null) {
    const from = taken.some(({ what }) => what === 'binary') ? tip : base;
    return { ...from, mode };
  }
  const text = spliced(base.text, taken);
  return { mode, bytes: Buffer.from(text), text };
}

/** A text with some of its changes made. Each names lines of the text as it is, so none moves another. */
function spliced(base: string, hunks: readonly PlannedHunk[]): string {
  const lines = base.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  const parts: string[] = [];
  let from = 0;
  for (const hunk of hunks.filter(({ what }) => what === 'lines')) {
    parts.push(...lines.slice(from, hunk.base[0]), ...hunk.new);
    from = hunk.base[1];
  }
  return [...parts, ...lines.slice(from)].join('');
}

function contentHunks(doc: string, base: Side, tip: Side): PlannedHunk[] {
  if (base.bytes.equals(tip.bytes)) return [];
  if (base.text === null || tip.text === null) return [whole('binary', doc, [digest(base), digest(tip)])];
  const lines = hunkTexts(base.text, tip.text, { scope: doc });
  return lines.map((hunk) => planned('lines', doc, hunk));
}

function wholeDoc({ unit, base, tip }: Change): PlannedHunk {
  const what = base === null ? 'add' : 'delete';
  const doc = docOf(unit);
  const [before, after] = [base ?? EMPTY, tip ?? EMPTY];
  const text = before.text !== null && after.text !== null;
  const [lines] = text ? hunkTexts(before.text!, after.text!, { scope: doc }) : [];
  return lines ? planned(what, doc, lines) : whole(what, doc, [digest(base), digest(tip)]);
}

const EMPTY: Side = { mode: '', bytes: Buffer.alloc(0), text: '' };

function planned(what: PlannedHunk['what'], doc: string, hunk: HunkText): PlannedHunk {
  return { id: hunk.id, doc, what, base: hunk.base, old: hunk.old, new: hunk.new };
}

function whole(
  what: PlannedHunk['what'],
  doc: string,
  content: readonly unknown[],
  more: Pick<PlannedHunk, 'from'> = {},
): PlannedHunk {
  const id = hash(JSON.stringify([what, doc, ...content])).slice(0, ID_DIGITS);
  return { id, doc, what, ...more, base: [0, 0], old: [], new: [] };
}

const ID_DIGITS = 20;

function docOf({ tipPath, basePath }: Unit): string {
  return tipPath ?? basePath!;
}

function digest(side: Side | null): string | null {
  return side && `${side.mode} ${hash(side.bytes)}`;
}

function hash(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}
