// An agent's save: its docs' working copies as proposals. Nothing of the owner's is touched.
import {
  type Agent,
  clashingNow,
  type Proposed,
  type ProposedDoc,
  type ProposeRequest,
  propose,
  textAt,
} from '../proposals/index.ts';
import { Refusal, refuse } from '../refusal.ts';
import { safe } from '../safe.ts';
import type { Saved } from './answers.ts';
import type { OpenDoc } from './doc.ts';
import { editsSince } from './history.ts';
import { openElsewhere, unsavedIn } from './presence.ts';
import { type Group, groupsOf } from './save-groups.ts';
import type { SaveRequest } from './save-request.ts';
import type { Session } from './session.ts';
import { followDoc } from './working.ts';

/** Who proposes at a door where no agent spoke. */
export const OWNERS_DOOR: Agent = { name: 'docket' };

/**
 * Proposes what is to be saved, one proposal after the other. Where a later one is refused, `details.saved` of the
 * refusal lists those that stand.
 */
export async function saveAsProposals(session: Session, ask: SaveRequest): Promise<Saved> {
  const groups = await groupsOf(session, ask);
  if (groups.length === 0) return { proposals: [], unchanged: true, warnings: ['Nothing is unsaved.'] };
  const proposals: Proposed[] = [];
  for (const group of groups) proposals.push(await proposeGroup(session, ask, group, proposals));
  const docs = proposals.flatMap((proposed) => proposed.docs.map(({ doc }) => doc));
  const own = proposals.flatMap(({ warnings }) => warnings);
  const unchanged = proposals.every((proposed) => proposed.unchanged);
  return {
    proposals,
    ...(unchanged && { unchanged }),
    warnings: [
      ...own,
      ...(await clashWarnings(session, proposals)),
      ...(await unsavedWarnings(session, docs)),
    ],
  };
}

async function proposeGroup(
  session: Session,
  ask: SaveRequest,
  group: Group,
  saved: readonly Proposed[],
): Promise<Proposed> {
  try {
    const proposed = await propose(session.repo, requestOf(session, ask, group), session.givens);
    const kept = await markWaiting(session, group, proposed, ask.remove ?? []);
    return kept ? proposed : { ...proposed, warnings: [...proposed.warnings, NOT_KEPT] };
  } catch (error) {
    if (!(error instanceof Refusal) || saved.length === 0) throw error;
    const details = { ...(error.details as object), saved };
    return refuse(error.code, error.message, { details, hint: error.hint });
  }
}

const NOT_KEPT =
  'The proposal stands. That it waits could not be written down (is the disk full?), so a restarted server will not know of it.';

function requestOf(session: Session, ask: SaveRequest, { into, docs }: Group): ProposeRequest {
  const waiting = docs.flatMap((doc) => doc.waiting ?? []);
  const authors = waiting.map(({ author }) => author).filter((author) => author !== session.id);
  return {
    docs: docs.map(proposedDoc),
    into,
    seenTip: into === null ? null : (seenTip(waiting) ?? ask.tip ?? null),
    tip: ask.tip,
    formerSessions: [...new Set([...authors, ...session.memory.former])],
    remove: ask.remove,
    summary: ask.summary ?? null,
    agent: session.agent ?? OWNERS_DOOR,
    session: session.id,
    worktree: session.repo.root,
    requestId: ask.requestId,
    target: ask.target ?? null,
    create: ask.create,
    follows: docs.map(({ synced }) => endedProposal(synced)).find((id) => id !== null) ?? null,
  };
}

/** A tip whose change was told and not taken over was not seen by every doc: merging starts from before it. */
function seenTip(waiting: readonly NonNullable<OpenDoc['waiting']>[]): string | null {
  return (waiting.find(({ told }) => told !== undefined) ?? waiting[0])?.tip ?? null;
}

function endedProposal(synced: OpenDoc['synced']): string | null {
  return synced?.proposal !== undefined && synced.outcome !== 'pending' ? synced.proposal : null;
}

/** A working copy as it is proposed. */
export function proposedDoc(doc: OpenDoc): ProposedDoc {
  const { text, commit, branch, path } = doc.base;
  return {
    path: doc.path,
    text: doc.text,
    ...(path !== doc.path && text !== null && { renamedFrom: path }),
    edits: editsSince(doc),
    base: { text, commit, branch },
    created: text === null,
  };
}

/**
 * Every doc of the group waits now; docs of the proposal that were not saved follow its tip. The proposal stands
 * already, so nothing here refuses; returns whether all of it is at rest.
 */
async function markWaiting(
  session: Session,
  group: Group,
  proposed: Proposed,
  removed: readonly string[],
): Promise<boolean> {
  let kept = true;
  const follow = async (was: OpenDoc, now: OpenDoc) => {
    kept = (await followDoc(session, was, now)) && kept;
  };
  for (const was of group.docs) {
    const tipText = await textAt(session.repo, proposed.tip, was.path);
    await follow(was, { ...was, synced: null, waiting: waitingIn(session, was, proposed, tipText) });
  }
  for (const doc of [...session.docs.values()]) {
    if (doc.waiting?.proposal !== proposed.proposal || doc.waiting.tip === proposed.tip) continue;
    const tipText = await textAt(session.repo, proposed.tip, doc.waiting.path);
    if (removed.includes(doc.path)) await follow(doc, { ...doc, waiting: null });
    else if (tipText === doc.waiting.tipText)
      await follow(doc, { ...doc, waiting: { ...doc.waiting, tip: proposed.tip } });
  }
  return kept;
}

function waitingIn(
  session: Session,
  doc: OpenDoc,
  proposed: Proposed,
  tipText: string | null,
): OpenDoc['waiting'] {
  const { proposal, tip, revision, target } = proposed;
  return {
    proposal,
    tip,
    revision,
    target,
    text: doc.text,
    path: doc.path,
    tipText,
    seq: session.steps.last,
    author: session.id,
  };
}

async function clashWarnings(session: Session, proposals: readonly Proposed[]): Promise<string[]> {
  const warnings: string[] = [];
  for (const proposed of proposals) {
    // The proposal stands: that a text cannot be read or merged must not make its save look as if it had failed.
    const docs =
      proposed.outcome === 'pending' ? await clashingNow(session.repo, proposed).catch(() => []) : [];
    for (const doc of docs) warnings.push(clashWarning(doc, proposed));
  }
  return warnings;
}

function clashWarning(doc: string, { proposal, target }: Proposed): string {
  const [name, branch] = [safe(doc), safe(target)];
  return `${name}: ${branch} has other text by now in lines that you changed, so ${safe(proposal)} clashes and cannot be approved as it is. Take the change in with doc.merge, which says how to keep both, then save again.`;
}

async function unsavedWarnings(session: Session, docs: readonly string[]): Promise<string[]> {
  const unsaved = unsavedIn(await openElsewhere(session));
  return [...new Set(docs)]
    .filter((doc) => unsaved.includes(doc))
    .map((doc) => `${safe(doc)} has unsaved edits in Docket's terminal; approving merges this into them.`);
}
