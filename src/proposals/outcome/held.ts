// How much of a proposal's change a place holds. Bytes decide: nothing here looks at history, names or messages.
import { diffLines, type Hunk, splitLines } from '../../merge/index.ts';
import type { Entry, Repo } from '../../repo/index.ts';
import { mergeDoc } from '../merge-doc.ts';
import { isFile, textOrNull } from '../text-at.ts';
import { type Change, isAlike } from './changes.ts';
import type { Place, Seat } from './place.ts';

/** Hunks that are there, of all; one for each other kind of change (a new file, a deletion, a mode). */
export interface Count {
  readonly landed: number;
  readonly of: number;
}

export interface Held extends Count {
  readonly docs: ReadonlyMap<string, Count>;
}

/** Counts, for every changed path, the hunks that the place holds. */
export async function heldIn(repo: Repo, changes: readonly Change[], place: Place): Promise<Held> {
  const docs = new Map<string, Count>();
  for (const change of changes) docs.set(change.path, await heldOf(repo, change, place));
  const counts = [...docs.values()];
  return { docs, landed: sum(counts.map((each) => each.landed)), of: sum(counts.map((each) => each.of)) };
}

/** Whether all is there, and there is something. */
export function isWhole({ landed, of }: Count): boolean {
  return of > 0 && landed === of;
}

async function heldOf(repo: Repo, change: Change, place: Place): Promise<Count> {
  const { path, from, before, after } = change;
  const seat = await place.at(path);
  if (after === null) return one(seat === null && !(await movedAway(repo, before!, place)));
  const parts = [await heldContent(repo, { path, before, after }, seat, place)];
  if (before !== null && isFile(before) && isFile(after) && before.mode !== after.mode) {
    parts.push(one(seat?.mode === after.mode));
  }
  if (from !== undefined) parts.push(one(seat !== null && (await place.at(from)) === null));
  return { landed: sum(parts.map((part) => part.landed)), of: sum(parts.map((part) => part.of)) };
}

async function heldContent(
  repo: Repo,
  { path, before, after }: { path: string; before: Entry | null; after: Entry },
  seat: Seat | null,
  place: Place,
): Promise<Count> {
  if (before?.oid === after.oid && isFile(before) === isFile(after)) return { landed: 0, of: 0 };
  const [old, now] = await Promise.all([
    before === null ? null : textOrNull(repo, before),
    textOrNull(repo, after),
  ]);
  if (old === null || now === null) return one(await isSame(seat, after, now));
  const hunks = diffLines(old, now);
  const seats = seat === null ? await place.added() : [seat];
  let best = 0;
  for (const each of seats) {
    const there = await each.text();
    if (there === null || (seat === null && !isAlike(old, there))) continue;
    best = Math.max(best, heldHunks(path, { old, now, there }, hunks));
  }
  return { landed: best, of: hunks.length };
}

/** The hunks of old→now that `there` holds; line endings are no difference unless they are the change. */
function heldHunks(
  path: string,
  texts: { old: string; now: string; there: string },
  hunks: readonly Hunk[],
): number {
  const exact = countHunks(path, texts, hunks);
  if (exact === hunks.length) return exact;
  const plain = { old: lf(texts.old), now: lf(texts.now), there: lf(texts.there) };
  const same = Object.values(texts).join('\0') === Object.values(plain).join('\0');
  if (same || plain.old === plain.now) return exact;
  const plainHunks = diffLines(plain.old, plain.now);
  const count = countHunks(path, plain, plainHunks);
  return count === plainHunks.length ? hunks.length : Math.max(exact, Math.min(count, hunks.length - 1));
}

function countHunks(
  path: string,
  { old, now, there }: { old: string; now: string; there: string },
  hunks: readonly Hunk[],
): number {
  if (there === now) return hunks.length;
  if (there === old) return 0;
  const merged = mergeDoc(path, old, there, now);
  if (merged.clean && merged.text === there) return hunks.length;
  const lines = splitLines(there);
  const made = new Set(diffLines(old, there).map((hunk) => hunkKey(hunk, lines)));
  const wanted = splitLines(now);
  return hunks.filter((hunk) => made.has(hunkKey(hunk, wanted))).length;
}

function hunkKey({ base, side }: Hunk, lines: readonly string[]): string {
  return JSON.stringify([base, lines.slice(side[0], side[1])]);
}

async function isSame(seat: Seat | null, after: Entry, now: string | null): Promise<boolean> {
  if (seat === null || isFile(seat) !== isFile(after)) return false;
  if (seat.oid === after.oid) return true;
  const there = now === null ? null : await seat.text();
  return there !== null && lf(there) === lf(now!);
}

/** Whether a path that is missing stands under another name. */
async function movedAway(repo: Repo, before: Entry, place: Place): Promise<boolean> {
  const added = await place.added();
  if (added.length === 0) return false;
  const old = await textOrNull(repo, before);
  for (const seat of added) {
    const there = old === null || old === '' ? null : await seat.text();
    if (seat.oid === before.oid || (there !== null && isAlike(old!, there))) return true;
  }
  return false;
}

function one(landed: boolean): Count {
  return { landed: landed ? 1 : 0, of: 1 };
}

function lf(text: string): string {
  return text.replaceAll('\r\n', '\n');
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
