// Places where a proposal's bytes may be: a commit, the index, the work tree.
import { decodeText } from '../../kinds/index.ts';
import {
  type Entry,
  entryAt,
  formOf,
  hashBlob,
  type Oid,
  type Repo,
  readDisk,
  readIndex,
  toClean,
} from '../../repo/index.ts';
import { textOrNull } from '../text-at.ts';
import { changesOf } from './changes.ts';

/** What stands at one path. */
export interface Seat extends Entry {
  /** Clean text; null when it is no text. */
  readonly text: () => Promise<string | null>;
}

export interface Place {
  readonly at: (path: string) => Promise<Seat | null>;
  /** Files that the place has and the base lacks: where a doc that is missing may have gone. */
  readonly added: () => Promise<readonly Seat[]>;
}

const MOST_ADDED = 200;

/** A commit, seen from the commit that the proposal stands on. */
export function commitPlace(repo: Repo, commit: Oid, base: Oid | null): Place {
  const seat = (entry: Entry): Seat => ({ ...entry, text: () => textOrNull(repo, entry) });
  return {
    at: async (path) => {
      const entry = await entryAt(repo, commit, path);
      return entry === null ? null : seat(entry);
    },
    added: async () => {
      const changes = await changesOf(repo, base, commit);
      const come = changes.filter(
        ({ before, from, after }) => after !== null && (before === null || from !== undefined),
      );
      return come.length > MOST_ADDED ? [] : come.map(({ after }) => seat(after!));
    },
  };
}

/** The index of this work tree. */
export async function indexPlace(repo: Repo, paths: readonly string[]): Promise<Place> {
  const index = await readIndex(repo, [...paths]);
  return {
    at: async (path) => {
      const entry = index.get(path)?.find(({ stage, intentToAdd }) => stage === 0 && !intentToAdd);
      return entry === undefined
        ? null
        : { mode: entry.mode, oid: entry.oid, text: () => textOrNull(repo, entry) };
    },
    added: async () => [],
  };
}

/** The files of this work tree, in clean form. */
export async function diskPlace(repo: Repo, paths: readonly string[]): Promise<Place> {
  const forms = await formOf(repo, [...paths]);
  return {
    at: async (path) => {
      const file = await readDisk(repo, path).catch(() => null);
      if (file === null) return null;
      const bytes = toClean(forms.get(path)!, file.bytes);
      const decoded = decodeText(bytes);
      const text = 'text' in decoded ? decoded.text : null;
      return {
        mode: file.executable ? '100755' : '100644',
        oid: hashBlob(repo, bytes),
        text: async () => text,
      };
    },
    added: async () => [],
  };
}
