// An agent's save: a commit on a branch of its own, and nothing of the owner's touched.
import { refuse } from '../refusal.ts';
import {
  type Givens,
  identity,
  type Oid,
  type Person,
  type Repo,
  readRef,
  writeCommit,
} from '../repo/index.ts';
import { agentLabel, agentPerson } from './author.ts';
import { recordAfter } from './events.ts';
import { branchOf } from './ids.ts';
import { revisionAt, revisionsOf, storyOf } from './line.ts';
import { proposalMessage } from './message.ts';
import { moved } from './move.ts';
import { outcomeOf } from './outcome.ts';
import type { Proposed, ProposedChange, ProposeRequest } from './request.ts';
import { planFirst } from './save/first.ts';
import { checkFiles, checkSizes } from './save/limits.ts';
import { checkPaths } from './save/places.ts';
import type { Plan } from './save/plan.ts';
import { rejectedBefore } from './save/rejected.ts';
import { planRevision } from './save/revise.ts';
import { type Earlier, type SaveAgain, sameRequest, savedAgain, worktreeMark } from './save/same.ts';
import { pathStats } from './stats.ts';
import { forkOf, targetOf, targetTip } from './target.ts';
import { oneLine, quotePath, type Trailer } from './trailers.ts';

/** A plan that others overtook is made anew this often. */
const TRIES = 12;

/**
 * Makes a proposal or its next revision: objects, then one transaction that moves the branch and records the
 * revision. The branch is complete before the call returns. Refuses whatever of the docs cannot be proposed as it is
 * and then changes nothing; no index, no file and no HEAD is ever touched.
 */
export async function propose(repo: Repo, request: ProposeRequest, givens: Givens): Promise<Proposed> {
  checkRequest(request);
  const replayed = await sameRequest(repo, request);
  if (replayed !== null) return earlierAnswer(repo, replayed);
  const me = identity(repo, 'committer');
  // It is asked for while the plan is made; a plan that is refused does not ask.
  me.catch(() => {});
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const plan =
      request.into === null ? await planFirst(repo, request, givens) : await planRevision(repo, request);
    if ('earlier' in plan) return earlierAnswer(repo, plan);
    checkFiles(plan.docs.length, request.limits?.files);
    const tip = await writeProposal(repo, request, plan, { ...(await me), at: givens.now().toISOString() });
    const message = `docket: propose ${plan.id} (${plan.revision})`;
    if (await moved(repo, plan.moves(tip), { message, hooks: false }))
      return answer(repo, request, plan, tip, givens);
  }
  return refuse('proposal_moved', 'others changed the proposal again and again meanwhile', {
    details: { proposal: request.into },
    hint: 'Save again.',
  });
}

/**
 * What an earlier save with this request id made, as it stands now: pending, or how it ended. Null when there is none;
 * refuses `request_reused` when that save was about other docs or other content. Changes nothing.
 */
export async function proposedBefore(repo: Repo, again: SaveAgain): Promise<Proposed | null> {
  const earlier = await savedAgain(repo, again);
  return earlier === null ? null : earlierAnswer(repo, earlier);
}

function checkRequest(request: ProposeRequest): void {
  const { docs, remove = [], summary, requestId } = request;
  if (docs.length + (request.into === null ? 0 : remove.length) === 0) {
    refuse('invalid_input', 'no doc is named', {
      details: { field: 'docs' },
      hint: 'Name at least one doc to save.',
    });
  }
  const twice = docs.find(({ path }, at) => docs.findIndex((doc) => doc.path === path) !== at);
  if (twice !== undefined) {
    refuse('invalid_input', `${twice.path} is named twice`, {
      details: { field: 'docs' },
      hint: 'Name each doc once.',
    });
  }
  oneLine(summary ?? '', 'summary');
  oneLine(requestId ?? '', 'requestId');
  for (const doc of docs) for (const edit of doc.edits) oneLine(edit, 'edit');
  checkPaths(request);
  checkSizes(request);
}

function writeProposal(repo: Repo, request: ProposeRequest, plan: Plan, committer: Person): Promise<Oid> {
  return writeCommit(repo, {
    tree: plan.tree,
    parents: plan.parent === null ? [] : [plan.parent],
    author: agentPerson(request.agent, committer),
    committer,
    message: proposalMessage({
      summary: plan.summary,
      edits: plan.edits,
      trailers: trailersOf(repo, request, plan),
    }),
  });
}

function trailersOf(repo: Repo, request: ProposeRequest, plan: Plan): Trailer[] {
  const { requestId } = request;
  return [
    { key: 'Docket-Proposal', value: plan.id },
    { key: 'Docket-Target', value: plan.target },
    { key: 'Docket-Agent', value: agentLabel(request.agent) },
    { key: 'Docket-Session', value: request.session },
    { key: 'Docket-Worktree', value: worktreeMark(repo, request.worktree) },
    ...plan.docs.map((doc) => ({ key: 'Docket-Doc', value: quotePath(doc) })),
    ...(requestId === undefined ? [] : [{ key: 'Docket-Request', value: requestId }]),
    ...(plan.follows === null ? [] : [{ key: 'Docket-Follows', value: plan.follows }]),
  ];
}

async function answer(
  repo: Repo,
  request: ProposeRequest,
  plan: Plan,
  tip: Oid,
  givens: Givens,
): Promise<Proposed> {
  const { id, revision, target, edits } = plan;
  const kind = revision === 1 ? 'proposal.created' : 'proposal.revised';
  const by = { name: request.agent.name, role: 'agent' };
  const docs = await changesOf(repo, plan.base, tip);
  await recordAfter(repo, { kind, proposal: id, tip, by, docs: plan.docs, summary: plan.summary }, givens);
  const rejected = await rejectedBefore(repo, { id, tip, base: plan.base });
  const warnings = rejected === null ? plan.warnings : [...plan.warnings, rejectedWarning(rejected)];
  return {
    proposal: id,
    ref: branchOf(id),
    tip,
    revision,
    target,
    docs,
    edits,
    warnings,
    ...(rejected === null ? {} : { reproposes: rejected }),
    outcome: 'pending',
  };
}

function rejectedWarning({ proposal, reason }: { proposal: string; reason?: string }): string {
  const why = reason === undefined ? 'without a reason' : `with the reason: ${reason}`;
  return `this holds a change that was rejected before (${proposal}), ${why}`;
}

/** What an earlier call made, as it stands now. */
async function earlierAnswer(repo: Repo, { earlier: id, tip: then, how }: Earlier): Promise<Proposed> {
  const tip = (await readRef(repo, branchOf(id))) ?? then;
  const story = await storyOf(repo, id, tip);
  const { name } = await targetOf(repo, story, tip);
  const { outcome } = await outcomeOf(repo, { id, tip, target: name });
  const base = story.parents[0] ?? (await forkOf(repo, await targetTip(repo, name), tip));
  return {
    proposal: id,
    ref: branchOf(id),
    tip,
    revision: revisionAt(await revisionsOf(repo, id), tip),
    target: name ?? '',
    docs: await changesOf(repo, base, tip),
    edits: story.edits,
    warnings: [],
    ...(how === 'replayed' ? { replayed: true } : { unchanged: true }),
    outcome,
  };
}

async function changesOf(repo: Repo, base: Oid | null, tip: Oid): Promise<ProposedChange[]> {
  const stats = await pathStats(repo, base, tip);
  return stats.map(({ doc, added, removed }) => ({ doc, added, removed }));
}
