// The whole plan of an apply: what preflight shows and what apply does.
import { hunkTexts } from '../../merge/index.ts';
import {
  head,
  indexStamp,
  type MergeSettings,
  mergeSettings,
  type Oid,
  type Repo,
  readCommit,
  readRef,
} from '../../repo/index.ts';
import { factsOf as storyOfCommit } from '../facts.ts';
import { branchOf, headRef } from '../ids.ts';
import type { OpenCopy, PlannedHunk, Preflight } from './answers.ts';
import { type Blocked, blocked, isBlocked } from './blocked.ts';
import { checkChanges } from './checks.ts';
import type { Facts } from './facts.ts';
import { groundOf } from './ground.ts';
import { type History, hiddenIn, historyOf } from './history.ts';
import { type Parts, planDocs, renamesIn } from './parts.ts';
import type { DocPlan } from './plan-doc.ts';
import { type Subject, subjectOf } from './subject.ts';
import { type Ground, tokenOf } from './token.ts';

/** A plan and all that it was made from. */
export interface Plan {
  readonly subject: Subject;
  readonly settings: MergeSettings;
  readonly docs: readonly DocPlan[];
  /** Stamp of the index it was made on. */
  readonly indexStamp: string;
  readonly ground: Ground;
  readonly answer: Preflight;
}

const TRIES = 5;

/** Makes the plan on a state that stood still meanwhile, as far as that can be had. Writes nothing. */
export async function planApply(repo: Repo, name: string, open: readonly OpenCopy[]): Promise<Plan> {
  for (let attempt = 1; ; attempt++) {
    const stamp = indexStamp(repo);
    const plan = await planOnce(repo, name, open, stamp);
    if (attempt === TRIES || (await stoodStill(repo, plan))) return plan;
  }
}

async function stoodStill(repo: Repo, { subject, indexStamp: stamp }: Plan): Promise<boolean> {
  const [now, tip, target] = await Promise.all([
    head(repo),
    readRef(repo, branchOf(subject.id)),
    subject.target === '' ? null : readRef(repo, headRef(subject.target)),
  ]);
  const same = now.branch === subject.head.branch && now.oid === subject.head.oid;
  return same && tip === subject.tip && target === subject.targetOid && indexStamp(repo) === stamp;
}

async function planOnce(repo: Repo, name: string, open: readonly OpenCopy[], stamp: string): Promise<Plan> {
  const [subject, settingsFor] = await Promise.all([subjectOf(repo, name), mergeSettings(repo)]);
  const settings = settingsFor(subject.target);
  const history = subject.blocked ?? (await historyOf(repo, subject));
  const parts = isBlocked(history) ? history : await partsOf(repo, subject, settings, history, open);
  const known = isBlocked(history) ? NO_HISTORY : history;
  const { docs, facts } = isBlocked(parts) ? NO_PARTS : parts;
  const how = isBlocked(parts) ? parts : await howToLand(repo, subject, settings, known, docs);
  const ground = await groundOf(repo, { subject, settings, docs, facts });
  const answer = await answerOf(repo, { subject, history: known, docs, facts, how, ground });
  return { subject, settings, docs, indexStamp: stamp, ground, answer };
}

const NO_HISTORY: History = { base: null, commits: [], changes: [] };
const NO_PARTS: Parts = { docs: [], facts: [] };

async function partsOf(
  repo: Repo,
  { id, tip, targetOid, here }: Subject,
  settings: MergeSettings,
  history: History,
  open: readonly OpenCopy[],
): Promise<Parts | Blocked> {
  const { base, changes } = history;
  const renames = await renamesIn(repo, { base, tip, changes });
  const no =
    (await checkChanges(repo, changes, renames, targetOid)) ??
    (await hiddenIn(repo, { id, tip, targetOid }, history));
  if (no) return no;
  const local = { here, modesCount: settings.modesCount, open };
  return planDocs(repo, { base, tip, targetOid, changes, renames }, local);
}

type How = 'fast-forward' | 'merge' | 'clash' | 'already' | Blocked;

async function howToLand(
  repo: Repo,
  { tip, targetOid, target }: Subject,
  { sign, fastForward }: MergeSettings,
  { base }: History,
  docs: readonly DocPlan[],
): Promise<How> {
  if (docs.every(({ path }) => path.branch === 'same' || path.branch === 'unchanged')) return 'already';
  const odd = docs.find(({ refused }) => refused !== null);
  if (odd) return blockedDoc(odd);
  if (docs.some(({ clashes }) => clashes.length > 0)) return 'clash';
  const ahead = targetOid === base;
  if (ahead && fastForward !== 'never' && (!sign || (await readCommit(repo, tip)).signed))
    return 'fast-forward';
  if (fastForward !== 'only' || ahead) return 'merge';
  return blocked('ff_only', `${target} moved on, and git is set to fast-forward only (merge.ff).`, {
    hint: 'Have its agent save it again on what is there now, or change the setting.',
  });
}

function blockedDoc({ path: { doc }, refused }: DocPlan): Blocked {
  return refused === 'endings'
    ? blocked('endings', `${doc} cannot be written so that git reads its line endings back.`)
    : blocked('filter', `${doc} passes git's ${refused}, which docket does not run.`);
}

interface Answered extends Parts {
  readonly subject: Subject;
  readonly history: History;
  readonly how: How;
  readonly ground: Ground;
}

async function answerOf(
  repo: Repo,
  { subject, history, docs, facts, how, ground }: Answered,
): Promise<Preflight> {
  const { id, tip, target, targetOid } = subject;
  const no = typeof how === 'string' ? null : how;
  const paths = docs.map(({ path }) => path);
  const touching = paths.reduce((sum, path) => sum + path.touching, 0);
  const lands = how === 'fast-forward' || how === 'merge';
  return {
    proposal: id,
    tip,
    base: history.base,
    target,
    targetOid,
    plan: typeof how === 'string' ? how : 'blocked',
    ...(no ? { blocked: { code: no.code, cause: no.cause, message: no.message, hint: no.hint } } : {}),
    token: tokenOf(ground),
    simple: lands && touching === 0 && paths.every(isSimple),
    commits: await commitsOf(repo, history.commits),
    paths,
    hunks: facts.flatMap(hunksOf),
    clashes: docs.flatMap(({ clashes }) => clashes),
    touching,
    warnings: warningsOf(subject),
  };
}

function isSimple({ disk, index, open }: Preflight['paths'][number]): boolean {
  return disk !== 'merged' && index !== 'merged' && open === undefined;
}

async function commitsOf(repo: Repo, oids: readonly Oid[]): Promise<Preflight['commits']> {
  const commits = await Promise.all(oids.map((oid) => storyOfCommit(repo, oid)));
  return commits.map(({ oid, summary, author }) => ({ oid, subject: summary, by: author.name }));
}

function hunksOf({ unit, base, tip }: Facts): PlannedHunk[] {
  const doc = unit.tipPath ?? unit.basePath!;
  if (base?.text === null || tip?.text === null) return [];
  return hunkTexts(base?.text ?? '', tip?.text ?? '', { scope: doc }).map((hunk) => ({ doc, ...hunk }));
}

function warningsOf({ target, targetAssumed, head: { branch }, here }: Subject): string[] {
  const where = branch === null ? 'HEAD is detached' : `${target} is not checked out here`;
  return [
    ...(targetAssumed && target !== ''
      ? [`It does not say which branch it is for; ${target} is assumed.`]
      : []),
    ...(here || target === '' ? [] : [`${where}: only the branch ${target} moves, no file changes.`]),
  ];
}
