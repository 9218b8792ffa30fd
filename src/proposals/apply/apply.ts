import { setTimeout as pause } from 'node:timers/promises';
import { refuse } from '../../refusal.ts';
import {
  type AtStep,
  type Givens,
  heldIndexLock,
  identity,
  type Landed,
  land,
  type MadeCommit,
  type Repo,
  recoverLandings,
} from '../../repo/index.ts';
import { oneLine } from '../trailers.ts';
import { afterwards } from './afterwards.ts';
import type { Applied, ApplyRequest } from './answers.ts';
import { commitFor, type Signatures, type TreePlan, verifyCommit, writeContents } from './commit.ts';
import { landingFor } from './landing.ts';
import { mergeFileBytes } from './late.ts';
import { checkPins } from './pins.ts';
import { type Plan, planApply } from './plan.ts';
import { refusePlan } from './refuse-plan.ts';

/** How long others that hold locks, or change what is being planned, are waited for. */
const PATIENCE_MS = 5_000;

/**
 * Lands a proposal on its target: branch, work tree and index at once, the owner's uncommitted and staged edits
 * kept on top, or nothing at all. Only what was read lands: `token` (from preflight) or, where the plan is simple,
 * `tip`. Whatever is refused has changed nothing.
 *
 * Refuses `changed_since_review` (details `what`), `review_needed`, `merge_conflict`, `staged_clash`,
 * `uncommitted_clash`, `untracked_in_the_way`, `blocked` and its kin (details `cause`), `already_ended`,
 * `hook_refused`, `signing_failed`, `no_identity`, `locked`, `target_moved`, `interrupted_apply`, `disk_differs`,
 * `read_only`, `no_space`.
 */
export async function applyProposal(repo: Repo, request: ApplyRequest, givens: Givens): Promise<Applied> {
  return applyWatched(repo, request, givens);
}

/** How an apply is watched: tests stop at its steps and do not wait as long. */
export interface Watched {
  readonly at?: AtStep;
  readonly patienceMs?: number;
}

/** The same, watched. No door leads here. */
export async function applyWatched(
  repo: Repo,
  request: ApplyRequest,
  givens: Givens,
  { at = () => {}, patienceMs = PATIENCE_MS }: Watched = {},
): Promise<Applied> {
  if (request.summary !== undefined) checkSummary(request.summary);
  await refuseInterrupted(repo, givens);
  const people = Promise.all([identity(repo, 'author'), identity(repo, 'committer')]);
  people.catch(() => {});
  let made: Made | null = null;
  for (const until = performance.now() + patienceMs; ; await pause(5 + Math.random() * 40)) {
    const plan = await planApply(repo, request.proposal, request.open ?? []);
    await checkPins(repo, request, plan);
    refusePlan(plan.answer);
    const [author, committer] = await people;
    made = await makeOnce({ repo, author, committer, summary: request.summary }, plan, made);
    const { oid } = made.commit;
    const by = { name: author.name, email: author.email, role: 'owner' } as const;
    const { landing, heldIn } = await landingFor(repo, plan, { oid, by, committer }, givens);
    const done: Landed = isLocked(repo, plan) ? LOCKED : await land(repo, landing, givens, at);
    if (done.landed) return afterwards(repo, { plan, oid, by, heldIn, late: done.late }, givens);
    if (done.why === 'hook') refuseHook(done.said ?? '');
    if (performance.now() > until) refuseBusy(repo, done, givens);
  }
}

const LOCKED: Landed = { landed: false, why: 'locked', what: 'index.lock' };

// Seen before hooks of the ref transaction are run in vain.
function isLocked(repo: Repo, { subject }: Plan): boolean {
  return subject.here && heldIndexLock(repo, 0) !== null;
}

/** A commit, and what it was made for. */
interface Made {
  readonly purpose: string;
  readonly commit: MadeCommit;
}

/** Makes the commit, once for one purpose. Nobody is asked twice: hooks and keys have spoken for another state. */
async function makeOnce(
  { repo, ...who }: Signatures & { readonly repo: Repo; readonly summary: string | undefined },
  plan: Plan,
  last: Made | null,
): Promise<Made> {
  const tree: TreePlan = await writeContents(repo, plan);
  const purpose = JSON.stringify([plan.answer.plan, plan.subject.targetOid, plan.subject.tip, [...tree]]);
  if (last?.purpose === purpose) return last;
  if (last?.commit.asked) refuseTargetMoved(plan);
  const commit = await commitFor(repo, plan, tree, who);
  await verifyCommit(repo, plan, tree, commit.oid);
  return { purpose, commit };
}

function checkSummary(summary: string): void {
  oneLine(summary, 'summary');
  if (summary.trim() !== '') return;
  refuse('invalid_input', 'The summary is empty.', {
    details: { field: 'summary', wanted: 'one line of text', got: summary },
    hint: 'Leave it out to have one made.',
  });
}

async function refuseInterrupted(repo: Repo, givens: Givens): Promise<void> {
  const { left } = await recoverLandings(repo, givens, mergeFileBytes);
  const [first] = left.filter(({ foreign }) => !foreign);
  if (!first) return;
  refuse('interrupted_apply', `An apply was interrupted and cannot be finished by itself: ${first.why}.`, {
    details: { left },
    hint: 'Commit or put back what it wrote (git status), or reject the proposal it was of. All bytes are kept.',
  });
}

function refuseHook(said: string): never {
  refuse('hook_refused', `The hook reference-transaction said no${said ? `: ${said}` : '.'}`, {
    details: { hook: 'reference-transaction', said },
    hint: 'Nothing was changed. Do what the hook asks for, then approve again.',
  });
}

function refuseTargetMoved({ subject: { id, target } }: Plan): never {
  refuse('target_moved', `${target} moved while the merge of ${id} was being signed or checked.`, {
    details: { proposal: id, target },
    hint: 'Nothing was changed. Read the plan again, then approve again.',
  });
}

function refuseBusy(repo: Repo, done: Extract<Landed, { landed: false }>, givens: Givens): never {
  const held = heldIndexLock(repo, givens.now().getTime());
  if (held && done.what === 'index.lock') {
    const seconds = Math.round(held.ageMs / 1000);
    const who = held.owner ?? 'no program that runs here, as far as can be seen';
    refuse('locked', `${held.path} is held by ${who}, for ${seconds} s.`, {
      details: { lock: held.path, seconds, owner: held.owner },
      hint: held.owner
        ? 'Nothing was changed. Approve again when it is done.'
        : 'Nothing was changed. If no git runs here any more, remove the lock; then approve again.',
    });
  }
  refuse('locked', `Others kept changing ${done.what}.`, {
    details: { what: done.what, why: done.why, ...(done.said === undefined ? {} : { said: done.said }) },
    hint: 'Nothing was changed. Approve again when they are done.',
  });
}
