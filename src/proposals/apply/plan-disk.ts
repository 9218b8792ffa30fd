import type { Clash } from '../../merge/index.ts';
import { toDiskBytes } from './endings.ts';
import type { DiskFact, Place } from './facts.ts';
import type { TargetStep } from './plan-index.ts';
import { type ClashShape, mergeSides, type Side, sameContent } from './side.ts';

/** One file of the work tree: exact bytes before and after; null is absence. */
export interface FileChange {
  readonly path: string;
  readonly before: Buffer | null;
  readonly after: Buffer | null;
  readonly executable: boolean;
  /** The bytes before are the owner's own: git has them nowhere. */
  readonly owners: boolean;
}

export type DiskPlan =
  | {
      readonly verdict: 'clean' | 'merged' | 'same' | 'elsewhere';
      readonly files: readonly FileChange[];
      readonly touching: number;
      /** What the doc holds on disk afterwards, in clean form. */
      readonly after: Side | null;
    }
  | {
      readonly verdict: 'clash';
      readonly kind: 'uncommitted_clash' | 'untracked_in_the_way';
      readonly shape: ClashShape;
      readonly hunks: readonly Clash[];
    }
  /** The content cannot be written so that git reads it back. */
  | { readonly verdict: 'endings' };

/**
 * What becomes of a doc's file when the target moves: uncommitted edits are merged up to the new target and stay
 * uncommitted on top of it. Where they clash, or something that git does not hold would be overwritten, nothing
 * is written.
 */
export function planDisk(step: TargetStep, now: Place, next: Place | null, modesCount: boolean): DiskPlan {
  if (next && next.disk.at !== 'absent') return inTheWay(next.disk);
  if (step.from === null) return step.to ? planNew(step.to, now) : untouched(null);
  const flagged = planFlagged(step, now);
  if (flagged) return flagged;
  if (now.disk.at === 'other') return uncommitted('path');
  if (now.disk.at === 'absent') return step.to === null ? untouched(null) : uncommitted('delete/modify');
  if (step.to === null) return planRemoval(step.from, now, now.disk, modesCount);
  return planChange({ from: step.from, to: step.to }, now, next, now.disk);
}

type File = Extract<DiskFact, { at: 'file' }>;

function planNew(to: Side, now: Place): DiskPlan {
  const { disk, index, path } = now;
  if (disk.at === 'file' && sameContent(disk.clean, to)) return untouched(to);
  if (disk.at !== 'absent') {
    const tracked = index.at === 'entry' && disk.at === 'file';
    return tracked ? uncommitted('add/add') : inTheWay(disk);
  }
  const after = toDiskBytes(now.form, to, null);
  if (!after) return { verdict: 'endings' };
  const executable = to.mode === '100755';
  const file = { path, before: null, after, executable, owners: false };
  return { verdict: 'clean', files: [file], touching: 0, after: to };
}

// Git was told not to look at the file, so nobody sees edits in it: only a file as the target has it is replaced.
function planFlagged({ from }: TargetStep, { index, disk }: Place): DiskPlan | null {
  if (index.at !== 'entry') return null;
  const { skipWorktree, assumeUnchanged } = index.entry;
  if (!skipWorktree && !assumeUnchanged) return null;
  if (disk.at === 'absent' && skipWorktree) {
    return { verdict: 'elsewhere', files: [], touching: 0, after: null };
  }
  const asTarget = disk.at === 'file' && sameContent(disk.clean, from);
  return asTarget ? null : uncommitted('path');
}

function planRemoval(from: Side, { path }: Place, disk: File, modesCount: boolean): DiskPlan {
  const sameMode = !modesCount || disk.executable === (from.mode === '100755');
  if (!sameContent(disk.clean, from) || !sameMode) return uncommitted('delete/modify');
  const file = { path, before: disk.bytes, after: null, executable: disk.executable, owners: false };
  return { verdict: 'clean', files: [file], touching: 0, after: null };
}

function planChange(step: { from: Side; to: Side }, now: Place, next: Place | null, disk: File): DiskPlan {
  const merged = mergeSides(now.path, step.from, disk.clean, step.to);
  if (merged.take === 'clash') {
    return { verdict: 'clash', kind: 'uncommitted_clash', shape: merged.shape, hunks: merged.hunks };
  }
  const side = merged.side ?? step.to;
  const clean = sameContent(disk.clean, step.from);
  if (merged.take === 'ours' && !next) return { ...untouched(side), ...(clean ? { verdict: 'clean' } : {}) };
  const written = write(side, now, next, disk, !clean);
  if (!written) return { verdict: 'endings' };
  const verdict = clean ? 'clean' : 'merged';
  return { verdict, files: written, touching: merged.touching, after: side };
}

function write(side: Side, now: Place, next: Place | null, disk: File, owners: boolean): FileChange[] | null {
  const { bytes: before, executable } = disk;
  const after = toDiskBytes((next ?? now).form, side, { disk: before, clean: disk.clean });
  if (!after) return null;
  if (!next) return [{ path: now.path, before, after, executable, owners }];
  return [
    { path: next.path, before: null, after, executable, owners: false },
    { path: now.path, before, after: null, executable, owners },
  ];
}

function untouched(after: Side | null): Extract<DiskPlan, { files: unknown }> {
  return { verdict: 'same', files: [], touching: 0, after };
}

function uncommitted(shape: ClashShape): DiskPlan {
  return { verdict: 'clash', kind: 'uncommitted_clash', shape, hunks: [] };
}

function inTheWay(disk: DiskFact): DiskPlan {
  return {
    verdict: 'clash',
    kind: 'untracked_in_the_way',
    shape: disk.at === 'file' ? 'add/add' : 'path',
    hunks: [],
  };
}
