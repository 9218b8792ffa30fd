// How an undo is taken back: found from the record of it, planned as the undo was, the other way round.
import { refuse } from '../../refusal.ts';
import {
  head,
  indexStamp,
  type MergeSettings,
  mergeSettings,
  type Oid,
  type Repo,
  readObject,
  readRef,
} from '../../repo/index.ts';
import type { OpenCopy } from '../apply/answers.ts';
import type { Blocked } from '../apply/blocked.ts';
import { groundOf } from '../apply/ground.ts';
import type { Parts } from '../apply/parts.ts';
import type { DocPlan } from '../apply/plan-doc.ts';
import { inTheWay } from '../apply/subject.ts';
import type { Ground } from '../apply/token.ts';
import { findProposal } from '../find.ts';
import { headRef } from '../ids.ts';
import { storyOf } from '../line.ts';
import { decidingEvent } from '../outcome/verdict.ts';
import { outcomeOf } from '../outcome.ts';
import { type Reopening, type ReviewEvent, readReviews } from '../reviews.ts';
import { targetOf } from '../target.ts';
import type { RedoWay } from './answers.ts';
import { changeOnto } from './change.ts';

/** A proposal that is pending since an end of it was taken back. */
export interface Reopened {
  readonly id: string;
  readonly tip: Oid;
  readonly target: string | null;
  readonly targetOid: Oid | null;
  readonly how: RedoWay;
  /** The end that was taken back; null where docket had not recorded one. */
  readonly end: ReviewEvent | null;
  /** The target is where the undo left it. */
  readonly still: boolean;
}

export interface RedoPlan {
  readonly reopened: Reopened;
  readonly here: boolean;
  readonly settings: MergeSettings;
  readonly docs: readonly DocPlan[];
  readonly blocked: Blocked | null;
  readonly indexStamp: string;
  readonly ground: Ground;
}

/**
 * Finds what was taken back. Refuses `already_ended` for a proposal that does not wait, and `blocked` (cause
 * `nothing_undone`) for one that waits for any other reason.
 */
export async function reopenedOf(repo: Repo, name: string): Promise<Reopened> {
  const { id, tip } = await findProposal(repo, name);
  const { name: story } = await targetOf(repo, await storyOf(repo, id, tip), tip);
  const { outcome } = await outcomeOf(repo, { id, tip, target: story });
  if (outcome !== 'pending') refuseEnded(id, outcome);
  const events = await readReviews(repo, id);
  const last = events.findLast(({ tip: ended, reopened }) => reopened && (reopened.next ?? ended) === tip);
  if (last?.reopened === undefined) return refuseNothing(id);
  const { reopened } = last;
  const end = decidingEvent(events.filter((event) => reopened.undoes.includes(event.id)));
  const target = end?.applied?.target ?? story;
  const targetOid = target === null ? null : await readRef(repo, headRef(target));
  const still = reopened.targetOid === targetOid;
  const how = await redoWayOf(repo, { reopened, end, still });
  return how === null ? refuseNothing(id) : { id, tip, target, targetOid, how, end, still };
}

/** Plans the way forward or to an unlanded end; an apply is planned by its own room. */
export async function planRedo(repo: Repo, reopened: Reopened, open: readonly OpenCopy[]): Promise<RedoPlan> {
  const stamp = indexStamp(repo);
  const { id, tip, target, targetOid } = reopened;
  const [settingsFor, now] = await Promise.all([mergeSettings(repo), head(repo)]);
  const settings = settingsFor(target ?? '');
  const here = reopened.how === 'forward' && now.branch === headRef(target!);
  const { docs, facts, blocked } = await partsOf(repo, reopened, { here, settings, open });
  const subject = { id, tip, target: target ?? '', targetOid, head: now, here };
  const ground = await groundOf(repo, { subject, settings, docs, facts });
  return { reopened, here, settings, docs, blocked, indexStamp: stamp, ground };
}

async function redoWayOf(
  repo: Repo,
  { reopened, end, still }: { reopened: Reopening; end: ReviewEvent | null; still: boolean },
): Promise<RedoWay | null> {
  if (end?.kind === 'rejected' || end?.kind === 'withdrawn') return 'end';
  if (reopened.how === 'revert') return anew(end);
  if (reopened.how !== 'back' || !end?.applied) return null;
  return still && (await readObject(repo, end.applied.oid)) !== null ? 'forward' : anew(end);
}

/** Refuses `review_needed` where the owner had chosen or changed what landed: the proposal alone does not tell it. */
function anew(end: ReviewEvent | null): RedoWay {
  const { partial, changed } = end?.applied ?? {};
  if (partial === undefined && changed !== true) return 'apply';
  return refuse('review_needed', `Of ${end!.proposal} not all had landed as it was proposed.`, {
    details: { proposal: end!.proposal, ...(partial ? { partial } : {}) },
    hint: 'Nothing was changed. Read the plan (docket preflight), then approve what is to land.',
  });
}

async function partsOf(
  repo: Repo,
  { how, end, target, targetOid }: Reopened,
  { here, settings, open }: { here: boolean; settings: MergeSettings; open: readonly OpenCopy[] },
): Promise<Parts & { readonly blocked: Blocked | null }> {
  const none = { docs: [], facts: [] };
  if (how !== 'forward') return { ...none, blocked: null };
  const stopped = await inTheWay(repo, target, targetOid, here);
  if (stopped) return { ...none, blocked: stopped };
  const step = { base: targetOid, tip: end!.applied!.oid, targetOid };
  return changeOnto(repo, step, { here, modesCount: settings.modesCount, open });
}

function refuseEnded(id: string, outcome: string): never {
  refuse('already_ended', `${id} is ${outcome}: nothing of it was undone since.`, {
    details: { proposal: id, outcome },
    hint: `To take that back: docket undo ${id}`,
  });
}

function refuseNothing(id: string): never {
  refuse('blocked', `${id} is pending, and no apply or reject of it was undone.`, {
    details: { proposal: id, cause: 'nothing_undone' },
    hint: `Approve it (docket approve ${id}) or reject it.`,
  });
}
