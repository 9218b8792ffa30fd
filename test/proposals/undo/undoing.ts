// What undo is tested on: proposals applied to real repositories, and all that an owner has of them.
import { expect } from 'vitest';
import {
  type Redone,
  redoProposal,
  type Undone,
  type UndoRequest,
  undoProposal,
} from '../../../src/proposals/index.ts';
import type { Repo } from '../../../src/repo/index.ts';
import { makeRepo, type TestRepo } from '../../helpers/make-repo.ts';
import { contents } from '../../repo/landing/landings.ts';
import { approve, type Change, givens, opened, propose } from '../apply/proposing.ts';

/** All that the owner has: branches, index, files. Docket's own refs and reflogs are left out. */
export function ownersState(disk: TestRepo): object {
  return {
    refs: disk.git('for-each-ref', '--format=%(refname) %(objectname)', 'refs/heads', 'refs/tags'),
    index: disk.git('ls-files', '-s', '-v'),
    files: contents(disk.root),
    modes: disk.git('diff', '--summary'),
    head: disk.git('symbolic-ref', 'HEAD'),
  };
}

export interface Applied {
  readonly disk: TestRepo;
  readonly repo: Repo;
  readonly tip: string;
  /** The target before the apply and after it. */
  readonly before: string;
  readonly after: string;
  undo(more?: Partial<UndoRequest>): Promise<Undone>;
  redo(more?: Partial<UndoRequest>): Promise<Redone>;
}

/** A repository with proposal x applied: by fast-forward, or by a merge where the target went on. */
export async function applied(
  files: Record<string, string>,
  change: Change,
  { how = 'fast-forward', edit = () => {} }: { how?: How; edit?: (disk: TestRepo) => void } = {},
): Promise<Applied> {
  const disk = makeRepo({ 'other.md': 'other\n', ...files });
  const tip = propose(disk, 'x', change);
  if (how === 'merge') disk.commit({ 'elsewhere.md': 'elsewhere\n' }, 'Elsewhere');
  const before = disk.git('rev-parse', 'main');
  edit(disk);
  const repo = await opened(disk);
  await approve(repo, 'x');
  const after = disk.git('rev-parse', 'main');
  expect(after === tip).toBe(how === 'fast-forward');
  return { disk, repo, tip, before, after, ...takers(repo) };
}

export type How = 'fast-forward' | 'merge';

export function takers(repo: Repo, proposal = 'x'): Pick<Applied, 'undo' | 'redo'> {
  return {
    undo: (more = {}) => undoProposal(repo, { proposal, ...more }, givens),
    redo: (more = {}) => redoProposal(repo, { proposal, ...more }, givens),
  };
}

/** Nothing is wrong with the repository, and nothing of docket's lies around. */
export function expectWhole(disk: TestRepo): void {
  expect(disk.git('fsck', '--strict', '--no-dangling')).toBe('');
  expect(disk.tryGit('ls-files', '--others', '--', ':(glob)**/.docket-*').stdout).toBe('');
}

export { givens, makeRepo, opened, propose };
