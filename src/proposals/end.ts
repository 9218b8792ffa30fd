// Ending a proposal unlanded: by the owner with a reason, or by the agent that made it.
import { refuse } from '../refusal.ts';
import {
  type Givens,
  identity,
  type Oid,
  type RefMove,
  type Repo,
  readRef,
  worktrees,
} from '../repo/index.ts';
import { soundly } from './damage.ts';
import { recordAfter } from './events.ts';
import { type Found, findProposal } from './find.ts';
import { branchOf, endedRef, revisionRef } from './ids.ts';
import { lastRevision, revisionAt, revisionsOf, storyOf } from './line.ts';
import { moved } from './move.ts';
import { outcomeOf } from './outcome.ts';
import { checkTwins, mixesCase } from './pending.ts';
import type { By, OutcomeName } from './proposal.ts';
import { reviewMove } from './reviews.ts';
import { targetOf, targetTip } from './target.ts';

export interface Ended {
  readonly proposal: string;
  readonly tip: Oid;
  readonly outcome: OutcomeName;
  /** A worktree has the branch checked out, so it was left. */
  readonly branchLeft?: true;
  readonly warnings: readonly string[];
}

const TRIES = 12;

/**
 * Ends the proposal as rejected: its branch goes, its last tip and the reason stay readable. Refuses
 * `changed_since_review` when it is not at that tip, `already_ended`, `no_such_proposal`, `hook_refused`, `locked`.
 */
export async function rejectProposal(
  repo: Repo,
  request: { proposal: string; tip: Oid; reason?: string; by: By },
  givens: Givens,
): Promise<Ended> {
  const { proposal, tip, reason, by } = request;
  const how = { kind: 'rejected', hooks: true, by, reason } as const;
  const look = async () => pinned(await pendingOf(repo, proposal), tip);
  return soundly(repo, proposal, () => endAs(repo, how, givens, look));
}

/**
 * Ends the proposal as withdrawn. Only the session that wrote it may do so without saying which tip it read:
 * otherwise `review_needed`; `proposal_moved` when it is not at that tip.
 */
export async function withdrawProposal(
  repo: Repo,
  request: {
    proposal: string;
    tip?: Oid;
    session: string;
    formerSessions?: readonly string[];
    agent: string | null;
    reason?: string;
  },
  givens: Givens,
): Promise<Ended> {
  const { proposal, tip, agent, reason } = request;
  const by: By = agent === null ? await owner(repo) : { name: agent, role: 'agent' };
  const how = { kind: 'withdrawn', hooks: false, by, reason } as const;
  const look = async () => {
    const found = await pendingOf(repo, proposal);
    const { session } = await storyOf(repo, found.id, found.tip);
    const own = session !== null && [request.session, ...(request.formerSessions ?? [])].includes(session);
    if (tip === undefined && !own) refuseForeign(found);
    return tip === undefined || tip === found.tip ? found : refuseMoved(found);
  };
  return soundly(repo, proposal, () => endAs(repo, how, givens, look));
}

/**
 * The moves that end a proposal at a tip, to join the caller's transaction: the branch goes unless a worktree has it
 * checked out (`heldIn` says which), the tip is kept under ended/, an unrecorded one as a revision too.
 */
export async function endMoves(
  repo: Repo,
  id: string,
  tip: Oid,
): Promise<{ moves: RefMove[]; heldIn: string | null }> {
  const [before, trees, revisions] = await Promise.all([
    readRef(repo, endedRef(id)),
    worktrees(repo),
    revisionsOf(repo, id),
  ]);
  const heldIn = trees.find(({ branch }) => branch === branchOf(id))?.path ?? null;
  const moves: RefMove[] = [
    { ref: branchOf(id), from: tip, to: heldIn === null ? null : tip },
    { ref: endedRef(id), from: before, to: tip },
  ];
  if (![...revisions.values()].includes(tip)) {
    moves.push({ ref: revisionRef(id, lastRevision(revisions) + 1), from: null, to: tip });
  }
  return { moves, heldIn };
}

interface Ending {
  readonly kind: 'rejected' | 'withdrawn';
  readonly hooks: boolean;
  readonly by: By;
  readonly reason?: string;
}

async function endAs(repo: Repo, how: Ending, givens: Givens, look: () => Promise<Found>): Promise<Ended> {
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const found = await look();
    const ended = await tryEnd(repo, how, givens, found);
    if (ended !== null) return ended;
  }
  return refuse('locked', 'others changed the proposal again and again meanwhile', { hint: 'Try again.' });
}

/** Null: one of the refs moved meanwhile, and nothing was changed. */
async function tryEnd(repo: Repo, how: Ending, givens: Givens, { id, tip }: Found): Promise<Ended | null> {
  const { kind, hooks, by, reason } = how;
  if (await mixesCase(repo)) await checkTwins(repo, id);
  const revision = Math.max(1, revisionAt(await revisionsOf(repo, id), tip));
  const story = await storyOf(repo, id, tip);
  const targetOid = await targetTip(repo, (await targetOf(repo, story, tip)).name);
  const more = { ...(reason ? { reason } : {}), ...(targetOid === null ? {} : { targetOid }) };
  const review = await reviewMove(repo, id, { kind, revision, tip, by, ...more }, givens);
  const { moves, heldIn } = await endMoves(repo, id, tip);
  const message = `docket: ${kind} ${id}`;
  if (!(await moved(repo, [...moves, review.move], { message, hooks }))) return null;
  const event = {
    kind: `proposal.${kind}`,
    proposal: id,
    tip,
    by: { name: by.name, role: by.role },
  } as const;
  await recordAfter(repo, reason ? { ...event, reason } : event, givens);
  const left = `proposals/${id} is checked out in ${heldIn} and was left there`;
  return {
    proposal: id,
    tip,
    outcome: kind,
    ...(heldIn === null ? {} : { branchLeft: true }),
    warnings: heldIn === null ? [] : [left],
  };
}

async function pendingOf(repo: Repo, proposal: string): Promise<Found> {
  const found = await findProposal(repo, proposal);
  const { id, tip } = found;
  const { name } = await targetOf(repo, await storyOf(repo, id, tip), tip);
  const { outcome, empty, reason } = await outcomeOf(repo, { id, tip, target: name });
  if (outcome === 'pending' && found.branch) return found;
  return refuse('already_ended', `${id} is ${empty ? 'empty' : outcome} already`, {
    details: { proposal: id, outcome, ...(reason === undefined ? {} : { reason }) },
    hint: found.branch ? `Its branch can go: git branch -D proposals/${id}` : 'Read it with proposal.show.',
  });
}

async function owner(repo: Repo): Promise<By> {
  const { name, email } = await identity(repo, 'committer');
  return { name, email, role: 'owner' };
}

function pinned(found: Found, tip: Oid): Found {
  if (found.tip === tip) return found;
  return refuse('changed_since_review', `${found.id} moved since it was read`, {
    details: { what: 'tip', proposal: found.id, tip: found.tip, read: tip },
    hint: 'Read it again (proposal.diff), then decide on the new tip.',
  });
}

function refuseForeign({ id, tip }: Found): never {
  return refuse('review_needed', `another session wrote ${id}`, {
    details: { proposal: id, tip },
    hint: `Read it (proposal.diff), then withdraw it with tip: ${tip}.`,
  });
}

function refuseMoved({ id, tip }: Found): never {
  return refuse('proposal_moved', `${id} is at ${tip.slice(0, 10)} now`, {
    details: { proposal: id, tip },
    hint: 'Read what changed (proposal.diff), then decide on the new tip.',
  });
}
