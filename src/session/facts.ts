// What a settle has to know of one doc, gathered from refs and disk.
import { type Outcome, outcomeOf, textAt } from '../proposals/index.ts';
import { type Head, type Oid, readCommit } from '../repo/index.ts';
import { type OnDisk, onDiskNow, shortBranch, takeBase } from './base.ts';
import { differenceOf } from './difference.ts';
import type { Base, OpenDoc, Waiting } from './doc.ts';
import { landedPath } from './landed-path.ts';
import type { Session } from './session.ts';
import type { SettleFacts, SettleProposal } from './settle.ts';
import { mergeTexts } from './texts.ts';

/** One sync's shared findings: HEAD, and for each proposal its tip and what became of it. */
export interface Round {
  readonly head: Head;
  readonly ends: Map<string, Promise<Found>>;
}

/** A proposal as it is now. */
export interface Found {
  readonly tip: Oid;
  readonly outcome: Outcome;
}

/** The facts of one doc, with what they were read from. */
export interface Gathered {
  readonly facts: SettleFacts;
  readonly disk: OnDisk;
  /** The base that disk gives now. */
  readonly base: Base;
  readonly found: Found | null;
  /** The proposal's own text of the doc at the tip as it is now. */
  readonly tipText: string | null;
  /** The path that the doc landed at, where the other side renamed it. */
  readonly movedTo: string | null;
  /** How what landed differs from what was proposed. */
  readonly difference: string | null;
}

/** Reads what the settle table asks for. */
export async function gather(session: Session, doc: OpenDoc, round: Round): Promise<Gathered> {
  const found = doc.waiting ? await findingOf(session, doc.waiting, round) : null;
  const place = await placeOf(session, doc, found, round);
  const { disk, base } = await steadyBase(session, doc, place.path);
  const tipText = found && doc.waiting ? await tipTextOf(session, doc.waiting, found.tip) : null;
  const under = found && doc.waiting ? await underText(session, doc.waiting, found.tip) : null;
  const facts: SettleFacts = {
    path: doc.path,
    working: doc.text,
    file: base.text,
    base: doc.base.text,
    ...(!place.movedTo && place.path !== doc.path && { renamed: true }),
    proposal:
      found && doc.waiting
        ? proposalFacts(doc, doc.waiting, { ...found, tipText, under }, base, round)
        : null,
  };
  const ended = found && doc.waiting ? { outcome: found.outcome, tipText, under } : null;
  const difference = ended && (await differenceOf(session, doc.waiting!, ended));
  return { facts, disk, base, found, tipText, movedTo: place.movedTo, difference };
}

const MISSING_MS = 100;
const PAUSE_MS = 10;

/** A file that is being replaced is missing for a moment: only one that stays away is gone. */
async function steadyBase(
  session: Session,
  doc: OpenDoc,
  path: string,
): Promise<{ disk: OnDisk; base: Base }> {
  for (let left = MISSING_MS; ; left -= PAUSE_MS) {
    const taken = await takeBase(session, path, onDiskNow);
    if (taken.base.text !== null || doc.base.text === null || doc.text === null || left <= 0) return taken;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

async function findingOf(session: Session, waiting: Waiting, round: Round): Promise<Found> {
  const known = round.ends.get(waiting.proposal) ?? find(session, waiting);
  round.ends.set(waiting.proposal, known);
  return known;
}

async function find(session: Session, { proposal: id, tip, target }: Waiting): Promise<Found> {
  const outcome = await outcomeOf(session.repo, { id, tip, target });
  return { tip: outcome.tip, outcome };
}

/** The path whose file the doc is compared with: a rename counts as done once the new path is on disk and the old is not. */
async function placeOf(
  session: Session,
  doc: OpenDoc,
  found: Found | null,
  round: Round,
): Promise<{ path: string; movedTo: string | null }> {
  const ended = found !== null && found.outcome.outcome !== 'pending';
  if (doc.base.path !== doc.path) {
    const there = ended && (await takeBase(session, doc.path)).base.text !== null;
    return { path: there ? doc.path : doc.base.path, movedTo: null };
  }
  if (doc.base.text === null || !(ended || doc.text === doc.base.text))
    return { path: doc.path, movedTo: null };
  const movedTo = await landedPath(session, doc, round.head);
  return { path: movedTo ?? doc.path, movedTo };
}

async function tipTextOf(session: Session, waiting: Waiting, tip: Oid): Promise<string | null> {
  return tip === waiting.tip ? waiting.tipText : textAt(session.repo, tip, waiting.path);
}

async function underText(session: Session, { path }: Waiting, tip: Oid): Promise<string | null> {
  const [parent = null] = (await readCommit(session.repo, tip)).parents;
  return textAt(session.repo, parent, path);
}

function proposalFacts(
  doc: OpenDoc,
  waiting: Waiting,
  { tip, outcome, tipText, under }: Found & { tipText: string | null; under: string | null },
  file: Base,
  round: Round,
): SettleProposal {
  const { text } = waiting;
  if (outcome.outcome === 'pending') {
    const moved = { before: waiting.tipText, now: tipText, told: waiting.told === tip };
    return { state: 'pending', text, under, moved: tip === waiting.tip ? null : moved };
  }
  const name = outcomeOfDoc(outcome, waiting.path);
  const holds = holdsProposal(doc, file.text, text);
  const elsewhere = name === 'applied' && !holds ? landedElsewhere(waiting, outcome, round.head) : null;
  return { state: 'ended', text, outcome: name, elsewhere };
}

/** What became of one doc of an ended proposal; one that is nowhere to be found is told as rejected. */
export function outcomeOfDoc(
  outcome: Outcome,
  path: string,
): 'applied' | 'rejected' | 'withdrawn' | 'superseded' {
  const name = outcome.outcome;
  if (name === 'applied') return outcome.docs?.[path] === 'not' ? 'rejected' : 'applied';
  return name === 'withdrawn' || name === 'superseded' ? name : 'rejected';
}

function landedElsewhere(waiting: Waiting, outcome: Outcome, now: Head): string | null {
  if (outcome.on) return outcome.on;
  if (outcome.uncommitted || shortBranch(now.branch) === waiting.target) return null;
  return waiting.target;
}

function holdsProposal(doc: OpenDoc, file: string | null, proposed: string | null): boolean {
  const merged = mergeTexts(doc.path, doc.base.text, file, proposed);
  return merged.clean && merged.text === file;
}
