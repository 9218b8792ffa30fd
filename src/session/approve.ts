// Decisions on proposals where docs are open: each open copy follows what lands.
import {
  type Applied,
  type ApplyRequest,
  applyProposal,
  type By,
  type Ended,
  type OpenCopy,
  type Preflight,
  preflight,
  rejectProposal,
  withdrawProposal,
} from '../proposals/index.ts';
import { refuse } from '../refusal.ts';
import { identity } from '../repo/index.ts';
import { safe } from '../safe.ts';
import { takeBase } from './base.ts';
import type { OpenDoc } from './doc.ts';
import { raised } from './landed.ts';
import { loaded, mergedIn } from './loaded.ts';
import { logged } from './log.ts';
import { remember } from './open.ts';
import { finishLandings } from './operation.ts';
import { openElsewhere } from './presence.ts';
import type { Session } from './session.ts';
import { isDirty, replaceDoc } from './working.ts';

/** What became of one open copy: here, or in another process, which does it itself at its next event. */
export interface OpenOutcome {
  readonly doc: string;
  readonly how: 'reloaded' | 'merged' | 'conflict' | 'closed';
  /** In a sentence, for a person. */
  readonly says: string;
}

/** An apply, and what it did to each open copy of this session. */
export type AppliedHere = Applied & {
  /** It was merged into a dirty open copy here. */
  readonly merged?: true;
  /** A dirty open copy here clashed; its banner is up. */
  readonly conflict?: true;
  readonly open: readonly OpenOutcome[];
};

/** What applying would do, with a warning for each doc that is open somewhere with unsaved edits. */
export async function preflightInSession(session: Session, ask: { proposal: string }): Promise<Preflight> {
  const open = await openCopies(session);
  const plan = await preflight(session.repo, ask.proposal, { open });
  return {
    ...plan,
    warnings: [
      ...plan.warnings,
      ...warningsFor(
        plan.paths.map(({ doc }) => doc),
        open,
      ),
    ],
  };
}

/** Applies a proposal and brings this session's open copies in line. Refuses `owner_only` and what applying refuses. */
export async function applyInSession(
  session: Session,
  ask: Omit<ApplyRequest, 'open'>,
): Promise<AppliedHere> {
  refuseAgents(session);
  await finishLandings(session);
  const open = await openCopies(session);
  const applied = await applyProposal(session.repo, { ...ask, open }, session.givens);
  const paths = applied.paths.map(({ doc }) => doc);
  const outcomes = await followed(session, paths);
  const elsewhere = open.filter(({ where }) => where !== HERE);
  return {
    ...applied,
    ...(outcomes.some(({ how }) => how === 'merged') && { merged: true as const }),
    ...(outcomes.some(({ how }) => how === 'conflict') && { conflict: true as const }),
    open: outcomes,
    warnings: [...applied.warnings, ...warningsFor(paths, elsewhere)],
  };
}

/** Ends a proposal unlanded, as the owner. */
export async function rejectInSession(
  session: Session,
  ask: { proposal: string; tip: string; reason?: string },
): Promise<Ended> {
  refuseAgents(session);
  const { name, email } = await identity(session.repo, 'committer');
  const by: By = { name, email, role: 'owner' };
  return rejectProposal(session.repo, { ...ask, by }, session.givens);
}

/** Ends a proposal of this session, or of one that it took over. */
export async function withdrawInSession(
  session: Session,
  ask: { proposal: string; tip?: string; reason?: string },
): Promise<Ended> {
  const waiting = [...session.docs.values()].find((doc) => doc.waiting?.proposal === ask.proposal)?.waiting;
  const author = waiting?.author ?? session.id;
  const agent = session.agent?.name ?? null;
  return withdrawProposal(session.repo, { ...ask, session: author, agent }, session.givens);
}

/** Where a copy is that this session has open itself. */
export const HERE = 'here';

/** The docs that this session, if it is the owner's, and other owners' sessions have open. */
export async function openCopies(session: Session): Promise<OpenCopy[]> {
  const here = [...session.docs.values()].map((doc) => ({
    path: doc.base.path,
    dirty: isDirty(doc),
    where: HERE,
  }));
  const elsewhere = (await openElsewhere(session)).flatMap(({ door, pid, docs }) =>
    docs.map(({ doc, dirty }) => ({ path: doc, dirty, where: `${door} (process ${pid})` })),
  );
  return session.role === 'owner' ? [...here, ...elsewhere] : elsewhere;
}

/** One sentence for each doc that approving merges into somebody's unsaved edits. */
function warningsFor(paths: readonly string[], open: readonly OpenCopy[]): string[] {
  const dirty = open.filter((copy) => copy.dirty && paths.includes(copy.path)).map(({ path }) => safe(path));
  return [...new Set(dirty)].map(
    (file) =>
      `Approving writes ${file} with the agent's version and merges it into your open copy, keeping your unsaved changes. If you both changed the same lines, you are asked what to keep.`,
  );
}

/** Brings this session's open copies of the docs in line with their files. */
export async function followed(session: Session, paths: readonly string[]): Promise<OpenOutcome[]> {
  const docs = [...session.docs.values()].filter(({ base }) => paths.includes(base.path));
  const outcomes: OpenOutcome[] = [];
  for (const doc of docs) {
    const outcome = await follow(session, doc);
    if (outcome) outcomes.push(outcome);
  }
  return outcomes;
}

async function follow(session: Session, doc: OpenDoc): Promise<OpenOutcome | null> {
  const { disk, base } = await takeBase(session, doc.base.path);
  remember(session, disk);
  if (disk.text === doc.base.text) return null;
  const name = doc.path;
  if (!isDirty(doc)) {
    await settleTo(session, doc, base.text === null ? null : loaded(doc, base));
    return base.text === null
      ? { doc: name, how: 'closed', says: `${safe(name)} is gone; its open copy was closed` }
      : { doc: name, how: 'reloaded', says: `reloaded your open copy of ${safe(name)}` };
  }
  const merged = base.text === null ? null : mergedIn(session, doc, base);
  if (merged?.clean) {
    await settleTo(session, doc, merged.doc);
    return { doc: name, how: 'merged', says: `merged into your open copy of ${safe(name)}` };
  }
  const decision = raised(doc, disk, true);
  await replaceDoc(session, doc, decision.now);
  for (const event of decision.events) session.tell(event);
  for (const event of decision.events) await logged(session, event);
  return {
    doc: name,
    how: 'conflict',
    says: `couldn't merge into your open copy of ${safe(name)}; choose in the editor`,
  };
}

async function settleTo(session: Session, doc: OpenDoc, now: OpenDoc | null): Promise<void> {
  await replaceDoc(session, doc, now);
  session.tell({
    kind: 'doc.changed',
    doc: doc.path,
    how: now === null ? 'closed' : isDirty(now) ? 'merged' : 'reloaded',
  });
}

/** Refuses `owner_only` to an agent. */
export function refuseAgents(session: Session): void {
  if (session.role === 'owner') return;
  refuse('owner_only', 'Only the owner applies and rejects proposals.', {
    hint: 'Wait: the owner decides, and you are told before your next call.',
  });
}
