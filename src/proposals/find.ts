// A proposal by the name that somebody typed.
import { refuse } from '../refusal.ts';
import { listRefs, type Oid, type Repo, readRef } from '../repo/index.ts';
import { branchOf, decodeId, ENDED, encodeId, endedRef, PROPOSALS, REVISIONS } from './ids.ts';
import { lastRevision, revisionsOf } from './line.ts';

export interface Found {
  readonly id: string;
  /** Tip of its branch, else its last one. */
  readonly tip: Oid;
  /** Its branch is there. */
  readonly branch: boolean;
  /** Where the tip is kept. */
  readonly ref: string;
}

/**
 * The proposal of that id, branch name or unique beginning of an id; one with a branch goes before those without.
 * Refuses `no_such_proposal` and `ambiguous`.
 */
export async function findProposal(repo: Repo, name: string): Promise<Found> {
  const id = name.replace(/^(refs\/heads\/)?proposals\//, '');
  const exact = id === '' ? null : await exactly(repo, id);
  if (exact !== null) return exact;
  const pending = [...(await listRefs(repo, PROPOSALS)).keys()].map((ref) => ref.slice(PROPOSALS.length));
  const fits = beginning(pending, id);
  if (fits.length === 0) fits.push(...beginning(await pastIds(repo), id));
  const found = fits.length === 1 ? await exactly(repo, fits[0]!) : null;
  if (found !== null) return found;
  if (fits.length > 1) refuseAmbiguous(name, fits);
  return refuse('no_such_proposal', `there is no proposal ${name}`, {
    details: { proposal: name },
    hint: 'See what is there with proposal.list.',
  });
}

/** Whether the branch of a proposal is there. */
export async function hasBranch(repo: Repo, id: string): Promise<boolean> {
  return (await readRef(repo, branchOf(id))) !== null;
}

/** Ids of which docket keeps something though they may have no branch. */
export async function pastIds(repo: Repo): Promise<string[]> {
  const ended = [...(await listRefs(repo, ENDED)).keys()].map((ref) => ref.slice(ENDED.length));
  const revised = [...(await listRefs(repo, REVISIONS)).keys()].map((ref) =>
    ref.slice(REVISIONS.length, ref.lastIndexOf('/')),
  );
  return [...new Set([...ended, ...revised])].map(decodeId);
}

/** No file system has longer names, so no ref has them. */
const LONGEST_NAME = 255;

async function exactly(repo: Repo, id: string): Promise<Found | null> {
  if (encodeId(id).length > LONGEST_NAME) return null;
  const tip = await readRef(repo, branchOf(id));
  if (tip !== null) return { id, tip, branch: true, ref: branchOf(id) };
  const ended = await readRef(repo, endedRef(id));
  if (ended !== null) return { id, tip: ended, branch: false, ref: endedRef(id) };
  const revisions = await revisionsOf(repo, id);
  const last = revisions.get(lastRevision(revisions));
  return last === undefined ? null : { id, tip: last, branch: false, ref: branchOf(id) };
}

function beginning(ids: readonly string[], start: string): string[] {
  return start === '' ? [] : ids.filter((id) => id.startsWith(start));
}

function refuseAmbiguous(name: string, fits: readonly string[]): never {
  refuse('ambiguous', `${name} is the beginning of ${fits.length} proposals`, {
    details: { proposal: name, fits: fits.slice(0, 20) },
    hint: 'Give more of the id.',
  });
}
