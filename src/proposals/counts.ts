// How many lines proposals add and remove, for lists.
import type { Oid, Repo } from '../repo/index.ts';
import { factsOf } from './facts.ts';
import { keepKnown, knownOf, learn, recall } from './known.ts';
import type { Proposal } from './proposal.ts';
import { reviewBase } from './show.ts';
import { pathStats, totalOf } from './stats.ts';
import { targetTip } from './target.ts';

export interface Counts {
  readonly added: number;
  readonly removed: number;
}

/** Lines that each proposal adds and removes against what it is read against. One that cannot be read counts nothing. */
export async function countLines(
  repo: Repo,
  proposals: readonly Pick<Proposal, 'id' | 'tip' | 'target'>[],
): Promise<Counts[]> {
  await recall(repo);
  const counts = await Promise.all(
    proposals.map((each) => countsOf(repo, each).catch(() => ({ added: 0, removed: 0 }))),
  );
  await keepKnown(repo);
  return counts;
}

async function countsOf(
  repo: Repo,
  { id, tip, target }: Pick<Proposal, 'id' | 'tip' | 'target'>,
): Promise<Counts> {
  const { counts } = knownOf(repo, tip);
  const facts = await factsOf(repo, tip);
  const known = counts !== undefined && facts.proposal === id && counts.against === facts.parents[0];
  if (known) return { added: counts.added, removed: counts.removed };
  const against =
    (await ownParent(repo, id, tip)) ?? (await reviewBase(repo, { id, tip }, await targetTip(repo, target)));
  if (counts?.against === against) return { added: counts.added, removed: counts.removed };
  const total = totalOf(await pathStats(repo, against, tip));
  learn(repo, tip, { counts: { against, ...total } });
  return total;
}

/** The parent of a proposal that is one commit of its own; null when it is more, or a root. */
async function ownParent(repo: Repo, id: string, tip: Oid): Promise<Oid | null> {
  const { proposal, parents } = await factsOf(repo, tip);
  const [parent] = parents;
  if (proposal !== id || parent === undefined || parents.length > 1) return null;
  return (await factsOf(repo, parent)).proposal === id ? null : parent;
}
