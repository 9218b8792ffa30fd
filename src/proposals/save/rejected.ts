// Whether the same change was proposed before and rejected.
import { entryAt, listRefs, type Oid, type Repo, treeChanges } from '../../repo/index.ts';
import { factsOf } from '../facts.ts';
import { decodeId, ENDED } from '../ids.ts';
import { readReviews } from '../reviews.ts';
import { sameEntry } from '../text-at.ts';

/** The rejected proposal that held the same content in every path that base…tip changes. */
export async function rejectedBefore(
  repo: Repo,
  { id, tip, base }: { id: string; tip: Oid; base: Oid | null },
): Promise<{ proposal: string; reason?: string } | null> {
  const ended = [...(await listRefs(repo, ENDED))];
  if (ended.length === 0) return null;
  const changes = await treeChanges(repo, base, tip);
  for (const [ref, then] of ended.reverse()) {
    const proposal = decodeId(ref.slice(ENDED.length));
    const { docs } = await factsOf(repo, then);
    if (proposal === id || !changes.every(({ path }) => docs.includes(path))) continue;
    const held = await Promise.all(
      changes.map(async ({ path, after }) => sameEntry(await entryAt(repo, then, path), after)),
    );
    const reason = held.every(Boolean) ? await rejectionOf(repo, proposal, then) : null;
    if (reason !== null) return { proposal, ...reason };
  }
  return null;
}

async function rejectionOf(repo: Repo, proposal: string, tip: Oid): Promise<{ reason?: string } | null> {
  const events = await readReviews(repo, proposal);
  const rejection = events.findLast((event) => event.kind === 'rejected' && event.tip === tip);
  if (rejection === undefined) return null;
  return rejection.reason === undefined ? {} : { reason: rejection.reason };
}
