// What a save is about to write, before any object exists.
import { type Entry, type Oid, type RefMove, type Repo, writeBlob } from '../../repo/index.ts';
import type { ProposeRequest } from '../request.ts';
import type { Content } from './contents.ts';

/** A planned commit of a proposal and the moves that make it the tip. */
export interface Plan {
  readonly id: string;
  /** The commit it stands on; null: a root. */
  readonly parent: Oid | null;
  readonly tree: Oid;
  /** Where the whole proposal begins: its parent, or further down when others wrote below. */
  readonly base: Oid | null;
  readonly target: string;
  readonly revision: number;
  readonly summary: string;
  readonly edits: readonly string[];
  /** Every path of the proposal. */
  readonly docs: readonly string[];
  /** The ended proposal that this one continues. */
  readonly follows: string | null;
  /** The ref moves, given the new commit. */
  readonly moves: (commit: Oid) => readonly RefMove[];
  readonly warnings: readonly string[];
}

/** The tree changes of some docs: new entries, and null for paths that end. */
export async function entriesOf(
  repo: Repo,
  contents: readonly Content[],
): Promise<Map<string, Entry | null>> {
  const entries = new Map<string, Entry | null>();
  for (const { doc } of contents) if (doc.renamedFrom !== undefined) entries.set(doc.renamedFrom, null);
  for (const { doc, text, mode } of contents) {
    const entry = text === null ? null : { mode, oid: await writeBlob(repo, Buffer.from(text, 'utf8')) };
    entries.set(doc.path, entry);
  }
  return entries;
}

/** Every path that the saved docs change. */
export function pathsOf({ docs }: ProposeRequest): string[] {
  return [
    ...new Set(
      docs.flatMap(({ path, renamedFrom }) => (renamedFrom === undefined ? [path] : [renamedFrom, path])),
    ),
  ];
}
