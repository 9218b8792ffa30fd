// The owner's terminal: reads proposals, approves and rejects them, keeps open docs and their banner.
// It sees only commands and a session; whatever it does is a command that any other door could run.
import type { Session, SessionEvent } from '../session/index.ts';
import { mountApp } from './app.tsx';
import type { Effect, Event, Shown } from './events.ts';
import { Painter } from './painter.ts';
import { makeRunner } from './runner.ts';
import { beginning } from './state.ts';
import { Store } from './store.ts';
import { Tty } from './tty.ts';

/** What the front desk hands to the terminal. */
export interface TuiOptions {
  /** Opens the session on first use. */
  readonly session: () => Promise<Session>;
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly version: string;
  readonly givens: { now(): Date; uuid(): string };
  /** Runs the owner's editor on a text; null when nothing came back. The terminal is free while it runs. */
  readonly editText: (text: string, name: string) => Promise<string | null>;
}

const AGES_MS = 30_000;

/**
 * Runs the terminal until the owner leaves it; resolves to the exit status (128 + n after a signal).
 * Rejects with the refusal or error that ended it, when the terminal has been given back. Needs a terminal that can
 * be drawn on: whoever starts it sees to that.
 */
export function startTui(options: TuiOptions): Promise<number> {
  return new Promise((resolve, reject) => run(options, resolve, reject));
}

function run(options: TuiOptions, resolve: (status: number) => void, reject: (error: unknown) => void): void {
  const { stdin, stdout, givens } = options;
  let shown: Shown | null = null;
  const now = () => givens.now().toISOString();
  const clock = () => performance.now();
  const painter = new Painter(stdout, () => shown && store.dispatch({ kind: 'painted', shown, at: clock() }));
  const store = new Store(beginning({ columns: painter.columns, rows: painter.rows }, now()), (effect) =>
    carryOut(effect),
  );
  const undo: (() => void)[] = [];
  const end = (status: number, error?: unknown): void => {
    for (const one of undo.splice(0).reverse()) one();
    if (error === undefined) resolve(status);
    else reject(error);
  };
  const fail = (error: unknown) => end(255, error);
  const tty = new Tty(stdin, stdout, {
    input: (event) => store.dispatch({ kind: 'input', event, at: clock() }),
    away: (away) => painter.hold(away),
    end,
  });
  const runAsk = makeRunner({
    session: options.session,
    editText: (text, name) => tty.handOver(() => options.editText(text, name)),
    send: (event) => store.dispatch(event),
    failed: fail,
  });
  const carryOut = (effect: Effect): void => {
    if (effect.do === 'ask') runAsk(effect.ask);
    else if (effect.do === 'quit') end(0);
    else if (effect.do === 'suspend') tty.suspend();
    else painter.redraw();
  };
  const resized = () => {
    painter.forget();
    store.dispatch({ kind: 'resized', size: { columns: painter.columns, rows: painter.rows } });
  };
  undo.push(() => tty.close());
  tty.open();
  stdout.on('resize', resized);
  const ages = setInterval(() => store.dispatch({ kind: 'tick', now: now() }), AGES_MS);
  const unmount = mountApp(
    { store, painter, colors: !options.env.NO_COLOR, showing: (next) => (shown = next) },
    fail,
  );
  undo.push(
    unmount,
    () => clearInterval(ages),
    () => stdout.off('resize', resized),
  );
  options
    .session()
    .then((session) => follow(session, store, undo))
    .catch(fail);
}

/** Shows what the session has, and every change that it tells of. */
async function follow(session: Session, store: Store, undo: (() => void)[]): Promise<void> {
  undo.push(session.listen((event) => store.dispatch(eventOf(event))));
  store.dispatch({ kind: 'ready', folder: session.repo.root.split(/[\\/]/).at(-1) ?? '' });
  await session.watch();
  await session.queue(() => session.sync());
}

function eventOf(event: SessionEvent): Event {
  if (event.kind === 'trouble') return { kind: 'trouble', text: wordsOf(event.error) };
  if (event.kind === 'proposal.changed') return { kind: 'changed', what: 'proposals' };
  return { kind: 'changed', what: 'docs', ...(event.kind === 'doc.stale' ? { stale: event.doc } : {}) };
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
