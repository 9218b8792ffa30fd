// What an approval has to say yes to a second time: changes that lines do not show.
import { refuse } from '../../refusal.ts';
import type { Oid, PathChange, Repo } from '../../repo/index.ts';
import type { Need, Preflight } from './answers.ts';
import type { Facts } from './facts.ts';
import { ownChanges } from './history.ts';
import type { DocPlan } from './plan-doc.ts';

const PLAIN = '100644';

/** The needs of docs that land. */
export function needsOf(docs: readonly DocPlan[], facts: readonly Facts[]): Need[] {
  return docs.flatMap(({ tree, path: { doc } }, at) => {
    const before = facts[at]!.target?.mode ?? PLAIN;
    const after = tree.find(({ side }) => side !== null)?.side?.mode;
    return after === undefined ? [] : needFor(doc, before, after);
  });
}

/** The needs of commits that land as they are, whatever the last one shows. */
export async function needsOfHistory(repo: Repo, commits: readonly Oid[]): Promise<Need[]> {
  const changes = await Promise.all(commits.map((oid) => ownChanges(repo, oid)));
  return changes.flat().flatMap(needOfChange);
}

function needOfChange({ path, before, after }: PathChange): Need[] {
  return after ? needFor(path, before?.mode ?? PLAIN, after.mode) : [];
}

function needFor(doc: string, before: string, after: string): Need[] {
  if (after === before) return [];
  if (after === '120000') return [{ confirm: 'link', doc, says: 'is a symbolic link' }];
  if (after === '160000') return [{ confirm: 'submodule', doc, says: 'is a submodule' }];
  const says = after === '100755' ? 'becomes executable' : 'is no longer executable';
  return [{ confirm: 'mode', doc, says }];
}

/** Refuses `review_needed` where something was not said yes to. */
export function refuseUnconfirmed(
  { proposal, tip, plan, needs }: Preflight,
  confirmed: readonly Need['confirm'][],
): void {
  const open = needs.filter(({ confirm }) => !confirmed.includes(confirm));
  if (open.length === 0) return;
  const what = open.map(({ doc, says }) => `${doc} ${says}`).join('; ');
  const flags = [...new Set(open.map(({ confirm }) => confirm))].join(',');
  refuse('review_needed', `Approving ${proposal} needs a second yes: ${what}.`, {
    details: { proposal, tip, plan, needs: open },
    hint: `If you want that, say so: --confirm ${flags}, with the token of the plan.`,
  });
}
