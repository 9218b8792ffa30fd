// Refs move only here: one transaction of `git update-ref`, every move with the value it starts from.
import { refuseDiskTrouble } from './disk-errors.ts';
import { git } from './git.ts';
import { checkOid, type Oid, type Repo, zeroOid } from './repo.ts';

export interface RefMove {
  readonly ref: string;
  /** Null: must not exist. */
  readonly from: Oid | null;
  /** Null: delete. Equal to `from`: only verify. */
  readonly to: Oid | null;
}

export type MoveResult =
  | { readonly moved: true }
  | {
      readonly moved: false;
      /** `changed`: a ref is not at `from` (or its name is taken by a folder of refs); `locked`: try again; `hook`: a veto. */
      readonly why: 'changed' | 'locked' | 'hook';
      readonly ref: string | null;
      /** What git, or the hook, said. */
      readonly said: string;
    };

/**
 * Moves all refs in one transaction or none; `message` goes into the reflogs. Hooks (reference-transaction) run only
 * when asked for. Refuses `read_only` and `no_space`; what cannot be (a missing object, a bad name) is thrown.
 */
export async function moveRefs(
  repo: Repo,
  moves: readonly RefMove[],
  { message, hooks = false }: { readonly message: string; readonly hooks?: boolean },
): Promise<MoveResult> {
  if (moves.length === 0) return { moved: true };
  const args = ['update-ref', '-m', message.replace(/\s+/g, ' '), '--stdin', '-z'];
  const input = refTransaction(repo, moves);
  const { status, stderr } = await git(repo, args, { input, hooks, allow: [1, 128] });
  return status === 0 ? { moved: true } : refMoveFailure(stderr, moves);
}

/** The moves as `git update-ref --stdin -z` reads them. */
export function refTransaction(repo: Repo, moves: readonly RefMove[]): string {
  return moves.map((move) => line(repo, move)).join('');
}

/** What a failed transaction means, from what git said in the C locale. */
export function refMoveFailure(stderr: string, moves: readonly RefMove[]): MoveResult {
  const said = stderr.trim();
  const ref = moves.find((move) => said.includes(`'${move.ref}'`))?.ref ?? null;
  const fatal = /^fatal: .*$/gm.exec(said)?.[0] ?? said;
  if (/aborted by hook/.test(said)) return { moved: false, why: 'hook', ref: null, said };
  refuseDiskTrouble(said, 'its refs');
  if (/\.lock'?: File exists|could not lock|Unable to create .*\.lock/.test(said))
    return { moved: false, why: 'locked', ref, said };
  if (CHANGED.test(fatal)) return { moved: false, why: 'changed', ref, said };
  throw new Error(`git update-ref: ${said}`);
}

const CHANGED =
  /but expected|reference already exists|reference is missing|unable to resolve reference|cannot create|exists; cannot|cannot be created|cannot process|refname conflict/;

function line(repo: Repo, { ref, from, to }: RefMove): string {
  if (!/^(refs\/|HEAD$|ORIG_HEAD$)/.test(ref) || /[\0\n]/.test(ref))
    throw new Error(`not a full ref name: ${ref}`);
  const before = from === null ? zeroOid(repo) : checkOid(repo, from);
  const after = to === null ? zeroOid(repo) : checkOid(repo, to);
  if (before === after) return `verify ${ref}\0${before}\0`;
  if (to === null) return `delete ${ref}\0${before}\0`;
  return from === null ? `create ${ref}\0${after}\0` : `update ${ref}\0${after}\0${before}\0`;
}
