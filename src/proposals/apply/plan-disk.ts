import { type Ask, type ClashShape, type FoundClash, NOBODY, wholeClash } from './clash.ts';
import { toDiskBytes } from './endings.ts';
import type { DiskFact, Place } from './facts.ts';
import type { TargetStep } from './plan-index.ts';
import { answered, mergedMode, mergeSides, type Side, type SideMerge, sameContent } from './side.ts';

/** One file of the work tree: exact bytes before and after; null is absence. */
export interface FileChange {
  readonly path: string;
  readonly before: Buffer | null;
  readonly after: Buffer | null;
  readonly executable: boolean;
  /** A file that is there becomes executable, or no longer is. */
  readonly newMode?: true;
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
      readonly clashes: readonly FoundClash[];
    }
  /** The content cannot be written so that git reads it back. */
  | { readonly verdict: 'endings' };

/** Answers to clashes with the file, and with what git does not track. */
export interface DiskAsk {
  readonly uncommitted: Ask;
  readonly untracked: Ask;
}

const SILENT: DiskAsk = { uncommitted: NOBODY, untracked: NOBODY };

/**
 * What becomes of a doc's file when the target moves: uncommitted edits are merged up to the new target and stay
 * uncommitted on top of it. Where they clash, or something that git does not hold would be overwritten, nothing
 * is written but what the owner says.
 */
export function planDisk(
  step: TargetStep,
  now: Place,
  next: Place | null,
  modesCount: boolean,
  ask: DiskAsk = SILENT,
): DiskPlan {
  if (next && next.disk.at !== 'absent') return inTheWay(next);
  if (step.from === null) return step.to ? planNew(step.to, now, ask) : untouched(null);
  const flagged = planFlagged(step, now);
  if (flagged) return flagged;
  if (now.disk.at === 'other') return uncommitted('path', now.path);
  if (now.disk.at === 'absent') return planAbsent(step.to, next ?? now, ask);
  if (step.to === null) return planRemoval(step.from, now, now.disk, modesCount, ask);
  return planChange({ from: step.from, to: step.to, modesCount }, now, next, now.disk, ask);
}

type File = Extract<DiskFact, { at: 'file' }>;

function planNew(to: Side, now: Place, ask: DiskAsk): DiskPlan {
  const { disk, index, path } = now;
  if (disk.at === 'file' && sameContent(disk.clean, to)) return untouched(to);
  if (disk.at === 'absent') return fresh(to, now);
  if (disk.at === 'other') return inTheWay(now);
  const tracked = index.at === 'entry';
  const versions = { path, ours: disk.clean, theirs: to };
  const merged = answered('add/add', versions, tracked ? ask.uncommitted : ask.untracked);
  if (merged.take === 'clash') {
    const kind = tracked ? 'uncommitted_clash' : 'untracked_in_the_way';
    return { verdict: 'clash', kind, clashes: merged.clashes };
  }
  return overFile(merged, now, null, disk, false);
}

/** A file where none is. */
function fresh(to: Side, { path, form }: Place): DiskPlan {
  const after = toDiskBytes(form, to, null);
  if (!after) return { verdict: 'endings' };
  const executable = to.mode === '100755';
  const file = { path, before: null, after, executable, owners: false };
  return { verdict: 'clean', files: [file], touching: 0, after: to };
}

/** The owner deleted the file. */
function planAbsent(to: Side | null, place: Place, { uncommitted: ask }: DiskAsk): DiskPlan {
  if (to === null) return untouched(null);
  const merged = answered('delete/modify', { path: place.path, ours: null, theirs: to }, ask);
  if (merged.take === 'clash')
    return { verdict: 'clash', kind: 'uncommitted_clash', clashes: merged.clashes };
  return merged.side ? fresh(merged.side, place) : untouched(null);
}

// Git was told not to look at the file, so nobody sees edits in it: only a file as the target has it is replaced.
function planFlagged({ from }: TargetStep, { index, disk, path }: Place): DiskPlan | null {
  if (index.at !== 'entry') return null;
  const { skipWorktree, assumeUnchanged } = index.entry;
  if (!skipWorktree && !assumeUnchanged) return null;
  if (disk.at === 'absent' && skipWorktree) {
    return { verdict: 'elsewhere', files: [], touching: 0, after: null };
  }
  const asTarget = disk.at === 'file' && sameContent(disk.clean, from);
  return asTarget ? null : uncommitted('path', path);
}

function planRemoval(
  from: Side,
  now: Place,
  disk: File,
  modesCount: boolean,
  { uncommitted: ask }: DiskAsk,
): DiskPlan {
  const { path, index } = now;
  // Unstaged already: the owner keeps the file, and git no longer looks at it.
  if (index.at === 'absent') return untouched(disk.clean);
  const sameMode = !modesCount || disk.executable === (from.mode === '100755');
  const clean = sameContent(disk.clean, from) && sameMode;
  const merged: SideMerge = clean
    ? { take: 'theirs', side: null, touching: 0 }
    : answered('delete/modify', { path, ours: disk.clean, theirs: null }, ask);
  if (merged.take === 'clash')
    return { verdict: 'clash', kind: 'uncommitted_clash', clashes: merged.clashes };
  if (merged.side) return overFile(merged, now, null, disk, clean);
  const file = { path, before: disk.bytes, after: null, executable: disk.executable, owners: !clean };
  return { verdict: 'clean', files: [file], touching: 0, after: null };
}

function planChange(
  step: { from: Side; to: Side; modesCount: boolean },
  now: Place,
  next: Place | null,
  disk: File,
  { uncommitted: ask }: DiskAsk,
): DiskPlan {
  const merged = mergeSides(now.path, step.from, disk.clean, step.to, ask);
  if (merged.take === 'clash')
    return { verdict: 'clash', kind: 'uncommitted_clash', clashes: merged.clashes };
  const mode = step.modesCount ? mergedMode(step.from, disk.clean, step.to) : disk.clean.mode;
  const clean = sameContent(disk.clean, step.from);
  return overFile(merged, now, next, { ...disk, executable: mode === '100755' }, clean);
}

/** What was merged, in place of the file that is there, which gets the mode; `clean`: it was the target's. */
function overFile(
  merged: Exclude<SideMerge, { take: 'clash' }>,
  now: Place,
  next: Place | null,
  disk: File,
  clean: boolean,
): DiskPlan {
  const side = merged.side!;
  const newMode = isExecutable(disk.clean) !== disk.executable;
  if (merged.take === 'ours' && !next && !newMode)
    return { ...untouched(side), ...(clean ? { verdict: 'clean' } : {}) };
  const written = write(side, now, next, disk, !clean);
  if (!written) return { verdict: 'endings' };
  const verdict = clean ? 'clean' : 'merged';
  return { verdict, files: written, touching: merged.touching, after: side };
}

function write(side: Side, now: Place, next: Place | null, disk: File, owners: boolean): FileChange[] | null {
  const { bytes: before, executable } = disk;
  const after = toDiskBytes((next ?? now).form, side, { disk: before, clean: disk.clean });
  if (!after) return null;
  const newMode = isExecutable(disk.clean) === executable ? {} : { newMode: true as const };
  if (!next) return [{ path: now.path, before, after, executable, owners, ...newMode }];
  return [
    { path: next.path, before: null, after, executable, owners: false },
    { path: now.path, before, after: null, executable, owners },
  ];
}

function isExecutable({ mode }: Side): boolean {
  return mode === '100755';
}

function untouched(after: Side | null): Extract<DiskPlan, { files: unknown }> {
  return { verdict: 'same', files: [], touching: 0, after };
}

function uncommitted(shape: ClashShape, path: string): DiskPlan {
  return { verdict: 'clash', kind: 'uncommitted_clash', clashes: [wholeClash(shape, [], [path])] };
}

function inTheWay({ disk, path }: Place): DiskPlan {
  const shape = disk.at === 'file' ? 'add/add' : 'path';
  return { verdict: 'clash', kind: 'untracked_in_the_way', clashes: [wholeClash(shape, [], [path])] };
}
