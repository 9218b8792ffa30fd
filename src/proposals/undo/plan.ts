// The whole plan of taking an end back: what the preview shows and what undo does. Writes nothing.
import {
  type Head,
  head,
  indexStamp,
  isAncestor,
  type MergeSettings,
  mergeSettings,
  type Oid,
  type Repo,
} from '../../repo/index.ts';
import type { OpenCopy } from '../apply/answers.ts';
import { type Blocked, blocked } from '../apply/blocked.ts';
import { groundOf } from '../apply/ground.ts';
import type { Parts } from '../apply/parts.ts';
import type { DocPlan } from '../apply/plan-doc.ts';
import { inTheWay } from '../apply/subject.ts';
import { type Ground, tokenOf } from '../apply/token.ts';
import { headRef } from '../ids.ts';
import type { ChangedPath, UndoPreview } from './answers.ts';
import { changeOnto } from './change.ts';
import { type End, endOf } from './end.ts';
import { holdersOf } from './holders.ts';
import { beganAt, type Landed, landedOf } from './landed.ts';
import { type Way, wayOf } from './way.ts';

export interface UndoPlan {
  readonly end: End;
  readonly way: Way;
  /** What is taken out; null where nothing of it is on the target. */
  readonly landed: Landed | null;
  /** The target is checked out in this work tree, and it moves. */
  readonly here: boolean;
  readonly settings: MergeSettings;
  readonly docs: readonly DocPlan[];
  readonly blocked: Blocked | null;
  readonly indexStamp: string;
  readonly ground: Ground;
  readonly answer: UndoPreview;
}

/** Plans how the end of a proposal is taken back. Refuses what `endOf` refuses. */
export async function planUndo(repo: Repo, name: string, open: readonly OpenCopy[]): Promise<UndoPlan> {
  const stamp = indexStamp(repo);
  const [end, settingsFor, now] = await Promise.all([endOf(repo, name), mergeSettings(repo), head(repo)]);
  const settings = settingsFor(end.target ?? '');
  const here = end.target !== null && now.branch === headRef(end.target);
  const state: State = { end, settings, here, open };
  const parts = await partsOf(repo, state);
  const ground = await groundFor(repo, { ...state, now }, parts);
  return {
    ...{ end, settings, here: here && movesTarget(parts.way), indexStamp: stamp, ground },
    way: parts.way,
    landed: parts.landed,
    docs: parts.docs,
    blocked: parts.blocked,
    answer: answerOf(end, parts, tokenOf(ground)),
  };
}

/** Whether the target itself changes. */
export function movesTarget(way: Way): boolean {
  return way === 'back' || way === 'revert';
}

interface State {
  readonly end: End;
  readonly settings: MergeSettings;
  readonly here: boolean;
  readonly open: readonly OpenCopy[];
}

interface UndoParts extends Parts {
  readonly way: Way;
  readonly held: readonly string[];
  readonly landed: Landed | null;
  readonly blocked: Blocked | null;
}

const NONE = { docs: [], facts: [], blocked: null } as const;

async function partsOf(repo: Repo, state: State): Promise<UndoParts> {
  const { end } = state;
  const merged = end.targetOid !== null && (await isAncestor(repo, end.tip, end.targetOid));
  const there = isThere(end);
  const taken = there ? await takenOut(repo, state, end.targetOid!) : null;
  if (taken) return taken;
  const way = wayOf({ there: false, merged, exact: false, held: [] });
  const again = way === 'again' ? await broughtAgain(repo, state, end.targetOid!) : NONE;
  return { way, held: [], landed: null, ...again };
}

function isThere({ was, outcome, targetOid }: End): boolean {
  if (was !== 'applied' || targetOid === null) return false;
  return outcome.since !== 'reverted' && outcome.on === undefined && outcome.uncommitted === undefined;
}

/** The change taken out of the target, the index and the files; null when nothing of it is left there. */
async function takenOut(repo: Repo, state: State, targetOid: Oid): Promise<UndoParts | null> {
  const { end, here, settings, open } = state;
  const landed = await landedOf(repo, end);
  if (landed === null) return { ...NONE, way: 'revert', held: [], landed, blocked: UNTOLD };
  const { oid, before, exact } = landed;
  const held = exact ? await holdersOf(repo, { id: end.id, oid, target: end.target! }) : [];
  const way = wayOf({ there: true, merged: true, exact, held });
  const shared = { way, held, landed };
  const stopped = await inTheWay(repo, end.target, targetOid, here);
  if (stopped) return { ...NONE, ...shared, blocked: stopped };
  const local = { here, modesCount: settings.modesCount, open };
  const parts = await changeOnto(repo, { base: oid, tip: before, targetOid }, local);
  const isGone = parts.docs.every(({ path }) => path.branch === 'same' || path.branch === 'unchanged');
  return isGone && !parts.blocked ? null : { ...parts, ...shared };
}

/** The change brought once more onto what the target has; no file has a part in it. */
async function broughtAgain(
  repo: Repo,
  { end, settings }: State,
  targetOid: Oid,
): Promise<Parts & { readonly blocked: Blocked | null }> {
  const base = await beganAt(repo, end);
  if (base === undefined) return { ...NONE, blocked: UNTOLD };
  const local = { here: false, modesCount: settings.modesCount, open: [] };
  return changeOnto(repo, { base, tip: end.tip, targetOid }, local);
}

const UNTOLD = blocked('history', 'Git landed it, and nothing tells where its commits began.');

async function groundFor(
  repo: Repo,
  { end, settings, here, now }: State & { readonly now: Head },
  { way, held, docs, facts }: UndoParts,
): Promise<Ground> {
  const { id, tip, targetOid } = end;
  const subject = { id, tip, target: end.target ?? '', targetOid, head: now, here };
  const ground = await groundOf(repo, { subject, settings, docs, facts });
  return { ...ground, plan: JSON.stringify([way, held, ground.plan]) };
}

function answerOf(end: End, { way, held, docs }: UndoParts, token: string): UndoPreview {
  const { id, tip, was, target, branchAt } = end;
  const behind = `proposals/${id} stands at an older commit; it moves up to the tip that ended.`;
  return {
    ...{ proposal: id, was, how: way, tip, target, held, token },
    paths: movesTarget(way) ? docs.map(changedPath) : [],
    warnings: branchAt === null || branchAt === tip ? [] : [behind],
  };
}

/** A doc as the answers name it. */
export function changedPath({ path: { doc }, uncommitted }: DocPlan): ChangedPath {
  return { doc, uncommitted };
}
