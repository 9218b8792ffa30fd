import type { PathChange } from '../../repo/index.ts';
import type { Unit } from './facts.ts';

/** Where the target has the docs of a proposal. */
export interface TargetNames {
  /** Whether the target has something at the path. */
  has(path: string): boolean;
  /** Renames since the base on the target: old path to new path. */
  readonly renames: ReadonlyMap<string, string>;
}

/**
 * The docs that a proposal changes, each under all its names: a path that goes and one that comes are one doc
 * where the tip renamed it, and a path that the target renamed is followed to its new name there.
 */
export function unitsOf(
  changes: readonly PathChange[],
  renames: ReadonlyMap<string, string>,
  target: TargetNames,
): Unit[] {
  const gone = new Set(changes.filter(({ after }) => !after).map(({ path }) => path));
  const come = new Set(changes.filter(({ before }) => !before).map(({ path }) => path));
  const pairs = [...renames].filter(([from, to]) => gone.has(from) && come.has(to));
  const paired = new Map(pairs);
  const arrivals = new Set(paired.values());
  return changes
    .filter(({ path }) => !arrivals.has(path))
    .map(({ path, before, after }) => {
      const basePath = before ? path : null;
      const tipPath = paired.get(path) ?? (after ? path : null);
      return { basePath, targetPath: nameOnTarget(basePath, tipPath, target), tipPath };
    });
}

function nameOnTarget(basePath: string | null, tipPath: string | null, target: TargetNames): string | null {
  const path = basePath ?? tipPath!;
  if (target.has(path)) return path;
  const moved = basePath === null ? undefined : target.renames.get(basePath);
  return moved !== undefined && target.has(moved) ? moved : null;
}
