import type { Oid, Repo } from './repo.ts';

export interface CommitOfPaths {
  readonly oid: Oid;
  /** Hooks changed the files: read them again. */
  readonly hooksRewrote: boolean;
}

/** Commits exactly these paths as the owner. Refuses `hook_refused`, `signing_failed`, `locked`, `no_identity`. */
export async function commitPaths(
  _repo: Repo,
  _paths: readonly string[],
  _options: { readonly message: string },
): Promise<CommitOfPaths> {
  throw new Error('not built yet');
}
