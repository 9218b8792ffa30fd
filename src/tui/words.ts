// Sentences and small texts that more than one part of the screen says.
import { safe } from '../safe.ts';
import type { Plan, PlannedPath, State } from './state.ts';

/** The first hex digits of an oid, as git shows them. */
export function short(oid: string): string {
  return oid.slice(0, 7);
}

/** `1 file`, `3 files`. */
export function count(n: number, one: string, many = `${one}s`): string {
  return `${n.toLocaleString('en-US')} ${n === 1 ? one : many}`;
}

/** How long ago, in one unit: `now`, `7m`, `3h`, `12d`, `5mo`, `2y`. */
export function age(at: string, now: string): string {
  const minutes = Math.floor((Date.parse(now) - Date.parse(at)) / 60_000);
  if (!(minutes >= 1)) return 'now';
  if (minutes < 60) return `${minutes}m`;
  if (minutes < 48 * 60) return `${Math.floor(minutes / 60)}h`;
  const days = Math.floor(minutes / (24 * 60));
  if (days < 100) return `${days}d`;
  return days < 730 ? `${Math.floor(days / 30.44)}mo` : `${Math.floor(days / 365.25)}y`;
}

/** What the banner says of a doc whose file changed under unsaved edits. */
export function bannerWords(doc: string, deleted: boolean): string {
  return `${doc} ${deleted ? 'was deleted' : 'changed'} on disk. You have unsaved edits here.`;
}

/** What the banner says when merging was refused. */
export const MERGE_REFUSED = 'Both you and the file changed the same lines';

/** What approving does to one path beyond what the diff shows: to unsaved, uncommitted and staged edits. */
export function keptEdits(path: PlannedPath, dirty: boolean): string[] {
  const said: string[] = [];
  const doc = safe(path.doc);
  if (dirty)
    said.push(
      `Approving writes ${doc} with the agent's version and merges it into your open copy, keeping your unsaved changes. If you both changed the same lines, you are asked what to keep.`,
    );
  if (path.disk === 'merged')
    said.push(`${doc} has uncommitted edits of yours: they are kept on top, uncommitted.`);
  if (path.index === 'merged') said.push(`${doc} has staged edits of yours: they are kept, and stay staged.`);
  return said;
}

/** How the proposal lands, as a sentence. */
export function howItLands({ plan, target, targetOid }: Plan): string {
  if (plan === 'fast-forward') return `Fast-forward: ${target} moves to this commit.`;
  if (plan === 'merge')
    return `Merge: ${target}${targetOid ? ` (${short(targetOid)})` : ''} has moved on, a merge commit joins both.`;
  if (plan === 'already') return `${target} holds all of it already.`;
  if (plan === 'clash') return `Clash: it cannot land on ${target} as it is.`;
  return 'Blocked: it cannot land as it is.';
}

/** Whether the doc is open here with unsaved edits. */
export function isDirty(state: State, doc: string): boolean {
  return state.docs.rows.some((row) => row.doc === doc && row.dirty);
}
