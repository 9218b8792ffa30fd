// The durable log of what happened, and cursors into it.
import { refuse } from '../refusal.ts';
import { refuseDiskError } from './disk-errors.ts';
import { addLine, readLog } from './event-log.ts';
import { withLock } from './lock.ts';
import type { Givens, Repo } from './repo.ts';

export interface Events {
  /** Oldest first, each with `id` and `at`. */
  readonly events: object[];
  /** Where the next reading goes on. */
  readonly cursor: string;
  /** Whether these were all there are now. */
  readonly complete: boolean;
}

interface Seen {
  readonly file: string;
  end: number;
  readonly ids: Set<unknown>;
}

const seen = new WeakMap<Repo, Seen>();
/** The cursor of a log that has not begun. */
const BEGINNING = 'none:0';

/**
 * Adds an event, with `id` and `at` where it has none; one whose `id` is in the log already is left out. A last line
 * that a killed process left torn is closed first. Refuses `locked`, `read_only`, `no_space`.
 */
export async function appendEvent(repo: Repo, event: object, givens: Givens): Promise<void> {
  const whole = { id: givens.uuid(), at: givens.now().toISOString(), ...event };
  try {
    await withLock(repo, async () => {
      if (!idsOf(repo).has(whole.id)) addLine(repo, whole, givens.uuid());
    });
  } catch (error) {
    refuseDiskError(error, repo.stateDir);
  }
}

/**
 * At most `limit` events after the cursor `since` (null: from the first one). Lines that are no JSON are passed over.
 * Refuses `cursor_expired`, its details holding a fresh cursor for the end of the log.
 */
export async function readEvents(repo: Repo, since: string | null, limit: number): Promise<Events> {
  const [file, offset] = placeOf(since ?? BEGINNING);
  const log = readLog(repo, offset);
  if (!log) return since === null || since === BEGINNING ? none() : refuseExpired(BEGINNING);
  const unknown = file !== 'none' && (file !== log.file || !log.fits);
  if (unknown) return refuseExpired(`${log.file}:${readLog(repo, 0)?.end ?? 0}`);
  const events: object[] = [];
  let next = log.fits && log.lines.length === 0 ? log.end : offset;
  let rest = 0;
  for (const line of log.lines) {
    if (events.length === limit) rest++;
    else next = line.next;
    if (line.event && rest === 0) events.push(line.event);
  }
  return { events, cursor: `${log.file}:${next}`, complete: rest === 0 };
}

function idsOf(repo: Repo): ReadonlySet<unknown> {
  const known = seen.get(repo);
  const log = readLog(repo, known?.end ?? 0);
  if (!log) return new Set();
  const same = known?.file === log.file && log.fits;
  const part = same ? log : readLog(repo, 0);
  const ids = same ? known.ids : new Set<unknown>();
  for (const { event } of part?.lines ?? []) ids.add(event?.id);
  seen.set(repo, { file: log.file, end: part?.end ?? 0, ids });
  return ids;
}

function placeOf(cursor: string): [string, number] {
  const found = /^([A-Za-z0-9-]+):(\d{1,15})$/.exec(cursor);
  return found ? [found[1]!, Number(found[2])] : ['', 0];
}

function none(): Events {
  return { events: [], cursor: BEGINNING, complete: true };
}

function refuseExpired(cursor: string): never {
  return refuse('cursor_expired', 'The cursor is not of the log as it is now.', {
    details: { cursor },
    hint: 'Read the state anew (`docket list`), then go on from the cursor in the details.',
  });
}
