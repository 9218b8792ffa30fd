// Whether a proposal that waits could land on its target as that is now: said to its agent while it can still merge.
import type { Repo } from '../repo/index.ts';
import { mergeDoc } from './merge-doc.ts';
import type { Proposed } from './request.ts';
import { forkOf, targetTip } from './target.ts';
import { textAt } from './text-at.ts';

/**
 * Those of a proposal's docs whose change and the target's touch the same lines. Nothing but the merge of the three
 * texts is asked: an approval may still find more. Refuses what cannot be read as text.
 */
export async function clashingNow(
  repo: Repo,
  { tip, target, docs }: Pick<Proposed, 'tip' | 'target' | 'docs'>,
): Promise<string[]> {
  const now = await targetTip(repo, target);
  const base = await forkOf(repo, now, tip);
  if (now === null || base === null || base === now) return [];
  const clashing: string[] = [];
  for (const { doc } of docs) {
    const [before, theirs, ours] = await Promise.all([base, now, tip].map((oid) => textAt(repo, oid, doc)));
    if (!mergeDoc(doc, before!, ours!, theirs!).clean) clashing.push(doc);
  }
  return clashing;
}
