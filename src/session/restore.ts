// Bytes that were kept before something overwrote them: told, and put back.
import { decodeText } from '../kinds/index.ts';
import { refuse } from '../refusal.ts';
import {
  keepRecovery,
  listRecovery,
  type RecoveryCopy,
  readDisk,
  readRecovery,
  writeDisk,
} from '../repo/index.ts';
import { safe } from '../safe.ts';
import { pathNamed } from './named-path.ts';
import { refuseWhileBusy } from './operation.ts';
import type { Session } from './session.ts';

/** A copy as it is told. */
export interface Copy {
  readonly id: string;
  readonly doc: string;
  readonly at: string;
  readonly why: string;
  readonly size: number;
  readonly sha256: string;
  /** The work tree that the file was in, where it is not this one. */
  readonly worktree?: string;
}

export interface Restored {
  readonly id: string;
  readonly sha256: string;
  /** The file that holds the bytes now. */
  readonly doc?: string;
  /** The file held them already. */
  readonly unchanged?: true;
  /** Id of the copy of what the file held before. */
  readonly kept?: string;
  /** The bytes as text, when they were only to be printed. */
  readonly text?: string;
}

export interface RestoreRequest {
  readonly id?: string;
  readonly doc?: string;
  readonly to?: string;
  readonly print?: boolean;
}

/** Copies of overwritten bytes, newest first, of all work trees or of one path. Refuses `owner_only`. */
export async function listCopies(session: Session, { doc }: { doc?: string } = {}): Promise<Copy[]> {
  refuseAgent(session);
  const copies = await listRecovery(session.repo);
  return copies.filter(({ path }) => doc === undefined || path === doc).map((copy) => told(session, copy));
}

/**
 * Writes a copy's bytes back to the file they were of, or to `to`, and keeps what that replaces; `print` answers
 * them as text and writes nothing. By `doc` the newest copy from this work tree is meant. Refuses `owner_only`,
 * `not_found`, `ambiguous`, `binary` (no text to print), `disk_differs` (the copy is damaged, or the file changed in
 * that moment), `review_needed` (a copy from another work tree, and no `to`), and what writing a file refuses.
 */
export async function restoreCopy(session: Session, ask: RestoreRequest): Promise<Restored> {
  refuseAgent(session);
  const copy = await copyOf(session, ask);
  const bytes = readRecovery(session.repo, copy) ?? refuseDamaged(copy);
  if (ask.print) return { id: copy.id, sha256: copy.sha256, text: textOf(copy, bytes) };
  return written(session, copy, bytes, pathNamed(session, ask.to ?? ownPath(session, copy)));
}

function refuseAgent(session: Session): void {
  if (session.role === 'owner') return;
  refuse('owner_only', 'Only the owner can see and restore what was overwritten.', {
    hint: 'Ask the owner for it: docket recovery list.',
  });
}

function told(session: Session, { path, worktree, ...copy }: RecoveryCopy): Copy {
  return { ...copy, doc: path, ...(worktree !== session.repo.root && { worktree }) };
}

async function copyOf(session: Session, { id, doc }: RestoreRequest): Promise<RecoveryCopy> {
  if ((id === undefined) === (doc === undefined)) refuseNeither();
  const copies = await listRecovery(session.repo);
  if (doc !== undefined) {
    const newest = copies.find((copy) => copy.path === doc && copy.worktree === session.repo.root);
    return newest ?? refuseNone(`No overwritten bytes of ${safe(doc)} are kept.`, copies);
  }
  const fits = copies.filter((copy) => copy.id.startsWith(id!));
  const exact = fits.find((copy) => copy.id === id) ?? (fits.length === 1 ? fits[0] : undefined);
  if (exact) return exact;
  if (fits.length === 0) return refuseNone(`No copy is named ${safe(id!)}.`, copies);
  return refuse('ambiguous', `${safe(id!)} is the beginning of ${fits.length} copies.`, {
    details: { id, fits: fits.slice(0, 20).map((copy) => copy.id) },
    hint: 'Give more of the id.',
  });
}

function ownPath(session: Session, { id, path, worktree }: RecoveryCopy): string {
  if (worktree === session.repo.root) return path;
  return refuse('review_needed', `The copy is of ${safe(path)} in another work tree, ${safe(worktree)}.`, {
    details: { id, doc: path, worktree },
    hint: `Restore it there (docket -C <folder> recovery restore), or say where to here: --to ${safe(path)}.`,
  });
}

async function written(
  session: Session,
  { id, sha256 }: RecoveryCopy,
  bytes: Buffer,
  path: string,
): Promise<Restored> {
  const { repo, givens } = session;
  await refuseWhileBusy(session);
  const before = (await readDisk(repo, path))?.bytes ?? null;
  if (before?.equals(bytes)) return { id, sha256, doc: path, unchanged: true };
  const kept = before && (await keepRecovery(repo, path, before, `${id} was restored over it`, givens));
  await writeDisk(repo, path, bytes, { expect: before });
  return { id, sha256, doc: path, ...(kept && { kept: idOf(kept) }) };
}

function idOf(copy: string): string {
  return /([^/\\]+)\.bytes$/.exec(copy)![1]!;
}

function textOf({ id, path }: RecoveryCopy, bytes: Buffer): string {
  const decoded = decodeText(bytes);
  if ('text' in decoded) return decoded.text;
  return refuse('binary', `The bytes kept of ${safe(path)} are no text to print.`, {
    details: { id, doc: path },
    hint: 'Write them to a file: --to <path>.',
  });
}

function refuseNeither(): never {
  return refuse('invalid_input', 'Name one copy: its id, or the doc whose newest copy is meant.', {
    details: [{ path: 'id', wanted: 'an id or a doc', got: 'both or none' }],
    hint: 'See what is kept with docket recovery list.',
  });
}

function refuseNone(message: string, copies: readonly RecoveryCopy[]): never {
  const docs = [...new Set(copies.map(({ path }) => path))].slice(0, 20);
  return refuse('not_found', message, {
    details: { docs },
    hint: docs.length > 0 ? 'See what is kept with docket recovery list.' : 'Nothing is kept.',
  });
}

function refuseDamaged({ id, path }: RecoveryCopy): never {
  return refuse(
    'disk_differs',
    `The copy ${id} of ${safe(path)} is not what was kept: it is gone or damaged.`,
    {
      details: { id, doc: path },
      hint: 'Look for another copy of the doc with docket recovery list, or in git.',
    },
  );
}
