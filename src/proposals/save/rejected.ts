// Whether a change holds one that was proposed before and rejected.
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

/**
 * The rejected proposal whose whole change is in base…tip again, alone or with more beside it, on whatever lines stand
 * around it. What the base has already is nobody's proposal.
 */
export async function rejectedBefore(
  repo: Repo,
  { id, tip, base }: Step & { id: string },
): Promise<{ proposal: string; reason?: string } | null> {
  const ended = [...(await listRefs(repo, ENDED))];
  if (ended.length === 0) return null;
  const changes = await changesOf(repo, base, tip);
  const paths = changes.flatMap(({ path, from }) => (from === undefined ? [path] : [path, from]));
  for (const [ref, then] of ended.reverse()) {
    const proposal = decodeId(ref.slice(ENDED.length));
    const { docs, parents } = await factsOf(repo, then);
    if (proposal === id || docs.length === 0 || !docs.every((doc) => paths.includes(doc))) continue;
    const earlier = { base: parents[0] ?? null, tip: then };
    const again = (await holds(repo, tip, earlier)) && !(await holds(repo, base, earlier));
    const reason = again ? await rejectionOf(repo, proposal, then) : null;
    if (reason !== null) return { proposal, ...reason };
  }
  return null;
}

/** Whether a commit holds all that a step changes. */
async function holds(repo: Repo, commit: Oid | null, { base, tip }: Step): Promise<boolean> {
  if (commit === null) return false;
  return isWhole(await heldIn(repo, await changesOf(repo, base, tip), commitPlace(repo, commit, base)));
}

async function rejectionOf(repo: Repo, proposal: string, tip: Oid): Promise<{ reason?: string } | null> {
  const events = (await readReviews(repo, proposal)).filter((event) => event.tip === tip);
  const rejection = standingEnds(events).findLast(({ kind }) => kind === 'rejected');
  if (rejection === undefined) return null;
  return rejection.reason === undefined ? {} : { reason: rejection.reason };
}
