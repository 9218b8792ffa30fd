// Facts for the pure plan: docs of numbered lines, edited by each party on lines of its own.
import type { DiskFact, Facts, IndexFact, Place } from '../../../src/proposals/apply/facts.ts';
import { type Side, sideOf } from '../../../src/proposals/apply/side.ts';
import type { Form } from '../../../src/repo/index.ts';

export const AS_IS: Form = { eol: 'as-is', auto: false, keepCrlf: false };

/** A doc of twenty lines in which each named party changed its own line. */
export function text(...parties: (keyof typeof LINE)[]): string {
  const lines = Array.from({ length: 20 }, (_, i) => `line ${i}`);
  for (const party of parties) lines[LINE[party]] = `${party}'s line`;
  return `${lines.join('\n')}\n`;
}

const LINE = { agent: 3, target: 7, staged: 11, unstaged: 15 } as const;

export function side(content: string | null, mode = '100644'): Side | null {
  return content === null ? null : sideOf(mode, Buffer.from(content));
}

export function onDisk(content: string | null): DiskFact {
  if (content === null) return { at: 'absent' };
  const bytes = Buffer.from(content);
  return { at: 'file', bytes, executable: false, clean: sideOf('100644', bytes) };
}

export function inIndex(content: string | null, flags: Partial<Flags> = {}, mode = '100644'): IndexFact {
  if (content === null) return { at: 'absent' };
  const entry = { mode, oid: 'x'.repeat(40), stage: 0, ...NO_FLAGS, ...flags };
  return { at: 'entry', entry, side: sideOf(mode, Buffer.from(content)) };
}

interface Flags {
  readonly skipWorktree: boolean;
  readonly assumeUnchanged: boolean;
  readonly intentToAdd: boolean;
}

const NO_FLAGS: Flags = { skipWorktree: false, assumeUnchanged: false, intentToAdd: false };

export function place(path: string, index: IndexFact, disk: DiskFact): Place {
  return { path, index, disk, form: AS_IS };
}

/** Contents by party; null is absence, and a name left out is as the one before it: base, target, index, disk. */
export interface Contents {
  readonly base: string | null;
  readonly tip: string | null;
  readonly target?: string | null;
  readonly index?: string | null;
  readonly disk?: string | null;
  /** The tip, or the target, has the doc under another name. */
  readonly tipPath?: string;
  readonly targetPath?: string;
}

export function factsFor(contents: Contents, more: Partial<Facts> = {}): Facts {
  const { base, tip, target = base } = contents;
  const { index = target } = contents;
  const { disk = index } = contents;
  const named = (content: string | null, path = 'a.md') => (content === null ? null : path);
  const unit = {
    basePath: named(base),
    targetPath: named(target, contents.targetPath),
    tipPath: named(tip, contents.tipPath),
  };
  const now = place(unit.targetPath ?? 'a.md', inIndex(index), onDisk(disk));
  const next = contents.tipPath ? place(contents.tipPath, inIndex(null), onDisk(null)) : null;
  const here = { now, next, modesCount: true };
  return { unit, base: side(base), target: side(target), tip: side(tip), inTheWay: null, here, ...more };
}
