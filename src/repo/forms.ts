import type { Repo } from './repo.ts';

/** How git turns a file into a blob and back. */
export interface Form {
  /** Endings that git writes to disk; 'as-is': never changed. */
  readonly eol: 'as-is' | 'lf' | 'crlf';
  /** Git converts only what looks like text (text=auto, core.autocrlf). */
  readonly auto: boolean;
  /** With `auto`: the index holds CRLF, so git leaves the file's endings alone. */
  readonly keepCrlf: boolean;
  /** The path passes a filter that docket does not run. */
  readonly refused?: 'filter' | 'ident' | 'working-tree-encoding';
}

/** The form of each path. */
export async function formOf(_repo: Repo, _paths: readonly string[]): Promise<ReadonlyMap<string, Form>> {
  throw new Error('not built yet');
}
/** Disk bytes as git would store them. */
export function toClean(_form: Form, _bytes: Buffer): Buffer {
  throw new Error('not built yet');
}
/** Stored bytes as git would write them to disk. */
export function toDisk(_form: Form, _bytes: Buffer): Buffer {
  throw new Error('not built yet');
}
