// State and event to the next state and what is to be done. Pure: no clock, no terminal, no session.
import { answered, failed, refused } from './answers.ts';
import { askDocs, askList } from './asks.ts';
import type { Event, Reduced, Shown } from './events.ts';
import { settled } from './moves.ts';
import { input } from './press.ts';
import { withSeen } from './reading.ts';
import { keyOf } from './screen.ts';
import type { State } from './state.ts';

/** The next state, and what has to be done for it, in order. */
export function reduce(state: State, event: Event): Reduced {
  switch (event.kind) {
    case 'input':
      return input(state, event.event, event.at);
    case 'resized':
      return [settled({ ...state, size: event.size }), []];
    case 'painted':
      return [painted(state, event.shown, event.at), []];
    case 'tick':
      return [{ ...state, now: event.now }, []];
    case 'ready':
      return [{ ...state, place: { ...state.place, folder: event.folder } }, [askList(), askDocs()]];
    case 'changed':
      return changed(state, event.what, event.stale);
    case 'trouble':
      return [{ ...state, said: { kind: 'problem', text: event.text } }, []];
    case 'answered':
      return answered(state, event.to, event.answer, event.words);
    case 'refused':
      return refused(state, event.to, event.refusal);
    case 'failed':
      return failed(state, event.to, event.text);
  }
}

function changed(state: State, what: 'proposals' | 'docs', stale?: string): Reduced {
  const raised = stale === undefined ? state.raised : new Set([...state.raised, stale]);
  const next = { ...state, raised, round: state.round + (what === 'proposals' ? 1 : 0) };
  return [next, what === 'docs' ? [askDocs()] : [askList(), askDocs()]];
}

/** What was on the screen, and since when: questions are asked from then, lines are read. */
function painted(state: State, shown: Shown, at: number): State {
  let next = state;
  const { sheet, reading } = state;
  if (sheet && shown.sheet === sheet.serial && (sheet.drawnAt === null || (shown.sheetEnd && !sheet.read)))
    next = { ...next, sheet: { ...sheet, drawnAt: sheet.drawnAt ?? at, read: sheet.read || shown.sheetEnd } };
  if (state.bannerDrawnAt === null && shown.banner !== null && shown.banner === state.banners[0])
    next = { ...next, bannerDrawnAt: at };
  if (reading && shown.reading === keyOf(reading)) {
    const read = withSeen(reading, shown.rows);
    if (read !== reading) next = { ...next, reading: read };
  }
  return next;
}
