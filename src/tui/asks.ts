// The commands that the screen asks for, and which of them the state wants now.

import type { DiffRow } from './diff-rows.ts';
import type { Ask, Effect, Reduced } from './events.ts';
import { head, type Reading, readingOf } from './reading.ts';
import { layoutFor } from './screen.ts';
import type { DocRow, ProposalRow, State } from './state.ts';
import { short } from './words.ts';

/** A command to be run, for a use; of those in one slot only the newest counts. */
export function ask(command: string, input: Ask['input'], use: Ask['use'], slot?: string): Effect {
  return { do: 'ask', ask: { command, input, use, ...(slot ? { slot } : {}) } };
}

export const askList = (): Effect => ask('proposal.list', {}, 'list', 'list');

export const askDocs = (): Effect => ask('doc.status', {}, 'docs', 'docs');

/** Chooses a row of the list that is shown, and asks for its text. */
export function choose(state: State, tab: State['tab'], chosen: string | null): Reduced {
  const next = { ...state, [tab]: { ...state[tab], chosen } };
  return read(next);
}

/** Asks for the text of what is chosen, unless it is there; what is new first when a proposal moved. */
export function read(state: State): Reduced {
  return state.tab === 'proposals' ? readProposal(state) : readDoc(state);
}

/** The row of the list that is chosen. */
export function chosenProposal(state: State): ProposalRow | undefined {
  return state.proposals.rows.find((row) => row.id === state.proposals.chosen);
}

/** The row of the docs that is chosen. */
export function chosenDoc(state: State): DocRow | undefined {
  return state.docs.rows.find((row) => row.doc === state.docs.chosen);
}

/** What a doc's unsaved edits are known by: equal versions have equal diffs. */
export function docVersion(row: DocRow): string {
  return `${row.sha256} ${row.textSha256 ?? ''}`;
}

/** Asks for the plan of the first row on the screen that has none of this round. */
export function askPlan(state: State): Effect[] {
  if (state.tab !== 'proposals') return [];
  const { rows, top } = state.proposals;
  const due = rows.slice(top, top + layoutFor(state).body).find((row) => {
    const plan = state.plans.get(row.id);
    return plan?.tip !== row.tip || plan.round !== state.round;
  });
  return due ? [ask('proposal.preflight', { proposal: due.id }, 'plan', 'plan')] : [];
}

/** The heads of a proposal's text: what is known of it, and its own words marked as its own. */
export function proposalHeads(row: ProposalRow): DiffRow[] {
  const target = row.target ? ` onto ${row.target}` : '';
  const revision = row.revision > 1 ? `, revision ${row.revision}` : '';
  const claim = (text: string): DiffRow => ({ kind: 'claim', text });
  return [
    head(`${row.id}  ${row.summary}`),
    claim(`by ${row.who}, ${row.at.slice(0, 16).replace('T', ' ')}, ${short(row.tip)}${target}${revision}`),
    ...row.edits.slice(0, MOST_EDITS).map((edit) => claim(`says: ${edit}`)),
    ...(row.edits.length > MOST_EDITS ? [claim(`says: and ${row.edits.length - MOST_EDITS} more`)] : []),
  ];
}

/** The heads of a doc’s text: its name and its marks in words. */
export function docHeads(row: DocRow): DiffRow[] {
  const marks = [
    ...(row.dirty ? ['unsaved edits'] : ['no unsaved edits']),
    ...(row.stale ? ['changed on disk'] : []),
    ...(row.uncommitted ? ['the file is uncommitted'] : []),
  ];
  return [head(row.doc), { kind: 'claim', text: marks.join(', ') }];
}

const MOST_EDITS = 12;
const WAITING: DiffRow = { kind: 'note', text: 'Reading…' };

function readProposal(state: State): Reduced {
  const row = chosenProposal(state);
  const { reading } = state;
  if (!row) return [{ ...state, reading: null }, []];
  if (reading?.of === 'proposal' && reading.name === row.id) {
    if (reading.version === row.tip) return [state, []];
    const known = reading.version !== '' && reading.revision > 0;
    if (known)
      return [state, [ask('proposal.diff', { proposal: row.id, since: reading.revision }, 'news', 'diff')]];
    return [state, [askDiff(row)]];
  }
  return [{ ...state, reading: waitingFor('proposal', row.id, proposalHeads(row)) }, [askDiff(row)]];
}

/** Asks for the whole diff of a proposal. */
export function askDiff(row: ProposalRow): Effect {
  return ask('proposal.diff', { proposal: row.id }, 'diff', 'diff');
}

function readDoc(state: State): Reduced {
  const row = chosenDoc(state);
  const { reading } = state;
  if (!row) return [{ ...state, reading: null }, []];
  const same = reading?.of === 'doc' && reading.name === row.doc;
  if (same && reading.version === docVersion(row)) return [state, []];
  if (row.closed) return [{ ...state, reading: draftReading(row) }, []];
  const next = same ? state : { ...state, reading: waitingFor('doc', row.doc, docHeads(row)) };
  // What is unsaved where something is, else what the doc says.
  return [next, [ask(row.dirty ? 'doc.diff' : 'doc.read', { doc: row.doc }, 'diff', 'diff')]];
}

/** A doc that is listed for its draft: reading it would open it, so its edits are told by their names. */
function draftReading(row: DocRow): Reading {
  const edits = row.edits.map((edit): DiffRow => ({ kind: 'claim', text: edit }));
  const heads = [
    head(row.doc),
    { kind: 'claim', text: 'a draft of an earlier session; V recovers it' } as const,
    ...edits,
  ];
  return readingOf(
    { of: 'doc', name: row.doc, version: docVersion(row), revision: 0, heads, diff: '' },
    null,
  );
}

/** Stands where a text will be; nothing of it counts as read. */
function waitingFor(of: Reading['of'], name: string, heads: readonly DiffRow[]): Reading {
  return readingOf({ of, name, version: '', revision: 0, heads: [...heads, WAITING], diff: '' }, null);
}
