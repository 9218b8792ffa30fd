import type { Oid } from './repo.ts';

/** What a path leads to. Modes: 100644, 100755, 120000 (symlink), 160000 (submodule), 040000 (folder). */
export interface Entry {
  readonly mode: string;
  readonly oid: Oid;
}

/** One line of a tree. Bytes of a name that are not UTF-8 stand as lone surrogates U+DC80–U+DCFF. */
export interface TreeEntry extends Entry {
  readonly name: string;
}
