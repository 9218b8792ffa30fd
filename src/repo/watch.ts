import type { Repo } from './repo.ts';

export interface FolderWatch {
  /** Watches the folders of these paths from now on. */
  paths(list: readonly string[]): void;
  close(): Promise<void>;
}

/** Calls `changed` after files of these folders, or refs, may have changed. Only a hint. */
export function watchFolders(
  _repo: Repo,
  _options: { readonly paths: readonly string[] },
  _changed: (what: { readonly files: readonly string[]; readonly refs: boolean }) => void,
): FolderWatch {
  throw new Error('not built yet');
}
