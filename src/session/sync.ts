// Sync: open docs brought in line with refs and disk, before each call of an agent and after each event.
import { outcomesStamp } from '../proposals/index.ts';
import {
  diskStamp,
  formOf,
  head,
  indexLocked,
  indexStamp,
  operationInProgress,
  refsStamp,
} from '../repo/index.ts';
import { shortBranch } from './base.ts';
import { corrections, retell, withEnds } from './corrected.ts';
import { type Decision, decide } from './decide.ts';
import type { OpenDoc, Settled } from './doc.ts';
import { gather, type Round } from './facts.ts';
import { keepHeard } from './heard.ts';
import { underEdits } from './landed.ts';
import { logged } from './log.ts';
import { remember } from './open.ts';
import { finishLandings } from './operation.ts';
import type { Session, SyncReport } from './session.ts';
import { settle } from './settle.ts';
import { isStale } from './state.ts';
import { replaceDoc } from './working.ts';

/**
 * Begins a call: what the last report said has been heard, what a predecessor left unsaid is told, open docs are
 * settled. With nothing changed it costs a stat for each open doc and those of the refs.
 */
export async function syncSession(session: Session): Promise<SyncReport> {
  const { memory } = session;
  memory.reported = memory.inherited;
  memory.inherited = [];
  const { settled, skipped } = await settleAll(session);
  memory.reported = [...memory.reported, ...settled];
  memory.inherited = [];
  await keepHeard(session);
  return { settled: memory.reported, ...(skipped && { skipped }) };
}

/** Settles within a call: what it finds is told with the next report. */
export async function settleNow(session: Session): Promise<readonly Settled[]> {
  return (await settleAll(session)).settled;
}

/** What it finds stands in `inherited`, and at rest, before any doc is changed. */
async function settleAll(session: Session): Promise<SyncReport> {
  const refs = stampOfRefs(session);
  const moved = refs === '' || refs !== session.memory.refs;
  const changed = [...session.docs.values()].filter((doc) => moved || isFileChanged(session, doc));
  if (changed.length === 0 && !moved) return { settled: [] };
  if (indexLocked(session.repo)) await finishLandings(session);
  if (indexLocked(session.repo)) return { settled: [], skipped: 'index.lock' };
  if (await operationInProgress(session.repo)) return { settled: [], skipped: 'operation' };
  const round: Round = { head: await head(session.repo), ends: new Map() };
  // Asked for all at once: git is started once, not once a doc.
  if (changed.length > 1) await formOf(session.repo, [...new Set(changed.map((doc) => doc.base.path))]);
  const decisions: { doc: OpenDoc; decision: Decision }[] = [];
  for (const doc of changed) decisions.push({ doc, decision: await decideOne(session, doc, round) });
  const settled = decisions.flatMap(({ decision }) => decision.settled);
  const corrected = moved ? await corrections(session) : [];
  settled.push(...corrected);
  await carryOut(session, decisions, settled);
  await retell(session, corrected);
  session.memory.refs = refs;
  session.memory.index = indexStamp(session.repo);
  if (moved) session.tell({ kind: 'proposal.changed' });
  return { settled };
}

// A kill in between must not lose an outcome: it is at rest before the doc that it is about settles.
async function carryOut(
  session: Session,
  decisions: readonly { doc: OpenDoc; decision: Decision }[],
  settled: readonly Settled[],
): Promise<void> {
  const { memory } = session;
  memory.gone = [...memory.gone, ...decisions.flatMap(({ decision }) => decision.gone ?? [])];
  memory.ends = withEnds(
    memory.ends,
    decisions.flatMap(({ decision }) => decision.ended ?? []),
  );
  memory.inherited = [...memory.inherited, ...settled];
  if (settled.length > 0) await keepHeard(session);
  for (const { doc, decision } of decisions) {
    if (decision.now !== doc) await replaceDoc(session, doc, decision.now);
    for (const event of decision.events) session.tell(event);
    for (const event of decision.events) await logged(session, event);
  }
}

async function decideOne(session: Session, was: OpenDoc, round: Round): Promise<Decision> {
  if (isUntouched(session, was)) return { now: withCommit(was, round), settled: [], events: [] };
  const gathered = await gather(session, was, round);
  const doc = named(was, gathered.found?.outcome.renamedTo);
  remember(session, gathered.disk);
  const verdict = settle(gathered.facts);
  const isUnder = verdict.do === 'nothing' && session.role === 'owner' && isStale(doc, gathered.disk);
  if (isUnder) return underEdits(session, doc, gathered.disk, gathered.base);
  return decide(session, doc, gathered, verdict);
}

/** The doc, its proposal called by the name that somebody gave its branch. */
function named(doc: OpenDoc, proposal: string | undefined): OpenDoc {
  return proposal && doc.waiting ? { ...doc, waiting: { ...doc.waiting, proposal } } : doc;
}

/** No proposal, and the file is as it was when it was last read, which is the base: only HEAD may have moved. */
function isUntouched(session: Session, doc: OpenDoc): boolean {
  const known = session.memory.files.get(doc.base.path);
  return !doc.waiting && known?.sha256 === doc.base.sha256 && !isFileChanged(session, doc);
}

// While disk holds the base and the branch is the same, the base's commit follows HEAD.
function withCommit(doc: OpenDoc, { head: now }: Round): OpenDoc {
  if (doc.base.branch !== shortBranch(now.branch) || doc.base.commit === now.oid) return doc;
  return { ...doc, base: { ...doc.base, commit: now.oid } };
}

function isFileChanged(session: Session, doc: OpenDoc): boolean {
  const known = session.memory.files.get(doc.base.path)?.stamp;
  if (known !== diskStamp(session.repo, doc.base.path)) return true;
  if (doc.path === doc.base.path) return false;
  return (session.memory.files.get(doc.path)?.stamp ?? '') !== diskStamp(session.repo, doc.path);
}

function stampOfRefs(session: Session): string {
  const [refs, outcomes] = [refsStamp(session.repo), outcomesStamp(session.repo)];
  return refs === '' || outcomes === '' ? '' : `${refs}\n${outcomes}`;
}
