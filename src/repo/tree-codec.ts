// Git's trees as bytes and as entries.
import { bytesOfName, compareNames, nameOfBytes } from './names.ts';
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

export const FOLDER = '040000';

/** The entries of a tree's bytes, in their order; `oidBytes` is 20 or 32. */
export function decodeTree(bytes: Buffer, oidBytes: number): TreeEntry[] {
  const entries: TreeEntry[] = [];
  for (let at = 0; at < bytes.length; ) {
    const space = bytes.indexOf(0x20, at);
    const end = bytes.indexOf(0, space);
    if (space < 0 || end < 0 || end + 1 + oidBytes > bytes.length)
      throw new Error('a tree object is cut off');
    const mode = bytes.toString('latin1', at, space).padStart(6, '0');
    const name = nameOfBytes(bytes.subarray(space + 1, end));
    at = end + 1 + oidBytes;
    entries.push({ mode, oid: bytes.toString('hex', end + 1, at), name });
  }
  return entries;
}

/** The bytes of a tree with these entries, in this order. */
export function encodeTree(entries: readonly TreeEntry[]): Buffer {
  const parts: Buffer[] = [];
  for (const { mode, name, oid } of entries)
    parts.push(
      Buffer.from(`${mode.replace(/^0+/, '')} `, 'latin1'),
      bytesOfName(name),
      NUL,
      Buffer.from(oid, 'hex'),
    );
  return Buffer.concat(parts);
}

/** Git's order of entries: by bytes, a folder as if its name ended in a slash. */
export function compareEntries(a: TreeEntry, b: TreeEntry): number {
  return compareNames(sortKey(a), sortKey(b));
}

const NUL = Buffer.from([0]);

function sortKey(entry: TreeEntry): string {
  return entry.mode === FOLDER ? `${entry.name}/` : entry.name;
}
