// The branches that wait, and whether a name is free.

import { refuse } from '../refusal.ts';
import { git, listRefs, type Oid, type Repo, readRef } from '../repo/index.ts';
import type { Facts } from './facts.ts';
import { branchOf, ENDED, encodeId, endedRef, PROPOSALS, REVIEWS, REVISIONS, twinKey } from './ids.ts';
import { keepKnown, knownOf, recall } from './known.ts';
import { storyOf } from './line.ts';

export interface PendingTip {
  readonly id: string;
  readonly tip: Oid;
  readonly story: Facts;
}

/** Every branch under proposals/ with the commit that tells its facts; one that cannot be read hinders no other. */
export async function pendingTips(repo: Repo): Promise<PendingTip[]> {
  await recall(repo);
  const refs = [...(await listRefs(repo, PROPOSALS))];
  const known = refs.map(([ref, tip]) => ({
    id: ref.slice(PROPOSALS.length),
    tip,
    story: toldBy(repo, tip),
  }));
  const tips = await Promise.allSettled(
    known.map(async ({ id, tip, story }) => ({ id, tip, story: story ?? (await storyOf(repo, id, tip)) })),
  );
  await keepKnown(repo);
  return tips.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
}

/** The story that the tip itself tells, when it was read before. */
function toldBy(repo: Repo, tip: Oid): Facts | null {
  const { facts } = knownOf(repo, tip);
  return facts !== undefined && facts.proposal !== null ? facts : null;
}

/** Whether a proposal of that id, or a twin of it, is or was there. */
export async function isTaken(repo: Repo, id: string): Promise<boolean> {
  if ((await readRef(repo, endedRef(id))) !== null) return true;
  if ((await readRef(repo, `${REVIEWS}${encodeId(id)}`)) !== null) return true;
  if ((await listRefs(repo, `${REVISIONS}${encodeId(id)}/`)).size > 0) return true;
  return (await branchTwins(repo, id)).length > 0;
}

/** Refuses `ambiguous` when another id differs from this one in letter case only: some disks hold but one of them. */
export async function checkTwins(repo: Repo, id: string): Promise<void> {
  const branches = await branchTwins(repo, id);
  const ended = [...(await listRefs(repo, ENDED)).keys()].map((ref) => ref.slice(ENDED.length));
  const twins = [
    ...branches,
    ...ended.filter((each) => each !== encodeId(id) && twinKey(each) === twinKey(encodeId(id))),
  ];
  const others = twins.filter((each) => each !== branchOf(id));
  if (others.length === 0) return;
  refuse('ambiguous', `${id} and ${others[0]} differ in letter case only`, {
    details: { proposal: id, twins: others },
    hint: `Rename one of them: git branch -m proposals/${id} proposals/<other name>`,
  });
}

/** Whether the disk takes names that differ in letter case only for one: ending one twin could then end the other. */
export async function mixesCase(repo: Repo): Promise<boolean> {
  const { stdout } = await git(repo, ['config', '--type=bool', 'core.ignorecase'], { allow: [1, 128] });
  return stdout.toString().trim() === 'true';
}

/** Branches of the same name in any case, the id's own among them, and those that nest with it. */
async function branchTwins(repo: Repo, id: string): Promise<string[]> {
  const wanted = twinKey(branchOf(id));
  return [...(await listRefs(repo, PROPOSALS)).keys()].filter((ref) => {
    const key = twinKey(ref);
    return key === wanted || key.startsWith(`${wanted}/`) || wanted.startsWith(`${key}/`);
  });
}
