// What became of proposals that have a branch, cheap for many: most wait, and little has to be asked to see it.
import { entryAt, isAncestor, type Oid, type Repo } from '../repo/index.ts';
import type { Described } from './describe.ts';
import { factsOf } from './facts.ts';
import { PROPOSALS } from './ids.ts';
import { knownOf, learn } from './known.ts';
import { isWhole } from './outcome/held.ts';
import { landingOn } from './outcome/landing.ts';
import { mergedTips } from './outcome/merged.ts';
import { baseOf, outcomeOf } from './outcome.ts';
import type { Outcome } from './proposal.ts';
import { targetTip } from './target.ts';
import { sameEntry } from './text-at.ts';

/** A target's tip and the proposal tips that are in its history. */
export interface Ground {
  readonly oid: Oid | null;
  readonly merged: ReadonlySet<Oid>;
}

/** The grounds of all targets by name. Git is asked once for each target that moved since it was last looked at. */
export async function groundsOf(
  repo: Repo,
  proposals: readonly Described[],
): Promise<Map<string | null, Ground>> {
  const grounds = new Map<string | null, Ground>();
  for (const name of new Set(proposals.map(({ target }) => target))) {
    const oid = await targetTip(repo, name);
    const tips = proposals.filter(({ target }) => target === name).map(({ tip }) => tip);
    const known = oid === null || tips.every((tip) => knownOf(repo, tip).absentFrom === oid);
    grounds.set(name, { oid, merged: known ? new Set() : await mergedTips(repo, oid, PROPOSALS) });
  }
  return grounds;
}

/** The outcome of a proposal that has a branch; `ended` is the tip it ended at before, if it did. */
export async function firstLook(
  repo: Repo,
  each: Described,
  { oid, merged }: Ground,
  ended: Oid | undefined,
): Promise<Outcome> {
  const { id, tip, target } = each;
  const pending: Outcome = { outcome: 'pending', by: null, at: null, tip };
  const behind = ended !== undefined && (ended === tip || (await isAncestor(repo, tip, ended)));
  if (behind || merged.has(tip)) return outcomeOf(repo, { id, tip, target });
  if (oid === null || knownOf(repo, tip).absentFrom === oid) return pending;
  if (await isUntouched(repo, each, oid)) return absent(repo, pending, oid);
  const base = await baseOf(repo, { id, tip }, oid);
  const landing = await landingOn(repo, { id, tip, base, target: oid, deep: false, merged: false });
  if (landing === null) return absent(repo, pending, oid);
  if (isWhole(landing)) return outcomeOf(repo, { id, tip, target });
  return { ...pending, partial: { landed: landing.landed, of: landing.of }, docs: landing.docs };
}

function absent(repo: Repo, pending: Outcome, from: Oid): Outcome {
  learn(repo, pending.tip, { absentFrom: from });
  return pending;
}

/** Whether the target has every doc as the proposal's parent has it, by the docs that its own commit names. */
async function isUntouched(repo: Repo, { id, tip, docs }: Described, target: Oid): Promise<boolean> {
  const facts = await factsOf(repo, tip);
  if (facts.proposal !== id || facts.docs.length === 0 || facts.parents.length > 1) return false;
  const parent = facts.parents[0] ?? null;
  if (parent === target) return true;
  for (const path of docs) {
    const [before, now] = await Promise.all([entryAt(repo, parent, path), entryAt(repo, target, path)]);
    if (!sameEntry(before, now)) return false;
  }
  return true;
}
