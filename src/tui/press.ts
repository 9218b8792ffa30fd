// Keys and pastes become actions: sheets first, then the banner, then what has the focus.
import { ask, chosenDoc, read } from './asks.ts';
import type { Reduced } from './events.ts';
import { type Action, actionOf, changesSomething, type Scope } from './keymap.ts';
import type { InputEvent, KeyEvent } from './keys.ts';
import { jump, move, moveChoice, settled, stepOf } from './moves.ts';
import { layoutFor, scopeOf } from './screen.ts';
import {
  askApproval,
  askOpen,
  askQuit,
  askRejection,
  askSave,
  pasteInSheet,
  pressInSheet,
} from './sheets.ts';
import { GUARD_MS, type State } from './state.ts';
import { bannerFacts } from './views/frame-lines.ts';

const BURST_MS = 30;
const BURST_KEYS = 3;

/** An event of the keyboard, at a time in ms of the store’s clock. */
export function input(state: State, event: InputEvent, at: number): Reduced {
  if (event.kind === 'focus') return [event.on ? { ...state, focusAt: at } : state, []];
  if (event.kind === 'paste') return state.sheet ? pasteInSheet(state, state.sheet, event.text) : [state, []];
  if (event.kind === 'key') return press(state, event, at);
  return [state, []];
}

function press(before: State, key: KeyEvent, at: number): Reduced {
  const burst = before.keyTimes.filter((time) => at - time < BURST_MS);
  const state = key.text === '' ? before : { ...before, keyTimes: [...burst, at].slice(-BURST_KEYS) };
  const everywhere = actionOf(key, ['sheet']);
  if (everywhere) return act(state, everywhere);
  if (state.sheet) return pressInSheet(state, state.sheet, key, at);
  // A burst is more than a person types: it may be a paste that the terminal did not mark.
  if (changesSomething(key) && burst.length >= BURST_KEYS) return [tooFast(state, key.name), []];
  const action = actionOf(key, [...bannerScope(state, at), scopeOf(state), 'any']);
  return action ? act(state, action) : [state, []];
}

function tooFast(state: State, name: string): State {
  const text = `${name} was not taken: keys came faster than they are typed.`;
  return { ...state, said: { kind: 'busy', text } };
}

/** The banner's keys work once it stood on the screen long enough to be read. */
function bannerScope({ banners, bannerDrawnAt, focusAt }: State, at: number): Scope[] {
  const stood = bannerDrawnAt !== null && at - Math.max(bannerDrawnAt, focusAt) >= GUARD_MS;
  return banners.length > 0 && stood ? ['banner'] : [];
}

function act(state: State, action: Action): Reduced {
  const step = stepOf(action, layoutFor(state).body - 1);
  if (step !== null) return move(state, step);
  return ACTS[action]?.(state) ?? [state, []];
}

const ACTS: Partial<Record<Action, (state: State) => Reduced>> = {
  enter: (state) => [settled({ ...state, focus: state.reading ? 'text' : state.focus }), []],
  back,
  otherPane: (state) => [
    settled({ ...state, focus: state.focus === 'list' && state.reading ? 'text' : 'list' }),
    [],
  ],
  proposals: (state) => toTab(state, 'proposals'),
  docs: (state) => toTab(state, 'docs'),
  nextPlace: (state) => [jump(state, state.reading?.places ?? [], 1), []],
  previousPlace: (state) => [jump(state, state.reading?.places ?? [], -1), []],
  nextHidden: (state) => [jump(state, state.reading?.hidden ?? [], 1), []],
  nextProposal: (state) => moveChoice(state, 1),
  previousProposal: (state) => moveChoice(state, -1),
  wrap: (state) => [settled({ ...state, wrap: !state.wrap }), []],
  edit,
  open: askOpen,
  approve: askApproval,
  reject: askRejection,
  save: askSave,
  undo: (state) => change(state, 'doc.undo'),
  redo: (state) => change(state, 'doc.redo'),
  close: (state) => change(state, 'doc.close'),
  recover: (state) => change(state, 'doc.recover'),
  merge: (state) => answerBanner(state, 'doc.merge'),
  reload: (state) => answerBanner(state, 'doc.revert'),
  keep: (state) => answerBanner(state, 'doc.keep'),
  help: (state) => [{ ...state, help: state.help === null ? 0 : null }, []],
  quit: (state) => (state.help === null ? askQuit(state) : [{ ...state, help: null }, []]),
  interrupt: (state) => (state.sheet?.kind === 'quit' ? [state, [{ do: 'quit' }]] : askQuit(state)),
  suspend: (state) => [state, [{ do: 'suspend' }]],
  repaint: (state) => [state, [{ do: 'repaint' }]],
};

/** Esc goes one level back and never acts. */
function back(state: State): Reduced {
  if (state.help !== null) return [{ ...state, help: null }, []];
  if (state.said?.kind === 'problem') return [settled({ ...state, said: null }), []];
  return [settled({ ...state, said: null, focus: 'list' }), []];
}

function toTab(state: State, tab: State['tab']): Reduced {
  const shown: State = { ...state, tab, help: null };
  if (state.tab === tab) return [shown, []];
  return read({ ...shown, focus: 'list', reading: null });
}

/** Edits the chosen doc, or the first doc of the chosen proposal. */
function edit(state: State): Reduced {
  const doc = state.tab === 'docs' ? chosenDoc(state)?.doc : proposalDoc(state);
  return doc === undefined ? [state, []] : [{ ...state, said: null }, [ask('doc.write', { doc }, 'edit')]];
}

function proposalDoc(state: State): string | undefined {
  return state.proposals.rows.find((row) => row.id === state.proposals.chosen)?.docs[0];
}

function change(state: State, command: string): Reduced {
  const row = chosenDoc(state);
  return row ? [{ ...state, said: null }, [ask(command, { doc: row.doc }, 'change')]] : [state, []];
}

function answerBanner(state: State, command: string): Reduced {
  const doc = state.banners[0]!;
  const { deleted, refused } = bannerFacts(state, doc);
  if (command === 'doc.merge' && (deleted || refused)) return [state, []];
  return [{ ...state, said: null }, [ask(command, { doc }, 'change')]];
}
