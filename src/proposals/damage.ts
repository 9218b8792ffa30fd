// A proposal whose ref or objects are damaged: told as that, whatever step it was that stumbled over it.
import { Refusal, refuse } from '../refusal.ts';
import { git, listRefs, type Oid, type Repo, readObject } from '../repo/index.ts';
import { safe } from '../safe.ts';
import { findProposal } from './find.ts';
import { PROPOSALS } from './ids.ts';

export interface Damaged {
  readonly id: string;
  readonly ref: string;
  /** What is wrong with it, as a clause: `names a commit that …`. */
  readonly damage: string;
}

/**
 * The work on a proposal by that name. Where it fails and the proposal is found damaged, refuses `blocked` (details
 * `cause: 'damaged'`) with the ref and what is wrong with it; any other failure stays what it is.
 */
export async function soundly<T>(repo: Repo, name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refusal) throw error;
    const found = await findProposal(repo, name).catch(() => null);
    const damage = found && (await damageOf(repo, found.tip));
    if (!found || damage === null) throw error;
    return refuseDamaged({ id: found.id, ref: found.ref, damage });
  }
}

/** The branches under proposals/ that are damaged. One call of git when none is. */
export async function damagedProposals(repo: Repo): Promise<Damaged[]> {
  const refs = [...(await listRefs(repo, PROPOSALS))];
  const tips = [...new Set(refs.map(([, tip]) => tip))];
  const types = await Promise.all(tips.map(async (tip) => (await readObject(repo, tip))?.type));
  if (types.every((type) => type === 'commit') && (await lacking(repo, tips)) === null) return [];
  const damaged: Damaged[] = [];
  for (const [ref, tip] of refs) {
    const damage = await damageOf(repo, tip);
    if (damage !== null) damaged.push({ id: ref.slice(PROPOSALS.length), ref, damage });
  }
  return damaged;
}

async function damageOf(repo: Repo, tip: Oid): Promise<string | null> {
  const object = await readObject(repo, tip).catch(() => null);
  if (object === null) return `names the commit ${tip.slice(0, 12)}, which the repository does not have`;
  if (object.type !== 'commit') return `names a ${object.type} (${tip.slice(0, 12)}), not a commit`;
  const lacks = await lacking(repo, [tip]);
  return lacks === null ? null : `needs objects that the repository does not have (${lacks})`;
}

/** What git says of an object that these commits need beside all other branches and that is not there; null: all are. */
async function lacking(repo: Repo, tips: readonly Oid[]): Promise<string | null> {
  if (tips.length === 0) return null;
  const others = ['--not', `--exclude=${PROPOSALS.slice('refs/heads/'.length)}*`, '--branches'];
  const args = ['rev-list', '--objects', '--missing=allow-promisor', '--quiet', '--stdin', ...others];
  const { status, stderr } = await git(repo, args, { input: `${tips.join('\n')}\n`, allow: [1, 128] });
  return status === 0
    ? null
    : stderr
        .trim()
        .split('\n')[0]!
        .replace(/^(fatal|error): /, '');
}

function refuseDamaged({ id, ref, damage }: Damaged): never {
  refuse('blocked', `${safe(ref)} ${safe(damage)}.`, {
    details: { cause: 'damaged', proposal: id, ref },
    hint: damageFix(ref),
  });
}

/** What to do about a damaged ref. */
export function damageFix(ref: string): string {
  return `See all that is missing with git fsck; fetch it from a copy that has it, or give the branch up: git update-ref -d ${ref}`;
}
