// Decisions on proposals taken back, and brought about again, where docs are open: each open copy follows its file.
import {
  type OpenCopy,
  previewRedo,
  previewUndo,
  type Redone,
  type RedoPreview,
  redoProposal,
  restoreProposal,
  type Undone,
  type UndoPreview,
  undoProposal,
} from '../proposals/index.ts';
import { safe } from '../safe.ts';
import { followed, HERE, type OpenOutcome, openCopies, refuseAgents } from './approve.ts';
import { finishLandings } from './operation.ts';
import type { Session } from './session.ts';

interface Ask {
  readonly proposal: string;
  readonly tip?: string;
  readonly token?: string;
}

/** What became of this session's open copies. */
interface Followed {
  /** It was merged into a dirty open copy here. */
  readonly merged?: true;
  /** A dirty open copy here clashed; its banner is up. */
  readonly conflict?: true;
  readonly open: readonly OpenOutcome[];
}

/** Takes the end of a proposal back. Refuses `owner_only` and what undoing refuses. */
export async function undoInSession(session: Session, ask: Ask): Promise<Undone & Followed> {
  return inLine(session, (open) => undoProposal(session.repo, { ...ask, open }, session.givens));
}

/** Takes an undo back. Refuses `owner_only` and what redoing refuses. */
export async function redoInSession(session: Session, ask: Ask): Promise<Redone & Followed> {
  return inLine(session, (open) => redoProposal(session.repo, { ...ask, open }, session.givens));
}

/** Brings an ended proposal back as pending. Refuses `owner_only` and what restoring refuses. */
export async function restoreInSession(session: Session, ask: { proposal: string }): Promise<Undone> {
  refuseAgents(session);
  await finishLandings(session);
  return restoreProposal(session.repo, ask, session.givens);
}

/** What undoing would do, with a warning for each doc that is open somewhere with unsaved edits. */
export async function previewUndoInSession(session: Session, ask: Ask): Promise<UndoPreview> {
  return previewed(session, (open) => previewUndo(session.repo, { ...ask, open }));
}

/** What redoing would do, with the same warnings. */
export async function previewRedoInSession(session: Session, ask: Ask): Promise<RedoPreview> {
  return previewed(session, (open) => previewRedo(session.repo, { ...ask, open }));
}

/** Paths that change, and what else to know. */
interface Told {
  readonly paths: readonly { readonly doc: string }[];
  readonly warnings: readonly string[];
}

async function inLine<T extends Told>(
  session: Session,
  act: (open: readonly OpenCopy[]) => Promise<T>,
): Promise<T & Followed> {
  refuseAgents(session);
  await finishLandings(session);
  const open = await openCopies(session);
  const done = await act(open);
  const outcomes = await followed(
    session,
    done.paths.map(({ doc }) => doc),
  );
  const elsewhere = open.filter(({ where }) => where !== HERE);
  return {
    ...done,
    ...(outcomes.some(({ how }) => how === 'merged') && { merged: true as const }),
    ...(outcomes.some(({ how }) => how === 'conflict') && { conflict: true as const }),
    open: outcomes,
    warnings: [...done.warnings, ...unsaved(done, elsewhere)],
  };
}

async function previewed<T extends Told>(
  session: Session,
  look: (open: readonly OpenCopy[]) => Promise<T>,
): Promise<T> {
  refuseAgents(session);
  const open = await openCopies(session);
  const plan = await look(open);
  return { ...plan, warnings: [...plan.warnings, ...unsaved(plan, open)] };
}

/** One sentence for each doc whose change is merged into somebody's unsaved edits. */
function unsaved({ paths }: Told, open: readonly OpenCopy[]): string[] {
  const dirty = open.filter((copy) => copy.dirty && paths.some(({ doc }) => doc === copy.path));
  return [...new Set(dirty.map(({ path }) => safe(path)))].map(
    (file) =>
      `${file} has unsaved edits: the change is merged into your open copy, keeping them. If both are on the same lines, you are asked what to keep.`,
  );
}
