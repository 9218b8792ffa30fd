// The rows of the two lists: proposals that wait, and open docs with their marks.

import { safe } from '../../safe.ts';
import type { DocRow, Plan, ProposalRow, State } from '../state.ts';
import { foreign, type Line, own, type Span, STYLES, type Style } from '../style.ts';
import { cellWidth, fitEnd, fitMiddle } from '../width.ts';
import { age, count } from '../words.ts';

/** Proposals that are on the screen: who, what, age, size, and how it would land. */
export function proposalLines(state: State, width: number, height: number, focused: boolean): Line[] {
  const { rows, chosen, top } = state.proposals;
  const shown = rows.slice(top, top + height);
  const columns = columnsFor(shown, width, state.now);
  return shown.map((row) => {
    const plan = state.plans.get(row.id);
    const known = plan?.tip === row.tip ? plan.plan : null;
    return { spans: proposalSpans(row, known, state, columns), base: baseOf(row.id === chosen, focused) };
  });
}

/** Open docs that are on the screen. */
export function docLines(state: State, width: number, height: number, focused: boolean): Line[] {
  const { rows, chosen, top } = state.docs;
  return rows.slice(top, top + height).map((row) => ({
    spans: docSpans(row, row.doc === chosen, width),
    base: baseOf(row.doc === chosen, focused),
  }));
}

const PLAN_WORDS: Record<Plan['plan'], [wide: string, narrow: string, style: Style | undefined]> = {
  'fast-forward': ['fast-forward', 'ff', undefined],
  merge: ['merge', 'merge', undefined],
  already: ['already there', 'has', STYLES.faint],
  clash: ['clash', 'clash', STYLES.warning],
  blocked: ['blocked', 'block', STYLES.warning],
};

interface Columns {
  readonly who: number;
  readonly what: number;
  readonly doc: number;
  readonly age: number;
  readonly size: number;
  readonly plan: number;
}

/** Cells of each column, 0 where there is no room for it; what it is about takes the rest. */
function columnsFor(rows: readonly ProposalRow[], width: number, now: string): Columns {
  const wide = width >= 70;
  const most = (text: (row: ProposalRow) => string, limit: number) =>
    Math.min(limit, Math.max(0, ...rows.map((row) => cellWidth(safe(text(row))))));
  const fixed = {
    who: width >= 40 ? most((row) => row.who, wide ? 14 : 8) : 0,
    doc: wide ? most(docsOf, Math.min(24, Math.floor(width / 4))) : 0,
    age: most((row) => age(row.at, now), 4),
    size: width >= 40 ? most(sizeOf, 11) : 0,
    plan: wide ? 13 : 5,
  };
  const cells = Object.values(fixed).filter((column) => column > 0);
  const taken = cells.reduce((sum, column) => sum + column + 1, 0);
  return { ...fixed, what: Math.max(4, width - 2 - taken) };
}

function docsOf({ docs }: ProposalRow): string {
  return docs.length === 1 ? docs[0]! : docs.length === 0 ? '' : count(docs.length, 'doc');
}

function sizeOf({ added, removed }: ProposalRow): string {
  return added === null ? '' : `+${added} -${removed}`;
}

function proposalSpans(row: ProposalRow, plan: Plan['plan'] | null, state: State, columns: Columns): Span[] {
  const [long, brief, look] = plan ? PLAN_WORDS[plan] : ['', '', undefined];
  return [
    own(row.id === state.proposals.chosen ? '> ' : '  '),
    ...cell(row.who, columns.who, fitEnd),
    ...cell(row.summary || row.id, columns.what, fitEnd, STYLES.strong),
    ...cell(docsOf(row), columns.doc, fitMiddle),
    ...cell(age(row.at, state.now).padStart(columns.age), columns.age, fitEnd),
    ...cell(sizeOf(row).padStart(columns.size), columns.size, fitEnd),
    own(fitEnd(columns.plan > 5 ? long : brief, columns.plan), look),
  ];
}

function docSpans(row: DocRow, chosen: boolean, width: number): Span[] {
  const words = [
    ...(row.draft ? ['draft: V recovers it'] : []),
    ...(row.dirty ? ['unsaved'] : []),
    ...(row.stale ? [row.deleted ? 'deleted on disk' : 'changed on disk'] : []),
    ...(row.uncommitted ? ['uncommitted'] : []),
  ].join(', ');
  const said = width >= 60 ? Math.min(36, Math.floor(width / 2)) : 0;
  const name = Math.max(4, width - 2 - 4 - (said > 0 ? said + 1 : 0));
  return [
    own(chosen ? '> ' : '  '),
    own(row.dirty ? '*' : row.draft ? '?' : ' ', STYLES.strong),
    own(row.stale ? '!' : ' ', STYLES.warning),
    own(row.uncommitted ? '~ ' : '  '),
    ...cell(row.doc, name, fitMiddle, STYLES.strong),
    ...(said > 0 ? [own(fitEnd(words, said))] : []),
  ];
}

function cell(
  text: string,
  cells: number,
  sized: (text: string, cells: number) => string,
  style?: Style,
): Span[] {
  if (cells === 0) return [];
  const shown = sized(safe(text), cells);
  return [...(shown === text ? [own(shown, style)] : remarked(text, shown, style)), own(' ')];
}

// A name that fits keeps its marks in their own style; one that was cut is safe text all the same.
function remarked(text: string, shown: string, style?: Style): Span[] {
  const spans = foreign(text, style);
  const whole = spans.map((span) => span.text).join('');
  return shown.startsWith(whole) ? [...spans, own(shown.slice(whole.length), style)] : [own(shown, style)];
}

function baseOf(chosen: boolean, focused: boolean): Style | undefined {
  if (!chosen) return undefined;
  return focused ? STYLES.chosen : STYLES.resting;
}
