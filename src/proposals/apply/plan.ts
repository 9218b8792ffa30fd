// The whole plan of an apply: what preflight shows and what apply does.
import { head, indexStamp, type MergeSettings, mergeSettings, type Repo, readRef } from '../../repo/index.ts';
import { branchOf, headRef } from '../ids.ts';
import { answerOf } from './answer.ts';
import type { OpenCopy, Part, Preflight } from './answers.ts';
import { type Blocked, isBlocked } from './blocked.ts';
import { checkChanges } from './checks.ts';
import type { Facts } from './facts.ts';
import { groundOf } from './ground.ts';
import { type History, hiddenPath, historyOf, strangersIn } from './history.ts';
import { howPartLands, howToLand } from './how.ts';
import { wholePart } from './part.ts';
import { type Parts, planDocs, renamesIn } from './parts.ts';
import type { DocPlan } from './plan-doc.ts';
import { type Subject, subjectOf } from './subject.ts';
import type { Ground } from './token.ts';

/** A plan and all that it was made from. */
export interface Plan {
  readonly subject: Subject;
  readonly settings: MergeSettings;
  readonly docs: readonly DocPlan[];
  /** What the docs were planned from. */
  readonly facts: readonly Facts[];
  readonly history: History;
  /** What of it lands; null: all, as it was proposed. */
  readonly part: Part | null;
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
  const hidden = isBlocked(parts) ? null : await hiddenPath(repo, subject, known);
  const toLand = { subject, settings, history: known, docs };
  const how = isBlocked(parts) ? parts : hidden ? howPartLands(docs) : await howToLand(repo, toLand);
  const ground = await groundOf(repo, { subject, settings, docs, facts });
  const answer = await answerOf(repo, { subject, history: known, docs, facts, how, hidden, ground });
  const part = hidden === null ? null : wholePart(answer.hunks);
  return { ...toLand, facts, part, indexStamp: stamp, ground, answer };
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
    (await checkChanges(repo, changes, targetOid)) ??
    (await strangersIn(repo, { id, tip, targetOid }, history));
  if (no) return no;
  const local = { here, modesCount: settings.modesCount, open };
  return planDocs(repo, { base, tip, targetOid, changes, renames }, local);
}
