// Whether the same change was proposed before and rejected.
import { listRefs, type Oid, type Repo } from '../../repo/index.ts';
import { factsOf } from '../facts.ts';
import { decodeId, ENDED } from '../ids.ts';
import { changesOf } from '../outcome/changes.ts';
import { heldIn, isWhole } from '../outcome/held.ts';
import { commitPlace } from '../outcome/place.ts';
import { standingEnds } from '../outcome/verdict.ts';
import { readReviews } from '../reviews.ts';

/** A change: what it stands on and what it comes to. */
interface Step {
  readonly base: Oid | null;
  readonly tip: Oid;
}

/** The rejected proposal that made the same change as base…tip, on whatever lines stand around it. */
export async function rejectedBefore(
  repo: Repo,
  { id, tip, base }: Step & { id: string },
): Promise<{ proposal: string; reason?: string } | null> {
  const ended = [...(await listRefs(repo, ENDED))];
  if (ended.length === 0) return null;
  const paths = (await changesOf(repo, base, tip)).map(({ path }) => path);
  for (const [ref, then] of ended.reverse()) {
    const proposal = decodeId(ref.slice(ENDED.length));
    const { docs, parents } = await factsOf(repo, then);
    if (proposal === id || !paths.every((path) => docs.includes(path))) continue;
    const earlier = { base: parents[0] ?? null, tip: then };
    const same = (await holds(repo, earlier, { base, tip })) && (await holds(repo, { base, tip }, earlier));
    const reason = same ? await rejectionOf(repo, proposal, then) : null;
    if (reason !== null) return { proposal, ...reason };
  }
  return null;
}

/** Whether one tip holds all that another step changes. */
async function holds(repo: Repo, one: Step, other: Step): Promise<boolean> {
  const changes = await changesOf(repo, other.base, other.tip);
  return isWhole(await heldIn(repo, changes, commitPlace(repo, one.tip, other.base)));
}

async function rejectionOf(repo: Repo, proposal: string, tip: Oid): Promise<{ reason?: string } | null> {
  const events = (await readReviews(repo, proposal)).filter((event) => event.tip === tip);
  const rejection = standingEnds(events).findLast(({ kind }) => kind === 'rejected');
  if (rejection === undefined) return null;
  return rejection.reason === undefined ? {} : { reason: rejection.reason };
}
