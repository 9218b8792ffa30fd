// Opening sheets, and the keys that a sheet takes. Nothing that was typed before a sheet was on the screen, or
// before it stood long enough to be read, answers it.
import { ask, askList, choose, chosenDoc, chosenProposal, read } from './asks.ts';
import type { Effect, Reduced } from './events.ts';
import { spelled } from './keymap.ts';
import type { KeyEvent } from './keys.ts';
import { moveText, toRow } from './moves.ts';
import { firstUnread } from './reading.ts';
import { layoutFor } from './screen.ts';
import { type ApproveSheet, GUARD_MS, type Sheet, type State } from './state.ts';
import { withoutLast } from './width.ts';

type Unborn<S> = S extends Sheet
  ? Omit<S, 'serial' | 'drawnAt' | 'top' | 'read' | 'ignored' | 'busy'>
  : never;

/** Puts a sheet up, or puts up a changed one as a new question. */
export function withSheet(state: State, sheet: Unborn<Sheet>): State {
  const serial = state.serial + 1;
  const life = { serial, drawnAt: null, top: 0, read: false, ignored: false, busy: false };
  return { ...state, serial, sheet: { ...sheet, ...life } as Sheet };
}

/** Asks whether to approve the chosen proposal, at the tip whose diff was shown. */
export function askApproval(state: State): Reduced {
  const row = chosenProposal(state);
  if (!row) return [state, []];
  const { reading } = state;
  const shown =
    reading?.of === 'proposal' && reading.name === row.id && reading.version !== ''
      ? reading.version
      : row.tip;
  const next = withSheet(
    { ...state, said: null },
    { kind: 'approve', proposal: row.id, tip: shown, plan: null },
  );
  return [next, [ask('proposal.preflight', { proposal: row.id }, 'preflight', 'preflight')]];
}

/** Asks whether, and why, to reject the chosen proposal. */
export function askRejection(state: State): Reduced {
  const row = chosenProposal(state);
  if (!row) return [state, []];
  const { reading } = state;
  const shown =
    reading?.of === 'proposal' && reading.name === row.id && reading.version !== ''
      ? reading.version
      : row.tip;
  return [
    withSheet({ ...state, said: null }, { kind: 'reject', proposal: row.id, tip: shown, text: '' }),
    [],
  ];
}

/** Asks for the message of a save of the chosen doc. */
export function askSave(state: State): Reduced {
  const row = chosenDoc(state);
  if (!row || row.closed) return [state, []];
  return [withSheet({ ...state, said: null }, { kind: 'save', doc: row.doc, text: '' }), []];
}

/** Asks for the name of a doc to open. */
export function askOpen(state: State): Reduced {
  const next = withSheet({ ...state, said: null }, { kind: 'open', text: '', matches: [] });
  return [next, [askMatches('')]];
}

/** Quits at once when nothing is unsaved. */
export function askQuit(state: State): Reduced {
  if (!state.docs.rows.some((row) => row.dirty)) return [state, [{ do: 'quit' }]];
  return [withSheet(state, { kind: 'quit' }), []];
}

/** A key while a sheet is up. */
export function pressInSheet(state: State, sheet: Sheet, key: KeyEvent, at: number): Reduced {
  const pressed = spelled(key);
  if (pressed === 'escape') return [{ ...state, sheet: null }, []];
  if (sheet.busy) return [state, []];
  if (sheet.drawnAt === null) return [{ ...state, sheet: { ...sheet, ignored: true } }, []];
  const scroll = SCROLLS[pressed];
  if (scroll !== undefined)
    return [moveText(state, scroll * (Math.abs(scroll) > 1 ? layoutFor(state).body : 1)), []];
  if ('text' in sheet) {
    const typed = typedInto(sheet.text, key);
    if (typed !== null) return withText(state, sheet, typed);
  }
  if (pressed === 'tab' && sheet.kind === 'open')
    return withText(state, sheet, sheet.matches[0] ?? sheet.text);
  return answer(state, sheet, pressed, at);
}

/** A paste while a sheet is up goes into its text and answers nothing. */
export function pasteInSheet(state: State, sheet: Sheet, text: string): Reduced {
  if (!('text' in sheet) || sheet.busy || sheet.drawnAt === null) return [state, []];
  return withText(state, sheet, sheet.text + text.replace(/[\r\n]+/g, ' '));
}

const SCROLLS: Readonly<Record<string, number>> = { up: -1, down: 1, pageup: -2, pagedown: 2 };

/** The text after a key, or null when the key is not for the text. */
function typedInto(text: string, key: KeyEvent): string | null {
  const pressed = spelled(key);
  if (key.text !== '') return text + key.text;
  if (pressed === 'backspace') return withoutLast(text);
  if (pressed === 'ctrl-u') return '';
  if (pressed === 'ctrl-w') return text.replace(/\S*\s*$/, '');
  return null;
}

function withText(state: State, sheet: Sheet & { text: string }, text: string): Reduced {
  const next = { ...state, sheet: { ...sheet, text } as Sheet };
  return [next, sheet.kind === 'open' ? [askMatches(text)] : []];
}

function askMatches(text: string): Effect {
  return ask('doc.list', { ...(text ? { query: text } : {}), limit: 5 }, 'matches', 'matches');
}

/** Keys that answer the question. Until it stood long enough, and to its end, they answer nothing. */
function answer(state: State, sheet: Sheet, pressed: string, at: number): Reduced {
  if (!answersTo(sheet).includes(pressed))
    return pressed === 'space' ? [turned(state, sheet), []] : [state, []];
  const early = at - Math.max(sheet.drawnAt!, state.focusAt) < GUARD_MS;
  if (early) return [{ ...state, sheet: { ...sheet, ignored: true } }, []];
  if (!sheet.read && pressed === 'enter') return [turned(state, sheet), []];
  return answered(state, sheet, pressed);
}

function answersTo(sheet: Sheet): string[] {
  if (sheet.kind === 'stale') return sheet.mergeOff ? ['R', 'S'] : ['M', 'R', 'S'];
  if (sheet.kind !== 'approve') return ['enter'];
  const lands = sheet.plan?.plan === 'fast-forward' || sheet.plan?.plan === 'merge';
  return lands ? ['enter', 'd'] : sheet.plan ? ['d', 'X'] : [];
}

// The next page is a part of the question that was not read yet: it has to stand as long as the first.
function turned(state: State, sheet: Sheet): State {
  if (sheet.read) return state;
  const page = Math.max(1, layoutFor(state).sheet - 1);
  return {
    ...state,
    serial: state.serial + 1,
    sheet: { ...sheet, serial: state.serial + 1, drawnAt: null, top: sheet.top + page },
  };
}

function answered(state: State, sheet: Sheet, pressed: string): Reduced {
  const busy = { ...state, sheet: { ...sheet, busy: true } };
  switch (sheet.kind) {
    case 'approve':
      return answeredApproval(state, sheet, pressed);
    case 'reject': {
      const reason = sheet.text.trim();
      const input = { proposal: sheet.proposal, tip: sheet.tip, ...(reason ? { reason } : {}) };
      return [busy, [ask('proposal.reject', input, 'reject')]];
    }
    case 'save':
      return [busy, [askSaveOf(sheet.doc, sheet.text)]];
    case 'staged':
      return [busy, [askSaveOf(sheet.doc, sheet.summary, { replaceStaged: true })]];
    case 'open':
      return sheet.text.trim() === ''
        ? [state, []]
        : [busy, [ask('doc.open', { doc: sheet.text.trim() }, 'open')]];
    case 'quit':
      return [state, [{ do: 'quit' }]];
    case 'stale':
      if (pressed === 'S') return [busy, [askSaveOf(sheet.doc, sheet.summary, anyway(sheet.overwrite))]];
      return [busy, [ask(pressed === 'M' ? 'doc.merge' : 'doc.revert', { doc: sheet.doc }, 'change')]];
  }
}

function askSaveOf(doc: string, message: string, more: Record<string, unknown> = {}): Effect {
  const summary = message.trim();
  return ask('doc.save', { doc, ...(summary ? { summary } : {}), ...more }, 'save');
}

/** Exactly the bytes that were shown may be replaced; a file that is gone may come back. */
function anyway(overwrite: string | null): Record<string, unknown> {
  return overwrite === null ? { create: true } : { overwrite };
}

function answeredApproval(state: State, sheet: ApproveSheet, pressed: string): Reduced {
  if (pressed === 'X') return askRejection(state);
  if (pressed === 'd') {
    const closed: State = { ...state, sheet: null, focus: 'text' };
    const row = closed.reading ? firstUnread(closed.reading) : null;
    return [row === null ? closed : toRow(closed, row), []];
  }
  const input = { proposal: sheet.proposal, token: sheet.plan!.token };
  return [{ ...state, sheet: { ...sheet, busy: true } }, [ask('proposal.apply', input, 'apply')]];
}

/** Ends the sheet because what it asks about moved; what is new is read, and the question has to be asked again. */
export function changedMeanwhile(state: State, proposal: string, what: string): Reduced {
  const said = {
    kind: 'problem' as const,
    text: `Changed since you opened it: ${what}`,
    hint: 'Read what is new, then ask again.',
  };
  const closed: State = { ...state, sheet: null, said, round: state.round + 1 };
  const [next, effects] = closed.tab === 'proposals' ? choose(closed, 'proposals', proposal) : read(closed);
  return [next, [...effects, askList()]];
}
