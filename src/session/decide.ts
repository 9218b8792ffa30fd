// A verdict of the settle table turned into the doc as it will be, and what is told of it. Nothing is written here.
import { hashBlob, readCommit } from '../repo/index.ts';
import { safe } from '../safe.ts';
import type { Base, OpenDoc, Settled, Synced } from './doc.ts';
import { type Gathered, outcomeOfDoc } from './facts.ts';
import { withBase, withStep } from './history.ts';
import { loaded, mergeStep, withTextStep } from './loaded.ts';
import type { Ending, Gone, Session, SessionEvent } from './session.ts';
import type { Verdict } from './settle.ts';
import { sha256 } from './texts.ts';
import { nextSeq } from './working.ts';

/** What becomes of one open doc. */
export interface Decision {
  /** Null: closed. */
  readonly now: OpenDoc | null;
  readonly settled: readonly Settled[];
  readonly events: readonly SessionEvent[];
  /** A proposal that was nowhere to be found. */
  readonly gone?: Gone;
  /** A proposal that ended otherwise. */
  readonly ended?: Ending;
}

/** The doc after a verdict. Steps it takes are numbered at once. */
export async function decide(
  session: Session,
  doc: OpenDoc,
  found: Gathered,
  verdict: Verdict,
): Promise<Decision> {
  switch (verdict.do) {
    case 'nothing':
      return found.movedTo ? load(doc, found, false) : quiet(stay(doc, found));
    case 'clean':
      return found.movedTo ? load(doc, found, verdict.forget) : clean(doc, found, verdict.forget);
    case 'load':
      return load(doc, found, verdict.forget);
    case 'close':
      return close(doc, found);
    case 'carry':
      return carry(session, doc, found, verdict.text);
    case 'rebase':
      return rebase(session, doc, found, verdict.text);
    case 'keep':
      return keep(session, doc, found, verdict);
    case 'amend':
      return amend(session, doc, found, verdict);
    case 'tell-amended':
      return tellAmended(session, doc, found, verdict.hunks);
  }
}

/** The doc stays; while disk holds the base on the same branch, the base's commit follows HEAD. */
function stay(doc: OpenDoc, { base }: Gathered): OpenDoc {
  const same = base.text === doc.base.text && base.path === doc.base.path && base.branch === doc.base.branch;
  if (!same || (base.commit === doc.base.commit && base.sha256 === doc.base.sha256)) return doc;
  return { ...doc, base: { ...base, seq: doc.base.seq } };
}

function quiet(now: OpenDoc): Decision {
  return { now, settled: [], events: [] };
}

function clean(doc: OpenDoc, found: Gathered, forget: boolean): Decision {
  const synced = syncedOf(doc, found, { action: 'clean' });
  // What still waits is still listed by the next revision, should the file lose it again.
  const seq = doc.waiting && !forget ? doc.base.seq : found.base.seq;
  const settled = { ...doc, waiting: forget ? null : doc.waiting, raised: null };
  const now = withBase(settled, { ...found.base, seq });
  return told(doc, now, found, synced, 'settled');
}

function load(doc: OpenDoc, found: Gathered, forget: boolean): Decision {
  const moved = found.base.path !== doc.path && { movedTo: found.base.path };
  const synced = syncedOf(doc, found, { action: 'reloaded', ...moved });
  const now = loaded({ ...doc, waiting: forget ? null : doc.waiting }, found.base);
  return told(doc, now, found, synced, 'reloaded');
}

function close(doc: OpenDoc, found: Gathered): Decision {
  return told(doc, null, found, syncedOf(doc, found, { action: 'closed' }), 'closed');
}

function carry(session: Session, doc: OpenDoc, found: Gathered, text: string | null): Decision {
  const stepped = text === doc.text ? doc : withTextStep(session, doc, text, mergeStep(doc));
  const now = { ...stepped, base: { ...found.base, seq: doc.base.seq }, raised: null };
  return told(doc, now, found, syncedOf(doc, found, { action: 'rebased' }), 'merged');
}

function rebase(session: Session, doc: OpenDoc, found: Gathered, text: string | null): Decision {
  const moved = found.movedTo && { movedTo: found.movedTo };
  const path = found.movedTo ?? doc.path;
  const changes = text !== doc.text || path !== doc.path;
  const step = changes ? { ...mergeStep(doc), seq: nextSeq(session) } : null;
  const stepped = step ? withStep(doc, step, { path, text }) : doc;
  const seq = text === found.base.text ? session.steps.last : doc.waiting!.seq;
  const now = withBase({ ...stepped, waiting: null, raised: null }, { ...found.base, seq });
  return told(doc, now, found, syncedOf(doc, found, { action: 'rebased', ...moved }), 'merged');
}

function keep(session: Session, doc: OpenDoc, found: Gathered, verdict: Verdict & { do: 'keep' }): Decision {
  const { elsewhere, deleted, hunks } = verdict;
  const path = found.movedTo ?? doc.path;
  const base = verdict.base === 'proposed' ? proposedBase(session, doc, found) : doc.base;
  const now: OpenDoc = { ...doc, path, base: found.movedTo ? { ...base, path } : base, waiting: null };
  const synced = syncedOf(doc, found, {
    action: 'kept',
    ...(elsewhere !== null && { elsewhere }),
    ...(deleted && { deleted }),
    ...(hunks.length > 0 && { hunks }),
    ...(found.movedTo && { movedTo: found.movedTo }),
  });
  return told(doc, now, found, synced, 'settled');
}

/** What landed as the base, so that the file's further change is merged against it. */
function proposedBase(session: Session, doc: OpenDoc, { base }: Gathered): Base {
  const { text, seq } = doc.waiting!;
  const bytes = Buffer.from(text ?? '');
  const oid = text === null ? null : hashBlob(session.repo, bytes);
  return { ...base, text, oid, sha256: text === null ? 'absent' : sha256(bytes), seq };
}

async function amend(
  session: Session,
  doc: OpenDoc,
  found: Gathered,
  verdict: Verdict & { do: 'amend' },
): Promise<Decision> {
  const waiting = doc.waiting!;
  const by = await amender(session, found);
  const noLater = doc.text === waiting.text;
  const step = {
    label: `Amended by ${safe(by.name)}`,
    lists: [],
    anchor: { base: doc.base, waiting },
  };
  const stepped = verdict.text === doc.text ? doc : withTextStep(session, doc, verdict.text, step);
  const now: OpenDoc = {
    ...stepped,
    waiting: {
      ...waiting,
      tip: found.found!.tip,
      tipText: found.tipText,
      text: verdict.proposed,
      seq: noLater ? session.steps.last : waiting.seq,
      told: undefined,
    },
  };
  if (found.tipText === waiting.tipText) return quiet(now);
  return told(doc, now, found, syncedOf(doc, found, { action: 'amended', by }), 'merged');
}

async function tellAmended(
  session: Session,
  doc: OpenDoc,
  found: Gathered,
  hunks: Synced['hunks'],
): Promise<Decision> {
  const by = await amender(session, found);
  const now: OpenDoc = { ...doc, waiting: { ...doc.waiting!, told: found.found!.tip } };
  return told(doc, now, found, syncedOf(doc, found, { action: 'amended', by, hunks }), 'settled');
}

async function amender(session: Session, { found }: Gathered): Promise<{ name: string; role: string }> {
  const { author } = await readCommit(session.repo, found!.tip);
  return { name: author.name, role: 'unknown' };
}

function told(
  doc: OpenDoc,
  now: OpenDoc | null,
  { found }: Gathered,
  synced: Synced,
  how: (SessionEvent & { kind: 'doc.changed' })['how'],
): Decision {
  const kept = synced.proposal === undefined && doc.synced ? doc.synced : synced;
  const event: SessionEvent = { kind: 'doc.changed', doc: now?.path ?? doc.path, how };
  const waiting = doc.waiting;
  const isGone = waiting && found?.outcome.outcome === 'removed';
  const isEnded = waiting && found && !isGone && found.outcome.outcome !== 'pending';
  return {
    now: now && { ...now, synced: kept },
    settled: [{ doc: doc.path, ...synced }],
    events: [event],
    ...(isGone && { gone: goneOf(doc.path, waiting, found.tip) }),
    ...(isEnded && { ended: { ...goneOf(doc.path, waiting, found.tip), told: found.outcome.outcome } }),
  };
}

function goneOf(doc: string, waiting: NonNullable<OpenDoc['waiting']>, tip: string): Gone {
  const { proposal, target } = waiting;
  return { doc, proposal, tip, target };
}

/** What is told of a settled doc; without a proposal, the action alone. */
function syncedOf(
  doc: OpenDoc,
  { found, difference }: Gathered,
  parts: Partial<Synced> & Pick<Synced, 'action'>,
): Synced {
  if (!doc.waiting || !found) return parts;
  const { outcome } = found;
  const pending = outcome.outcome === 'pending';
  return {
    proposal: doc.waiting.proposal,
    outcome: pending ? 'pending' : outcomeOfDoc(outcome, doc.waiting.path),
    ...(pending ? {} : endOf(outcome)),
    ...(difference !== null && { difference }),
    ...parts,
  };
}

/** What is known of an end: who, when, why, and how much of it landed. */
export function endOf(outcome: NonNullable<Gathered['found']>['outcome']): Partial<Synced> {
  const { by, at, reason, partial, changed, since, uncommitted, on } = outcome;
  return {
    by: by ? { name: by.name, role: by.role } : { name: 'unknown', role: 'unknown' },
    ...(at !== null && { at }),
    ...(reason !== undefined && { reason }),
    ...(partial && { partial }),
    ...(changed && { changed }),
    ...(since && { since }),
    ...(uncommitted && { uncommitted }),
    ...(on && { on }),
  };
}
