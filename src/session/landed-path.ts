// A doc that the other side renamed: where it went.

import { splitLines } from '../merge/index.ts';
import { textAt } from '../proposals/index.ts';
import { diskStamp, type Head, treeChanges } from '../repo/index.ts';
import type { OpenDoc } from './doc.ts';
import type { Session } from './session.ts';

/** So many added files are looked at; a change of more renames nothing that one could follow. */
const MOST_LOOKED_AT = 200;

/**
 * The path that HEAD has a doc at which is gone from its old one: an added file with the same bytes, else the one
 * that shares most lines with the base, at least half of either (as git's rename detection asks). Null when the
 * file is in its place or went nowhere.
 */
export async function landedPath(session: Session, doc: OpenDoc, now: Head): Promise<string | null> {
  const { path, commit, oid, text } = doc.base;
  if (diskStamp(session.repo, path) !== '' || !commit || !now.oid || commit === now.oid || text === null)
    return null;
  const changes = await treeChanges(session.repo, commit, now.oid);
  if (!changes.some((change) => change.path === path && change.after === null)) return null;
  const added = changes.filter(({ before, after }) => before === null && after?.mode.startsWith('100'));
  const same = added.find(({ after }) => after!.oid === oid);
  if (same) return same.path;
  const likes: { path: string; like: number }[] = [];
  for (const each of added.slice(0, MOST_LOOKED_AT)) {
    const other = await textAt(session.repo, now.oid, each.path);
    if (other !== null) likes.push({ path: each.path, like: likeness(text, other) });
  }
  return likes.filter(({ like }) => like >= 0.5).sort((a, b) => b.like - a.like)[0]?.path ?? null;
}

/** Shared lines of the longer text, 0 to 1, counted as often as both have them. */
function likeness(a: string, b: string): number {
  const counts = new Map<string, number>();
  for (const line of splitLines(a)) counts.set(line, (counts.get(line) ?? 0) + 1);
  let shared = 0;
  for (const line of splitLines(b)) {
    const left = counts.get(line) ?? 0;
    if (left > 0) shared += 1;
    counts.set(line, left - 1);
  }
  return shared / Math.max(splitLines(a).length, splitLines(b).length, 1);
}
