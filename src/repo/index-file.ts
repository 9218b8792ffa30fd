// Git's index file taken apart (versions 2, 3 and 4; gitformat-index). What it does not know, git is asked instead.

import { nameOfBytes } from './names.ts';
import type { Entry } from './tree-codec.ts';

export interface IndexEntry extends Entry {
  /** 0; 1 base, 2 ours, 3 theirs where unmerged. */
  readonly stage: number;
  readonly skipWorktree: boolean;
  readonly assumeUnchanged: boolean;
  readonly intentToAdd: boolean;
}

/** Offsets within an entry's fixed part. */
const MODE_AT = 24;
const OID_AT = 40;
const HEADER_BYTES = 12;
const ASSUME_UNCHANGED = 0x8000;
const EXTENDED = 0x4000;
const SKIP_WORKTREE = 0x4000;
const INTENT_TO_ADD = 0x2000;

/** The entries by path, in the index's order; null where the file is of a form (split, sparse, newer) that only git reads. */
export function parseIndex(bytes: Buffer, oidBytes: number): Map<string, IndexEntry[]> | null {
  if (bytes.toString('latin1', 0, 4) !== 'DIRC') return null;
  const version = bytes.readUInt32BE(4);
  if (version < 2 || version > 4) return null;
  const count = bytes.readUInt32BE(8);
  const entries = new Map<string, IndexEntry[]>();
  let at = HEADER_BYTES;
  let name: Buffer = Buffer.alloc(0);
  for (let i = 0; i < count; i++) {
    const flags = bytes.readUInt16BE(at + OID_AT + oidBytes);
    const extended = flags & EXTENDED ? bytes.readUInt16BE(at + OID_AT + oidBytes + 2) : 0;
    const nameAt = at + OID_AT + oidBytes + (flags & EXTENDED ? 4 : 2);
    const [read, end] = version === 4 ? shortName(bytes, nameAt, name) : plainName(bytes, nameAt);
    name = read;
    add(entries, nameOfBytes(name), {
      mode: bytes
        .readUInt32BE(at + MODE_AT)
        .toString(8)
        .padStart(6, '0'),
      oid: bytes.toString('hex', at + OID_AT, at + OID_AT + oidBytes),
      stage: (flags >> 12) & 3,
      skipWorktree: (extended & SKIP_WORKTREE) !== 0,
      assumeUnchanged: (flags & ASSUME_UNCHANGED) !== 0,
      intentToAdd: (extended & INTENT_TO_ADD) !== 0,
    });
    at = version === 4 ? end : at + paddedLength(end - at);
  }
  return extensionsKnown(bytes, at, oidBytes) ? entries : null;
}

/** Entries end in one to eight NULs, up to a multiple of eight. */
function paddedLength(length: number): number {
  return (length + 8) & ~7;
}

/** The name and where it ends (at its NUL). */
function plainName(bytes: Buffer, at: number): [Buffer, number] {
  const end = bytes.indexOf(0, at);
  return [bytes.subarray(at, end), end];
}

/** Version 4: drop so many bytes from the name before, then add these. */
function shortName(bytes: Buffer, start: number, before: Buffer): [Buffer, number] {
  let at = start;
  let drop = bytes[at]! & 0x7f;
  while (bytes[at++]! & 0x80) drop = ((drop + 1) << 7) | (bytes[at]! & 0x7f);
  const end = bytes.indexOf(0, at);
  return [Buffer.concat([before.subarray(0, before.length - drop), bytes.subarray(at, end)]), end + 1];
}

function add(entries: Map<string, IndexEntry[]>, path: string, entry: IndexEntry): void {
  const there = entries.get(path);
  if (there) there.push(entry);
  else entries.set(path, [entry]);
}

/** Extensions whose names begin with a capital may be passed over; others change what the entries mean. */
function extensionsKnown(bytes: Buffer, start: number, oidBytes: number): boolean {
  for (let at = start; at + 8 <= bytes.length - oidBytes; at += 8 + bytes.readUInt32BE(at + 4))
    if (bytes[at]! < 0x41 || bytes[at]! > 0x5a) return false;
  return true;
}
