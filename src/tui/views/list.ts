// The rows of the two lists: proposals that wait, and open docs with their marks.

import { safe } from '../../safe.ts';
import type { DocRow, Plan, ProposalRow, State } from '../state.ts';
import { foreign, type Line, own, type Span, STYLES, type Style } from '../style.ts';
import { fitEnd, fitMiddle } from '../width.ts';
import { age, count } from '../words.ts';

/** Proposals that are on the screen: who, what, age, size, and how it would land. */
export function proposalLines(state: State, width: number, height: number, focused: boolean): Line[] {
  const { rows, chosen, top } = state.proposals;
  return rows.slice(top, top + height).map((row) => {
    const plan = state.plans.get(row.id);
    const known = plan?.tip === row.tip ? plan.plan : null;
    return { spans: proposalSpans(row, known, state, width), base: baseOf(row.id === chosen, focused) };
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
  merge: ['merge', 'mrg', undefined],
  already: ['already there', 'has', STYLES.faint],
  clash: ['clash', '!cl', STYLES.warning],
  blocked: ['blocked', '!bl', STYLES.warning],
};

/** Columns by width: what is flexible comes last in the arithmetic and second on the line. */
function proposalSpans(row: ProposalRow, plan: Plan['plan'] | null, state: State, width: number): Span[] {
  const wide = width >= 70;
  const size = row.added === null ? '' : `+${row.added} -${row.removed}`;
  const [long, brief, look] = plan ? PLAN_WORDS[plan] : ['', '', undefined];
  const who = wide ? 14 : width >= 40 ? 9 : 0;
  const doc = wide ? Math.min(24, Math.floor(width / 4)) : 0;
  const sizeCells = width >= 40 ? 9 : 0;
  const planCells = wide ? 13 : 3;
  const gaps = [who, doc, sizeCells].filter((cells) => cells > 0).length + 2;
  const what = Math.max(4, width - 2 - who - doc - sizeCells - planCells - 4 - gaps);
  const docs =
    row.docs.length === 1 ? row.docs[0]! : row.docs.length === 0 ? '' : count(row.docs.length, 'doc');
  return [
    own(row.id === state.proposals.chosen ? '> ' : '  '),
    ...cell(row.who, who, fitEnd),
    ...cell(row.summary || row.id, what, fitEnd, STYLES.strong),
    ...cell(docs, doc, fitMiddle),
    ...cell(age(row.at, state.now).padStart(4), 4, fitEnd),
    ...cell(size.padStart(sizeCells), sizeCells, fitEnd),
    own(fitEnd(wide ? long : brief, planCells), look),
  ];
}

function docSpans(row: DocRow, chosen: boolean, width: number): Span[] {
  const words = [
    ...(row.draft ? ['draft: V recovers it'] : []),
    ...(row.dirty ? ['unsaved'] : []),
    ...(row.stale ? [row.deleted ? 'deleted on disk' : 'changed on disk'] : []),
    ...(row.uncommitted ? ['uncommitted'] : []),
  ].join(', ');
  const said = width >= 60 ? Math.min(36, Math.floor(width / 3)) : 0;
  const name = Math.max(4, width - 2 - 4 - (said > 0 ? said + 1 : 0));
  return [
    own(chosen ? '> ' : '  '),
    own(row.draft ? '?' : row.dirty ? '*' : ' ', STYLES.strong),
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
