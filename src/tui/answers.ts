// What a command answered, or refused, becomes state; and what has to be asked next.
import type { Refusal } from '../refusal.ts';
import {
  askDiff,
  askDocs,
  askList,
  askPlan,
  chosenDoc,
  chosenProposal,
  docHeads,
  docVersion,
  proposalHeads,
  read,
} from './asks.ts';
import type { Ask, Reduced } from './events.ts';
import {
  branchOf,
  diffOf,
  docOf,
  docRows,
  matchesOf,
  planOf,
  proposalRows,
  staleDocOf,
  staleOf,
} from './facts.ts';
import { settled } from './moves.ts';
import { readingOf } from './reading.ts';
import { changedMeanwhile, withSheet } from './sheets.ts';
import type { DocRow, ProposalRow, State } from './state.ts';
import { MERGE_REFUSED } from './words.ts';

/** A command answered: what is shown now, and what has to be asked next. */
export function answered(state: State, to: Ask, answer: unknown, words: string): Reduced {
  switch (to.use) {
    case 'list':
      return withProposals(state, proposalRows(answer));
    case 'docs':
      return withDocs({ ...state, place: { ...state.place, branch: branchOf(answer) } }, docRows(answer));
    case 'plan':
      return withPlan(state, String(to.input.proposal), planOf(answer).tip, planOf(answer).plan);
    case 'news': {
      const { text, tip } = diffOf(answer);
      const row = chosenProposal(state);
      return [
        { ...state, news: { proposal: String(to.input.proposal), tip, text } },
        row ? [askDiff(row)] : [],
      ];
    }
    case 'diff':
      return withDiff(state, to, answer);
    case 'preflight':
      return withPreflight(state, answer);
    case 'matches':
      return state.sheet?.kind === 'open'
        ? [{ ...state, sheet: { ...state.sheet, matches: matchesOf(answer) } }, []]
        : [state, []];
    case 'edit':
    case 'open':
      return toDoc(withRaised(state, answer), to, docOf(answer), words);
    default:
      return done(withRaised(state, answer), to, words);
  }
}

/** A command said no: told with its hint, and asked again where that is the answer. */
export function refused(state: State, to: Ask, refusal: Refusal): Reduced {
  const doc = String(to.input.doc ?? '');
  if (to.use === 'matches') return [state, []];
  if (to.use === 'plan') return withPlan(state, String(to.input.proposal), null, null);
  if (to.use === 'news') return [state, chosenProposal(state) ? [askDiff(chosenProposal(state)!)] : []];
  if (refusal.code === 'changed_since_review' || refusal.code === 'proposal_moved')
    return changedMeanwhile(state, String(to.input.proposal), refusal.message);
  if (to.command === 'doc.merge' && refusal.code === 'merge_conflict') return mergeRefused(state, doc);
  if (to.use === 'save' && (refusal.code === 'stale' || refusal.code === 'review_needed'))
    return [saveRefused(state, doc, refusal, to), [askDocs()]];
  const open = to.use === 'open' && state.sheet?.kind === 'open' ? { ...state.sheet, busy: false } : null;
  const next = open ? { ...state, sheet: open } : withoutAnswered(state, to);
  return [problem(next, refusal), [askList(), askDocs()]];
}

/** A bug in a command: told, and the screen goes on. */
export function failed(state: State, to: Ask, text: string): Reduced {
  const said = { kind: 'problem' as const, text: `bug in ${to.command}: ${text} (please report it)` };
  const next: State = { ...withoutAnswered(state, to), said };
  return to.use === 'plan' ? withPlan(next, String(to.input.proposal), null, null) : [next, []];
}

function withProposals(state: State, rows: readonly ProposalRow[]): Reduced {
  const { chosen, rows: before } = state.proposals;
  const at = Math.max(
    0,
    before.findIndex((row) => row.id === chosen),
  );
  const stays = rows.some((row) => row.id === chosen);
  const next = stays ? chosen : (rows[Math.min(at, rows.length - 1)]?.id ?? null);
  const listed: State = { ...state, ready: true, proposals: { ...state.proposals, rows, chosen: next } };
  const { sheet } = state;
  const asked = sheet && 'proposal' in sheet && !sheet.busy ? sheet : null;
  const row = asked && rows.find((one) => one.id === asked.proposal);
  if (asked && !row) {
    const said = { kind: 'problem' as const, text: `${asked.proposal} is not waiting any more.` };
    return chosenAgain({ ...listed, sheet: null, said });
  }
  if (asked && row && row.tip !== asked.tip)
    return changedMeanwhile(listed, asked.proposal, 'it has a newer revision.');
  return chosenAgain(listed);
}

function chosenAgain(state: State): Reduced {
  const inText = state.tab === 'proposals' && state.proposals.rows.length === 0;
  const shown = settled(inText ? { ...state, focus: 'list', reading: null } : state);
  const [next, effects] = shown.tab === 'proposals' ? read(shown) : [shown, []];
  return [next, [...effects, ...askPlan(next)]];
}

function withDocs(state: State, rows: readonly DocRow[]): Reduced {
  const { chosen } = state.docs;
  const next = rows.some((row) => row.doc === chosen) ? chosen : (rows[0]?.doc ?? null);
  const stale = rows.filter((row) => row.stale).map((row) => row.doc);
  const due = rows.filter((row) => row.stale && !row.kept && state.raised.has(row.doc)).map((row) => row.doc);
  const banners = [
    ...state.banners.filter((doc) => due.includes(doc)),
    ...due.filter((doc) => !state.banners.includes(doc)),
  ];
  const first = banners[0] === state.banners[0];
  const bare = state.tab === 'docs' && rows.length === 0;
  const listed: State = {
    ...state,
    docs: { ...state.docs, rows, chosen: next },
    raised: new Set([...state.raised].filter((doc) => stale.includes(doc))),
    banners,
    bannerDrawnAt: first ? state.bannerDrawnAt : null,
    ...(bare ? { focus: 'list' as const, reading: null } : {}),
  };
  const shown = settled(withDraftsTold(listed));
  return shown.tab === 'docs' ? read(shown) : [shown, []];
}

/** Undoing a reload or recovering a draft can leave a doc stale, which no event tells of. */
function withRaised(state: State, answer: unknown): State {
  const doc = staleDocOf(answer);
  return doc === null ? state : { ...state, raised: new Set([...state.raised, doc]) };
}

/** Once, at the start: what an earlier session left unsaved is not lost. */
function withDraftsTold(state: State): State {
  if (state.draftsTold) return state;
  const drafts = state.docs.rows.flatMap((row) => (row.draft ? [row.doc] : []));
  const text = `An earlier session left unsaved edits of ${drafts.join(', ')}: 2 shows them, V recovers them.`;
  return { ...state, draftsTold: true, said: drafts.length > 0 ? { kind: 'done', text } : state.said };
}

function withPlan(
  state: State,
  id: string,
  tip: string | null,
  plan: ReturnType<typeof planOf>['plan'] | null,
): Reduced {
  const row = state.proposals.rows.find((one) => one.id === id);
  const known = { tip: tip ?? row?.tip ?? '', plan, round: state.round };
  const next = { ...state, plans: new Map(state.plans).set(id, known) };
  // A plan for a tip that the list does not know yet is asked for again when the list has come.
  return [next, tip !== null && row?.tip !== tip ? [] : askPlan(next)];
}

function withDiff(state: State, to: Ask, answer: unknown): Reduced {
  const { text, tip } = diffOf(answer);
  const { reading, news } = state;
  const row = chosenProposal(state);
  if (state.tab === 'proposals') {
    if (row?.id !== to.input.proposal || !row) return [state, []];
    const isNew = news?.proposal === row.id && news.tip === tip && reading?.version !== tip;
    const parts = {
      of: 'proposal' as const,
      name: row.id,
      version: tip,
      revision: row.revision,
      heads: proposalHeads(row),
    };
    const next = readingOf({ ...parts, diff: text, ...(isNew ? { news: news.text } : {}) }, reading);
    return [settled({ ...state, news: null, reading: next }), []];
  }
  const doc = chosenDoc(state);
  if (!doc || doc.doc !== to.input.doc) return [state, []];
  const parts = {
    of: 'doc' as const,
    name: doc.doc,
    version: docVersion(doc),
    revision: 0,
    heads: docHeads(doc),
  };
  const body = to.command === 'doc.read' ? { diff: '', plain: text } : { diff: text };
  return [settled({ ...state, reading: readingOf({ ...parts, ...body }, reading) }), []];
}

function withPreflight(state: State, answer: unknown): Reduced {
  const { sheet } = state;
  const plan = planOf(answer);
  if (sheet?.kind !== 'approve' || sheet.proposal !== plan.proposal) return [state, []];
  if (plan.tip !== sheet.tip) return changedMeanwhile(state, plan.proposal, 'it has a newer revision.');
  const { kind, proposal, tip } = sheet;
  return [withSheet(state, { kind, proposal, tip, plan }), []];
}

function toDoc(state: State, to: Ask, doc: string, words: string): Reduced {
  const shown: State = { ...state, tab: 'docs', focus: 'list', docs: { ...state.docs, chosen: doc } };
  const [next, effects] = done(shown, to, words);
  return [next, [...effects, askDocs()]];
}

function done(state: State, to: Ask, words: string): Reduced {
  const text = words
    .trim()
    .split('\n')
    .filter((line) => line !== '')
    .slice(0, 4)
    .join(' ');
  const said = { kind: 'done' as const, text };
  return [{ ...withoutAnswered(state, to), round: state.round + 1, said }, [askList(), askDocs()]];
}

/** The sheet goes when it was the question that this answers; one that was opened meanwhile stays. */
function withoutAnswered(state: State, to: Ask): State {
  const { sheet } = state;
  const answered = sheet?.busy || (sheet?.kind === 'approve' && to.use === 'preflight');
  return answered ? { ...state, sheet: null } : state;
}

function mergeRefused(state: State, doc: string): Reduced {
  const row = state.docs.rows.find((one) => one.doc === doc);
  const refusedMerges = new Map(state.refusedMerges).set(doc, row?.sha256 ?? '');
  const { sheet } = state;
  if (sheet?.kind !== 'stale') return [{ ...state, refusedMerges }, []];
  const { kind, summary, overwrite } = sheet;
  const told = `${MERGE_REFUSED}.`;
  return [
    withSheet({ ...state, refusedMerges }, { kind, doc, summary, overwrite, told, mergeOff: true }),
    [],
  ];
}

function saveRefused(state: State, doc: string, refusal: Refusal, to: Ask): State {
  const summary = String(to.input.summary ?? '');
  const told = refusal.message;
  if (refusal.code === 'review_needed') return withSheet(state, { kind: 'staged', doc, summary, told });
  const { sha256, deleted } = staleOf(refusal.details);
  const overwrite = deleted ? null : sha256;
  return withSheet(state, { kind: 'stale', doc, summary, overwrite, told, mergeOff: deleted });
}

function problem(state: State, refusal: Refusal): State {
  return {
    ...state,
    said: { kind: 'problem', text: refusal.message, ...(refusal.hint ? { hint: refusal.hint } : {}) },
  };
}
