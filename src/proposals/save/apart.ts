// Which names cannot stand in one folder beside each other.
import { twinKey } from '../ids.ts';

/**
 * Of some paths the one that a new file's path cannot stand beside: the same path, one that differs only in case or
 * in how accents are written, a file where a folder would have to be, or a folder where the file would be. Null: none.
 */
export function nameInTheWay(path: string, others: Iterable<string>): string | null {
  const key = twinKey(path);
  for (const other of others) if (isInTheWay(path, key, other)) return other;
  return null;
}

function isInTheWay(path: string, key: string, other: string): boolean {
  const otherKey = twinKey(other);
  if (key === otherKey || key.startsWith(`${otherKey}/`) || otherKey.startsWith(`${key}/`)) return true;
  return hasTwinFolder(path.split('/'), other.split('/'));
}

/** The paths part first in the name of a folder that is written in two ways. */
function hasTwinFolder(path: readonly string[], other: readonly string[]): boolean {
  const apart = path.findIndex((part, at) => part !== other[at]);
  if (apart >= path.length - 1 || apart >= other.length - 1) return false;
  return twinKey(path[apart]!) === twinKey(other[apart]!);
}
